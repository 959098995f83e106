"""What a WSGI server loads: `league.wsgi:application`."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from league.waits import limits_of

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

application = get_wsgi_application()
# Before the first connection is made.
settings.DATABASES["default"]["OPTIONS"].update(limits_of(settings.DATABASES["default"]))
