"""A cache of this process for things too big to be packed and unpacked each time."""

from collections import OrderedDict
from threading import Lock
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache


class KeptObjects(BaseCache):
    """Gives back the very object that was put in: whoever takes it changes nothing of it.

    Nothing runs out; the oldest goes when `MAX_ENTRIES` are there.
    """

    def __init__(self, _name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._objects, self._lock = _OBJECTS, _LOCK

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        with self._lock:
            return self._objects.get(self.make_key(key, version), default)

    def set(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        made = self.make_key(key, version)
        with self._lock:
            self._objects.pop(made, None)
            while len(self._objects) >= self._max_entries:
                self._objects.popitem(last=False)
            self._objects[made] = value

    def clear(self) -> None:
        with self._lock:
            self._objects.clear()


# Django makes a cache object for each thread; what is kept is one for all.
_OBJECTS: "OrderedDict[str, Any]" = OrderedDict()
_LOCK = Lock()
