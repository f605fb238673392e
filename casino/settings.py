"""Configuration, from the environment. Two URLs make the same code run on real servers."""

from pathlib import Path
from typing import Any

import django_stubs_ext
from csp.constants import NONE, SELF

from casino.connections.sentinels import sentinel_url
from casino.process.environment import (
    CHECKED_OUT,
    ROOT,
    class_paths,
    database_settings,
    fallback_secrets,
    flag,
    hosts,
    integer,
    keyed_secrets,
    number,
    one_of,
    origins,
    redis_url,
    refuse_former_settings,
    refuse_insecure_settings,
    secret,
    string_list,
    text,
    time_zone,
    var_folder,
    web_urls,
)
from casino.responsible_gaming.jurisdiction import load as load_profile

django_stubs_ext.monkeypatch()

VAR = var_folder()
"""Everything the program writes on this machine: embedded servers, keys, bench results."""

PROFILE = load_profile(text("JURISDICTION", "none"))
"""The profile of the place whose law the house obeys, what its licence allows and wants: `none`,
`mc`, `fr`, `on`, or the path of a file .toml."""
LICENSED = PROFILE.licensed
"""The house is not one of play money: nothing is given away, and no password is weak."""
refuse_former_settings(licensed=LICENSED)

SECRET_KEY = secret(VAR, "SECRET_KEY")
"""Signs sessions and forms; behind TLS it has 50 characters or more."""
SECRET_KEY_FALLBACKS = fallback_secrets(VAR, "SECRET_KEY_FALLBACKS")
"""Former ones, or one to come: what they sign counts too ([rotation](rotating-keys.md))."""
SHOE_KEY = secret(VAR, "SHOE_KEY")
"""Seals live shoes and the seeds of draws at rest; must not be in the database (rng R22, R24)."""
SHOE_KEY_FALLBACKS = fallback_secrets(VAR, "SHOE_KEY_FALLBACKS")
"""Former ones, or one to come: what they seal is opened too, and nothing is sealed by them
([rotation](rotating-keys.md))."""
CONFORMITY = Path(text("CONFORMITY", str(ROOT / "conformity")))
"""Where the signed conformity reports are: a process deals only code that one speaks for."""
DEVELOPMENT_KEYS = "500948458627ceb0fac9103de5e5e17381ee553f701717e105428355b3d7bda2"
"""Public key of the report that this repository keeps. Its signer writes it here, for the reviewer
of the change to see: the command that signs does not."""
CONFORMITY_TRUST = string_list("CONFORMITY_TRUST", DEVELOPMENT_KEYS)
"""The public keys (hex) whose conformity reports count."""
SIGNING_KEYS = VAR / "keys"
"""Where the secrets of the house's Ed25519 keys are, unless the environment names them."""
LOG_ORIGIN = text("LOG_ORIGIN", "sabot.localhost/log")
"""The name of the public log in its checkpoints; the first entry fixes it for ever."""
LOG_WITNESSES = string_list("LOG_WITNESSES")
"""Keys whose cosignatures the log shows, as C2SP writes them: `name+id+base64`."""

SHOE_CONTRIBUTIONS: Any = one_of("SHOE_CONTRIBUTIONS", "full", "cut_only", "none")
"""What players bring to a shoe: secrets and the cut, the cut alone, or nothing."""
DRAW_CONTRIBUTIONS: Any = one_of("DRAW_CONTRIBUTIONS", "full", "none")
"""Whether players' secrets enter every draw."""
CUT_SECONDS = number("CUT_SECONDS", 8)
"""How long the first player is asked to cut; the later ones have less."""
OPENING_SECONDS = number("OPENING_SECONDS", 5)
"""How long browsers have to open what they sealed, and to seal once the cut is decided. A phone's
idle radio takes two seconds to wake, and a slow network as much there and back; who is quicker
ends it sooner, so only silence lasts so long."""
CSRF_FAILURE_VIEW = "casino.http.error_pages.forbidden_page"
IDLE_ROUNDS = integer("IDLE_ROUNDS", 3)
"""After how many rounds without a stake a holder of boxes is warned that others wait for them, and
after how many without a word where nobody plays without the others; with the next round they are
freed. 0: never."""
FLOAT_CEILING = integer("FLOAT_CEILING", 100000000)
"""Minor units above which nobody fills a table's float. What a payment lacks the house adds all the
same (ADR 0004)."""
CHAT: Any = one_of("CHAT", "signals", "off", "free")
"""The most that players may say at any table, as far as the licence allows it: nothing, the house's
signals, own words too. A table allows own words only where its operator has said so besides."""
BEACON = one_of("BEACON", "none", "quicknet")
"""Whether drand's quicknet takes part in every shoe and draw; it needs the network."""
BEACON_URLS = web_urls(
    "BEACON_URLS",
    "https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,https://drand.cloudflare.com",
)
"""Relays of the chain, asked in this order. None is believed without the chain's signature."""
BEACON_WAIT = integer("BEACON_WAIT", 60)
"""Seconds that the house waits for a round after its time."""
BEACON_FALLBACK = one_of("BEACON_FALLBACK", "no_beacon", "pause")
"""After that: go on without it, which everybody sees, or let the table wait."""

