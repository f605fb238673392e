"""`GET /healthz`: is every part of the house alive? For load balancers and the supervisor."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from redis.exceptions import RedisError

from casino.heartbeat import PROCESSES, alive


def healthz(_request: HttpRequest) -> JsonResponse:
    """Return 200 when all parts are well, else 503 and which are not."""
    parts = {"database": _database(), **_redis()}
    well = all(parts.values())
    shown = {part: "ok" if good else "down" for part, good in parts.items()}
    response = JsonResponse(
        {"status": "ok" if well else "down", **shown}, status=200 if well else 503
    )
    response["Cache-Control"] = "no-store"
    return response


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except DatabaseError:
        connection.close()
        return False
    return True


def _redis() -> dict[str, bool]:
    try:
        return {"redis": True, **alive()}
    except RedisError:
        return {"redis": False, **dict.fromkeys(PROCESSES, False)}
