"""What every process needs: environment, logs, health, heartbeats, threads, metrics, traces."""