DEBUG = flag("DEBUG")
"""Error pages show the code: never where strangers come."""
ALLOWED_HOSTS = hosts("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
"""The hosts by which the house is asked, without scheme and port; others get 400."""
CSRF_TRUSTED_ORIGINS = origins("TRUSTED_ORIGINS")
"""Origins of the house's pages behind a proxy, like `https://casino.example`."""
BEHIND_TLS = flag("BEHIND_TLS")
"""A proxy in front speaks TLS and sets X-Forwarded-Proto: cookies are for TLS only, and the address
of a visitor is the last that X-Forwarded-For names."""

INSTALLED_APPS = [
    "casino.backoffice.apps.OfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "casino.players",
    "casino.backoffice",
    "casino.ledger",
    "casino.rng",
    "tables",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # The length of a page reveals nothing (BREACH): no other site's request carries a visitor's
    # cookies (SameSite=Strict), each form's token is masked anew, and up to 100 random bytes go
    # with it.
    "casino.http.compression.Gzip",
    "casino.process.logs.RequestLog",
    "casino.http.error_pages.OutageMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "casino.http.authentication.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "casino.backoffice.access.OfficeAccessMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
]

ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "frontend" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": database_settings(VAR)}
REDIS_URL = redis_url(VAR)
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "tables.realtime.layer.TableLayer",
        # A crowd whose stakes all fall at once is a burst of frames to one hub.
        "CONFIG": {"url": REDIS_URL, "capacity": 10_000},
    }
}

AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = ["casino.players.backend.Backend"]
PASSWORD_HASHERS = ["casino.players.hashing.Argon2", "casino.players.hashing.Pbkdf2"]
"""New passwords are hashed by the first; one of another is hashed anew when its owner signs in."""
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "casino.players.passwords.MaximumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "casino.players.passwords.GuessabilityValidator"},
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "lobby"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

SPOKEN = [("fr", "Français"), ("en", "English")]
LANGUAGES = [each for each in SPOKEN if each[0] in PROFILE.languages]
"""What the page offers of them."""
LANGUAGE_CODE = PROFILE.languages[0]
USE_I18N = True
USE_TZ = True
TIME_ZONE = time_zone("TIME_ZONE", "Europe/Paris")
"""The house's days and hours."""

STATIC_URL = "static/"
# Collected from the checkout, so kept with it and shared by every SABOT_VAR.
STATIC_ROOT = (ROOT / "var" if CHECKED_OUT else VAR) / "static"
FRONTEND_DIST = ROOT / "frontend" / "dist"
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.exists() else []
STORAGES = {
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# Vite puts a content hash into the name of everything below assets/.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+-[\w-]{8}\.\w+$"

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_SECURE = BEHIND_TLS
CSRF_COOKIE_SECURE = BEHIND_TLS
if BEHIND_TLS:
    refuse_insecure_settings(debug=DEBUG, hosts=ALLOWED_HOSTS, secret_key=SECRET_KEY)
    SESSION_COOKIE_NAME = "__Host-sabot"
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 31_536_000
    # For every name below the house's own too, unless another house's site is there without TLS.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = one_of("HSTS", "subdomains", "host") == "subdomains"
    """Which names browsers ask by TLS alone from then on: the host's, or all below it too."""
    SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    },
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Sabot",
    "DESCRIPTION": "The house's REST API: lobby, wallet, rounds, rules, shoes, draws. Play money.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "casino.http.rest.complete_schema",
    ],
    "ENUM_NAME_OVERRIDES": {
        "CashRequestState": "casino.players.models.CashRequest.State",
        "CashRequestWay": "casino.players.models.CashRequest.Way",
        "CashExchangeWay": "casino.cashier.services.EXCHANGES",
        "LimitKind": "casino.responsible_gaming.limits.KINDS",
        "TableStatus": "tables.models.Table.Status",
        "RoundStatus": "tables.models.Round.Status",
        "ShoeState": "casino.rng.models.Shoe.State",
        "DrawState": "casino.rng.models.Draw.State",
    },
}

