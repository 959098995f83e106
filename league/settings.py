"""Settings, all in this file; what differs between machines comes from the environment.

`manage.py runserver` is for development; everything else runs as in production.
The variables, each with what it defaults to, stand in docs/SETTINGS.md.
"""

import os
import secrets
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ

from league.databases import database
from league.hosts import own_hosts

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

TESTING = "pytest" in sys.modules
DEBUG = env.bool("DEBUG", default="runserver" in sys.argv) and not TESTING

# Database file, secret key, collected static files and backups.
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data"))).expanduser().resolve()
if not TESTING:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)


def kept_secret_key(path: Path) -> str:
    """The key in the file; made once, readable by nobody else, whoever comes first."""
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-key-")  # mode 0600
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)  # atomic: a key that another worker has just made stays
        except FileExistsError:
            pass
        except OSError:  # a disk without hard links
            if not path.exists():
                Path(draft).replace(path)
        Path(draft).unlink(missing_ok=True)
    return path.read_text(encoding="ascii").strip()


if TESTING:
    SECRET_KEY = "only-for-tests-" + "0123456789" * 4
else:
    SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret_key(DATA_DIR / "secret-key")

# Where people reach the site, such as https://cards.example.org. Without it the site is
# meant for the hall: plain http, under this machine's own names and addresses.
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
_public_https = urlsplit(PUBLIC_URL).scheme == "https"
_public_host = urlsplit(PUBLIC_URL).hostname
# In the hall `manage.py serve` can make a certificate of its own (`league.certificates`).
OWN_CERTIFICATE = env.bool("CERTIFICATE", default=False) and not PUBLIC_URL
CERTIFICATE_DIR = DATA_DIR / "certificate"
HTTPS = _public_https or OWN_CERTIFICATE

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[_public_host] if _public_host else own_hosts())
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = _public_https
if OWN_CERTIFICATE:
    # The same laptop serves plain http another night, and there a browser puts no cookie in the
    # place of a secure one: the session has a name of its own, the token is no secure one.
    SESSION_COOKIE_NAME = "hall_session"
CSRF_FAILURE_VIEW = "league.views.carry_on.csrf_failed"
# Nothing is promised for a hall: a browser that was told so would never again accept the warning.
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if _public_https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _public_https
SECURE_HSTS_PRELOAD = _public_https
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# How many proxies of one's own stand in front; only their headers are believed.
PROXIES = env.int("PROXIES", default=0)
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],  # scripts and styles too, none of them in a page
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

INSTALLED_APPS = [
    "league",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Outside of all that reads or writes a body; static files are packed once, by WhiteNoise.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "league.middleware.whole_requests",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.middleware.expired_sign_in",
    "league.middleware.names_for_the_reader",
    "league.middleware.GoneMeanwhile",
]

ROOT_URLCONF = "league.urls"
WSGI_APPLICATION = "league.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
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


DATABASES = {"default": database(env, DATA_DIR, testing=TESTING, debug=DEBUG)}
# A moment of the past is read in a database of its own (`league.queries.past_database`).
DATABASE_ROUTERS = ["league.queries.past_router.PastRouter"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# `default` is shared by all workers: the limits on sign-in are counted in it. It is a
# table (`manage.py createcachetable`) unless CACHE_URL names Redis or memcached.
# `pages` is each process's own: rendered pages, kept under the competition's version.
if TESTING:
    _shared_cache: dict[str, Any] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
elif env.str("CACHE_URL", default=""):
    _shared_cache = env.cache_url("CACHE_URL")
else:
    _shared_cache = {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "shared_cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
CACHES = {
    "default": _shared_cache,
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": 3600,
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}
# `facts`: what the tables of the last competitions were worked out from.
CACHES["facts"] = {
    "BACKEND": "league.kept_objects.KeptObjects",
    "OPTIONS": {"MAX_ENTRIES": 10},
}
if TESTING:  # tests make states without writing them down, so no version rises
    _none = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    CACHES |= {"pages": _none, "facts": _none}

# Reading a session from a cache that is a table saves nothing over reading the session.
_a_table = _shared_cache["BACKEND"].endswith("DatabaseCache")
SESSION_ENGINE = "league.sessions" if _a_table else "django.contrib.sessions.backends.cached_db"

AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = ["league.accounts.AuthenticationBackend"]
_validators = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_validators}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_validators}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_validators}.CommonPasswordValidator"},
    {"NAME": f"{_validators}.NumericPasswordValidator"},
]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# A mail server is optional: EMAIL_URL=smtp+tls://user:password@host:587
MAIL_ENABLED = TESTING or bool(env.str("EMAIL_URL", default=""))
if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default=f"tarabish@{_public_host or 'localhost'}")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

ACCOUNT_ADAPTER = "league.accounts.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "optional" if MAIL_ENABLED else "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGIN_BY_CODE_ENABLED = MAIL_ENABLED
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
# Beside the library's own limits: our pages that open a door, counted by address.
# `join` counts codes and links that open nothing, `join_account` who makes an account with one.
# `link_wrong` counts table links that open nothing, `link_opened` phones that open one: a whole
# hall behind one address opens its tables at once. `phone_differs` counts lines in the log.
ACCOUNT_RATE_LIMITS = {
    "welcome": "10/m/ip",
    "sign_in_link": "30/m/ip",
    "keep_form": "30/m/ip",
    "join": "10/m/ip,60/h/ip",
    "join_account": "60/m/ip",
    "join_mail": "60/m/ip,3/m/key",
    "change_email": "5/h/user",
    "link_wrong": "30/m/ip",
    "link_opened": "120/m/ip",
    "phone_differs": "10/m/ip",
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# Browsers give passkeys to https under a name and to localhost; a hall is an address.
PASSKEYS = env.bool("PASSKEYS", default=_public_https or DEBUG or TESTING)
MFA_SUPPORTED_TYPES = ["recovery_codes", "totp", *(["webauthn"] if PASSKEYS else [])]
MFA_PASSKEY_LOGIN_ENABLED = PASSKEYS
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
# Without a mail server no address is ever confirmed.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Tarabish"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "league" / "locale"]
USE_I18N = True
TIME_ZONE = env.str("TIME_ZONE", default="America/Glace_Bay")
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
_plain_files = "django.contrib.staticfiles.storage.StaticFilesStorage"
_packed_files = "league.packed_files.PackedFiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _plain_files if DEBUG or TESTING else _packed_files},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site shows our files
WHITENOISE_USE_FINDERS = DEBUG or TESTING
WHITENOISE_AUTOREFRESH = DEBUG or TESTING

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"hide_secrets": {"()": "league.logs.HideSecrets"}},
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["hide_secrets"],
            "formatter": "line",
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "league": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}
