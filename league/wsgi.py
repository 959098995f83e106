"""What a WSGI server loads: `league.wsgi:application`."""

import gc
import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from league.waits import limits_of

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

application = get_wsgi_application()
# Before the first connection is made.
settings.DATABASES["default"]["OPTIONS"].update(limits_of(settings.DATABASES["default"]))
# Django and the program are here to stay: looking through them for garbage with every few requests
# was a fifteenth of what a hand costs.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 20)