EMAIL_BACKEND = text("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
"""How mail is sent: by default it is printed; `django.core.mail.backends.smtp.EmailBackend` sends
it."""
EMAIL_HOST = text("EMAIL_HOST", "localhost")
"""The mail server."""
EMAIL_PORT = integer("EMAIL_PORT", 25, least=1, most=65535)
"""Its port."""
EMAIL_USE_TLS = flag("EMAIL_USE_TLS")
"""The connection to it is encrypted after a greeting (STARTTLS, often port 587)."""
EMAIL_USE_SSL = flag("EMAIL_USE_SSL")
"""It is encrypted from its beginning instead (often port 465)."""
EMAIL_HOST_USER = text("EMAIL_HOST_USER")
"""The user as whom the house signs in there; empty: it does not."""
EMAIL_HOST_PASSWORD = text("EMAIL_HOST_PASSWORD")
"""That user's password."""
EMAIL_TIMEOUT = 30
DEFAULT_FROM_EMAIL = text("MAIL_FROM", "sabot@localhost")
"""The sender of the house's mail."""
STATE_CONTROL_MAIL = text("STATE_CONTROL_MAIL")
"""Where notices to the state's gaming control are mailed; empty: the office alone shows them."""
CONTROL_NOTICE_MINUTES = number("CONTROL_NOTICE_MINUTES", 15)
"""How long a mail to the state's control may take; then the croupier logs an error."""
WATCH_DAYS = integer("WATCH_DAYS", 7)
"""The watch of the players looks back on so many days of play, each day."""
DUMPING_FALSE_ALARM = number("DUMPING_FALSE_ALARM", 0.01, most=1)
"""How probable it is, at the most, that chance alone opens a case of chip dumping in a day."""
ONE_PLACE_FALSE_ALARM = number("ONE_PLACE_FALSE_ALARM", 0.0001, most=1)
"""The same of a case about the accounts of one place, for each place that has several."""
CLAIM_HOURS = number("CLAIM_HOURS", 24)
"""How long after a round its players may dispute it."""
CORRECTION_BY_ONE = integer("CORRECTION_BY_ONE", 100) * 100
"""Minor units (the variable: chips) that one person may move by deciding a dispute; more wants a
second person."""
CASH_BY_ONE = min(integer("CASH_BY_ONE", 10_000) * 100, PROFILE.cash_by_one or 10**12)
"""Minor units (the variable: chips) of a deposit or withdrawal that one cashier may approve; more
wants a second cashier. A licence may set less."""
AUTO_CLOSE_ON_INTEGRITY_INCIDENT = flag("AUTO_CLOSE_ON_INTEGRITY_INCIDENT", usual=True)
"""A table whose cards or generator are in question is closed until that is decided."""
DESTRUCTION_NOTICE_HOURS = number("DESTRUCTION_NOTICE_HOURS", 24)
"""How long before dice or cards are destroyed the state's control must have its notice."""

CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_DEFAULT_QUEUE = "settlement"
CELERY_TASK_ROUTES = {
    "tables.make_equipment": {"queue": "rng"},
    "tables.close_contributions": {"queue": "rng"},
    "tables.shuffle_shoe": {"queue": "rng"},
    "tables.make_draw": {"queue": "rng"},
    "tables.make_refill": {"queue": "rng"},
    "tables.reveal_shoe": {"queue": "rng"},
    "tables.reveal_draw": {"queue": "rng"},
    "rng.check": {"queue": "rng"},
    "rng.audit_office": {"queue": "rng"},
}
# What a round awaits comes before what is only promised: 0 is first. A worker takes one at a time,
# or it would have reserved others already.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    "queue_order_strategy": "priority",
    "priority_steps": [0, 1],
}
if _sentinels := sentinel_url(REDIS_URL):
    # What redis-py has for Sentinels takes its time to load, and not every house has them.
    from casino.connections.redis_options import broker_options

    CELERY_BROKER_URL = _sentinels.broker
    CELERY_BROKER_TRANSPORT_OPTIONS |= broker_options(_sentinels)
CELERY_TASK_DEFAULT_PRIORITY = 1
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

