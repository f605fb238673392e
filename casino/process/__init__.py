"""What every process needs: environment, logs, health, heartbeats, threads, metrics, traces."""

from casino import import_without

# Its own metrics would need the SDK of OpenTelemetry.
import_without("redis", "opentelemetry")