PAYMENT_MEANS = class_paths("PAYMENT_MEANS")
"""Means of payment beside the cashier: the class of each adapter, by its key."""
PAYMENT_SECRETS = keyed_secrets("PAYMENT_SECRETS")
"""The secrets that providers share with the house, by the same key: they sign webhook calls."""
PAYMENT_SECRETS_FALLBACKS = keyed_secrets("PAYMENT_SECRETS_FALLBACKS")
"""Former ones, or those to come: what they sign is accepted too, and nothing is signed by them
([rotation](rotating-keys.md))."""
HOUSE_CURRENCY = PROFILE.currency
"""What wallets, cash and tables are in: play money, or the money of the licence's place."""
PLAY_MONEY_GRANT = 1_000_00
"""Minor units that a new player is given, once."""
PLAY_MONEY_REFILL = 500_00
"""Minor units that a player who is nearly out of chips is given on a day, once."""
PRACTICE_CURRENCY = "PRACTICE"
"""What practice tables are played for: worth nothing, and never changed into anything else."""
PRACTICE_CHIPS = 1_000_00
"""Minor units that a player is given at a practice table, and again when they are lost."""
REFILL_BELOW = 10_00
"""A player with less than this many minor units is nearly out of chips."""
PLAY_MONEY_PER_ADDRESS = integer("PLAY_MONEY_PER_ADDRESS", 5000) * 100
"""Minor units (the variable: chips) that one address is given on a day, grants and refills
together."""
SECOND_FACTOR = LICENSED or flag("SECOND_FACTOR")
"""All staff give a code of their phone too; without it, those who have enrolled one."""
REPORT_BY_TWO = LICENSED or flag("REPORT_BY_TWO")
"""Another conformity report than the house's first counts once two persons have trusted it."""
OTP_TOTP_ISSUER = "Sabot"
OFFICE_IDLE_MINUTES = number("OFFICE_IDLE_MINUTES", 30)
"""After so long without an action in the office, staff sign in again."""
OFFICE_HOURS = number("OFFICE_HOURS", 12)
"""After so long staff sign in to the office again, however busy they are."""
SESSION_COOKIE_AGE = int(3600 * number("SESSION_HOURS", 12 if LICENSED else 336))
"""Seconds (the variable: hours) that a player stays signed in: two weeks where nothing but play
money is at stake."""

SECURITY_CONTACT = text("SECURITY_CONTACT")
"""Where somebody tells of a hole: an address of the web, or `mailto:…`. Shown in security.txt."""

LIMIT_COOLING_OFF_HOURS = number("LIMIT_COOLING_OFF_HOURS", 24)
"""How long a limit that a player raises, or lifts, waits until it is in force; longer where the
licence wants it."""

REALITY_CHECK_MINUTES = number("REALITY_CHECK_MINUTES", 60)
"""How often a player at the tables is shown their time there, their stakes and what came of them,
and asked to acknowledge it; more often where the licence wants it. 0: never."""

SIGN_UPS_PER_ADDRESS = integer("SIGN_UPS_PER_ADDRESS", 3)
"""Accounts opened from one address (IPv6: one /64) without a pause; forgotten after a quiet day."""
SIGN_UPS_PER_NETWORK = integer("SIGN_UPS_PER_NETWORK", 30)
"""The same of its network: IPv4 /24, IPv6 /48."""

API_PER_MINUTE = integer("API_PER_MINUTE", 600)
"""Requests to the REST API in a minute, of one player or one address."""

SOCKETS_PER_PLAYER = integer("SOCKETS_PER_PLAYER", 20)
"""Sockets that a player may have open at once, at all web processes together."""
SOCKETS_PER_ADDRESS = integer("SOCKETS_PER_ADDRESS", 100)
"""The same of visitors who are not signed in, by address."""
UNFINISHED_PER_ADDRESS = integer("UNFINISHED_PER_ADDRESS", 100)
"""Connections of one address to a web process whose request is not whole after a second."""
DRAIN_SECONDS = number("DRAIN_SECONDS", 3, most=5)
"""Seconds for which a web process serves on after its SIGTERM, while `/readyz` answers 503."""
HEADER_SECONDS = number("HEADER_SECONDS", 15)
"""Seconds in which the headers of a request must be whole."""
BACKLOG = integer("BACKLOG", 256)
"""The backlog of commands and greetings for threads, in a web process; the next gets `busy`."""
THREADS = integer("SABOT_THREADS", 8, least=1)
"""Threads per web process that run commands; each keeps one database connection."""
HTTP_THREADS = integer("SABOT_HTTP_THREADS", 8, least=1)
"""Threads that a web process keeps between requests, each with a database connection."""

LOGGING_CONFIG = "casino.process.logs.configure"
LOGGING: dict[str, Any] = {"version": 1}
