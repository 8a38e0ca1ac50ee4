"""Books compute ahead of time with Berth, from Python.

One file that needs nothing but Python 3.11. It signs in as the shell does: with what ``berth login`` has saved, or with
``BERTH_URL`` and ``BERTH_TOKEN``.

>>> import berth
>>> r = berth.book("training", gpus=2, hours=3)
>>> print(r)
r1 training: 2 gpus of pool gpu, 2026-11-16 08:00 to 2026-11-16 11:00, waiting
>>> r.price
Decimal('72.00')
>>> print(berth.book("later", hours=1, ready=r.end).cancel())
Reservation price 0.50, now 0.00; penalty due 0.00

Work that needs servers goes into a block. It waits for them, has them while it runs, and gives them back at its end:

>>> with berth.reserve(gpus=1, hours=2) as r:
...     print(r.state, r.servers, r.unit)
running 1 gpu

All times are aware ``datetime`` objects, money is ``Decimal``, and whatever the service refuses is a `Refused` with its code,
its sentence and its offers. A request that changes something has an idempotency key, so that it is carried out once even
when it has to be sent again because the service restarts, has too much to do or cannot be reached.
"""

from __future__ import annotations

import ctypes
import email.utils
import functools
import http.client
import inspect
import json
import logging
import os
import random
import re
import signal
import socket
import ssl
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, TypedDict, TypeVar, Unpack

__all__ = [
    "BerthError", "Change", "Client", "Closed", "Event", "Invalid", "Job", "NotSignedIn", "Offer", "Offers", "Quote", "Refused",
    "Reservation", "Session", "TimeIsOver", "Unavailable", "book", "connect", "get", "login", "offers", "on", "reservations",
    "reserve", "watch",
]  # fmt: skip

_P = ParamSpec("_P")
_R = TypeVar("_R")
_Json = dict[str, Any]
_log = logging.getLogger("berth")

_USUAL_PATIENCE = 15.0
_LONGEST_PAUSE = 5.0
_ANSWER_SECONDS = 60.0
_WEEK = timedelta(days=7)
_OPEN = ("queued", "held", "waiting", "running", "degraded")
# Whoever asks again would be answered the same.
_NOT_REPEATED = ("site-full", "servers-in-use", "cancelled")


class BerthError(Exception):
    """Failure with a code and a sentence, as the service gave them.

    ``code`` is stable, such as ``no-capacity``; ``sentence`` is for people; ``status`` is that of HTTP, 0 if no answer came.
    """

    def __init__(self, sentence: str, code: str = "", status: int = 0, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code
        self.status = status
        self.problem: Mapping[str, Any] = problem or {}


class NotSignedIn(BerthError):
    """Sign-in that is missing, or that the service does not accept."""


class Refused(BerthError):
    """Refusal: the service could do it and does not.

    ``code`` says why (``no-capacity``, ``quota``, ``not-allowed`` and so on), ``numbers`` has what decided, and ``offers`` what
    would have been accepted, best first.

    >>> try:
    ...     berth.book("course", pool="gpu", servers=4, hours=8)
    ... except berth.Refused as refused:
    ...     print(refused.code, [offer.family for offer in refused.offers], refused.offers[0].book().servers)
    no-capacity ['fewer-servers', 'later'] 2
    """

    def __init__(self, sentence: str, code: str, status: int, problem: Mapping[str, Any], offers: Sequence[Offer]) -> None:
        super().__init__(sentence, code, status, problem)
        self.offers = list(offers)
        self.numbers: Mapping[str, Any] = problem.get("numbers", {})


class Invalid(BerthError):
    """Request that cannot be meant: an unknown reservation or pool, or a field with a wrong value.

    ``errors`` names each wrong field, its value and what would be right.
    """

    @property
    def errors(self) -> list[tuple[str, str, str]]:
        return [(each["field"], str(each["value"]), each["rule"]) for each in self.problem.get("errors", [])]


class Unavailable(BerthError):
    """No answer of the service within the time for trying again (``BERTH_WAIT``, 15 seconds by default)."""


class Closed(BerthError):
    """Reservation that closed while it was waited for; ``code`` is its state, such as ``cancelled``."""


class TimeIsOver(BerthError):
    """End of a reservation before the end of the block or function that ran in it; ``code`` is its state."""

    # Python raises it in another thread without arguments.
    def __init__(self, sentence: str = "The time of the reservation is over", code: str = "ended") -> None:
        super().__init__(sentence, code)


@dataclass(frozen=True)
class Offer:
    """Placement with a price that can be booked until ``expires``, as long as nobody else takes its place."""

    client: Client
    data: _Json

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def family(self) -> str:
        """In which way it departs from what was asked: ``as-asked``, ``later``, ``fewer-servers`` and so on."""
        return str(self.data["family"])

    @property
    def pool(self) -> str:
        return str(self.data["pool"])

    @property
    def servers(self) -> int:
        return int(self.data["servers"])

    @property
    def start(self) -> datetime:
        return _instant(self.data["start"])

    @property
    def end(self) -> datetime:
        return _instant(self.data["end"])

    @property
    def expires(self) -> datetime:
        return _instant(self.data["expires"])

    @property
    def price(self) -> Decimal:
        return Decimal(self.data["price"])

    def book(self, *, key: str = "") -> Reservation:
        """Books this offer; one that is held is confirmed."""
        if "reservation" in self.data:
            return self.client.get(self.data["reservation"]).confirm(key=key)
        return Reservation(self.client, self.client.request("POST", "/reservations", {"offer": self.id}, key=key))

    def __str__(self) -> str:
        return f"{self.id} {self.family}: {_where(self.data)}, {_when(self.data)} for {self.price}"


class Offers(list[Offer]):
    """Offers, best first; ``refusal`` says why what was asked cannot be had, and is None if it can."""

    refusal: Refused | None = None


@dataclass(frozen=True)
class Quote:
    """Cost of a change: the price before and after it, and a fee that is due once (an incentive if negative)."""

    before: Decimal
    after: Decimal
    fee: Decimal

    def __str__(self) -> str:
        return f"Reservation price {self.before}, now {self.after}; " + (
            f"incentive paid {-self.fee}" if self.fee < 0 else f"penalty due {self.fee}"
        )


@dataclass(frozen=True)
class Change:
    """Outcome of a change: what it costs, and the reservation as it is then. With ``dry_run`` nothing was changed."""

    quote: Quote
    reservation: Reservation | None
    dry_run: bool


@dataclass(frozen=True)
class Event:
    """Message of the event stream.

    ``id`` goes into `Client.watch` to resume after it. Of several events of one change only the last has a new one, so that
    they come again together.
    """

    id: str
    kind: str
    time: datetime
    reservation: str
    data: _Json


class Job(TypedDict, total=False):
    """Fields of a job, as keyword arguments of `book`, `offers`, `reserve` and `on`.

    ========== ==========================================================================================================
    gpus       GPUs: of each server in pools whose hosts have parts (below 1: a share of one), else that many servers of a pool
               of GPUs
    servers    servers, 1 by default
    cores      cores of each server, on hosts that are booked in parts
    memory     memory of each server, such as ``64g``, there
    parts      any parts of each server by name, there
    licences   licences of the site by name
    hours      time on the servers, as hours or ``timedelta``
    work       instead of ``hours``: the work of each server, as time at rate 1; needs a ``deadline``
    ready      earliest start; default now
    deadline   latest end; without it a job with ``hours`` starts at ``ready`` exactly
    pool, host only there
    spread     whether the servers may be on several hosts
    require    attributes of the pool, such as ``{"gpu": "h100"}``
    budget     the most that it may cost
    prefer     of the windows that are free: ``cheap``, ``soon`` or ``clean``; default the policy of the site chooses
    project    the project that it is for
    user       the account that it is for, for operators and staff
    when_free  whether it may start before its promised time, as soon as servers are free
    words      all of it in plain English, such as ``"1 gpu tonight for 8 hours"``; the other fields add to that
    ========== ==========================================================================================================
    """

    gpus: float
    servers: int
    cores: int
    memory: str
    parts: Mapping[str, int | str]
    licences: Mapping[str, int]
    hours: float | timedelta
    work: float | timedelta
    ready: datetime
    deadline: datetime
    pool: str
    host: str
    spread: bool
    require: Mapping[str, str]
    budget: Decimal | int | str
    prefer: str
    project: str
    user: str
    when_free: bool
    words: str


class Reservation:
    """Committed placement. ``data`` is the answer of the service as it was read last; `refresh` reads it again."""

    def __init__(self, client: Client, data: _Json) -> None:
        self.client = client
        self.data = data
        self.machines: list[_Json] = []

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def name(self) -> str:
        return str(self.data.get("name", ""))

    @property
    def state(self) -> str:
        """``queued``, ``held``, ``waiting``, ``running`` or ``degraded``; else how it has closed, such as ``ended``."""
        return str(self.data["state"])

    @property
    def pool(self) -> str:
        return str(self.data["pool"])

    @property
    def servers(self) -> int:
        return int(self.data["servers"])

    @property
    def unit(self) -> str:
        """What a server of its pool is called, such as ``gpu``."""
        return str(self.data.get("unit", "server"))

    @property
    def start(self) -> datetime:
        """Promised start, or the real one once it has started."""
        return _instant(self.data["start"])

    @property
    def end(self) -> datetime:
        return _instant(self.data["end"])

    @property
    def price(self) -> Decimal:
        return Decimal(self.data["price"])

    @property
    def hosts(self) -> list[str]:
        """Hosts of its servers, each once; empty before they are settled, and where servers have no names."""
        return list(dict.fromkeys(str(each["host"]) for each in self.machines if "host" in each))

    @property
    def is_open(self) -> bool:
        return self.state in _OPEN

    def refresh(self) -> Reservation:
        """Reads it again, and returns itself."""
        self.data = self.client.request("GET", self._path())
        return self

    def wait(self, until: str = "start", *, timeout: float | None = None, tell: Callable[[str], None] | None = None) -> Reservation:
        """Waits until it has started (or, with ``until="end"``, has ended), and returns itself.

        ``tell`` is called with a line whenever its start changes. Raises `Closed` if it was cancelled, lost or turned away, and
        ``TimeoutError`` after ``timeout`` seconds.
        """
        if until not in ("start", "end"):
            raise ValueError(f'until: "{until}" must be start or end')
        limit = None if timeout is None else time.monotonic() + timeout
        seen, told = "", ""
        while True:
            left = 30.0 if limit is None else max(0.0, min(30.0, limit - time.monotonic()))
            if self.state == "queued":
                self.refresh()
                _pause(1.0 if seen else 0.0)
                seen = "queued"
            else:
                seen = self._follow("" if seen == "queued" else seen, left)
            if self.state == "running" and until == "start":
                return self
            if self.state in ("ended", "finished-early") and until == "end":
                return self
            if not self.is_open:
                raise Closed(f"{self.id} is {self.state}", self.state)
            line = self._waits()
            if tell is not None and line != told and self.state in ("queued", "waiting"):
                tell(line)
            told = line
            if limit is not None and time.monotonic() >= limit:
                raise TimeoutError(f"{self.id} is {self.state} after {timeout:g} s")

    def change(
        self,
        kind: str,
        *,
        hours: float | timedelta | None = None,
        work: float | timedelta | None = None,
        servers: int | None = None,
        by: float | timedelta | None = None,
        ready: datetime | None = None,
        deadline: datetime | None = None,
        parts: Mapping[str, int | str] | None = None,
        licences: Mapping[str, int] | None = None,
        dry_run: bool = False,
        key: str = "",
    ) -> Change:
        """Renegotiates one term, all or nothing.

        ``fix`` keeps its time from being moved; ``relax`` takes a new ``ready`` or ``deadline``; ``move`` takes ``by``, earlier
        if negative; ``extend`` and ``shrink`` take ``hours``, ``work`` or ``servers``; ``parts`` takes ``parts`` and ``licences``.
        With ``dry_run`` nothing changes, and the answer says what it would cost.

        >>> r = berth.book("lab", pool="new", hours=2)
        >>> change = r.change("extend", hours=1, dry_run=True)
        >>> print(change.quote)
        Reservation price 5.00, now 7.50; penalty due 0.00
        >>> print(r.change("extend", hours=1).quote.after, r.end - r.start)
        7.50 3:00:00
        """
        if hours is not None and work is not None:
            raise ValueError("give either hours or work")
        body: _Json = {"kind": kind, "dryRun": dry_run}
        if hours is not None:
            body["work"] = _duration(self._work_of(hours))
        fields = {
            "work": None if work is None else _duration(_span(work)),
            "servers": servers,
            "by": None if by is None else _duration(_span(by)),
            "ready": None if ready is None else _text(ready),
            "deadline": None if deadline is None else _text(deadline),
            "parts": None if parts is None else dict(parts),
            "licences": None if licences is None else dict(licences),
        }
        body.update((name, value) for name, value in fields.items() if value is not None)
        answer = self.client.request("POST", self._path() + "/changes", body, key=key)
        return self._changed(answer)

    def cancel(self, *, dry_run: bool = False, key: str = "") -> Quote:
        """Gives it back, or withdraws a queued request; returns what stays due. With ``dry_run`` nothing is changed."""
        answer = self.client.request("DELETE", self._path() + ("?dryRun=true" if dry_run else ""), key=key)
        if not dry_run:
            self._reread()
        return _quote(answer)

    def finish(self, *, key: str = "") -> Quote:
        """Ends it before its time, while it is running; what waits takes its place."""
        answer = self.client.request("POST", self._path() + "/finish", key=key)
        self._reread()
        return _quote(answer)

    def confirm(self, *, key: str = "") -> Reservation:
        """Makes a reservation of what is held, and returns itself."""
        self.data = self.client.request("POST", self._path() + "/confirm", key=key)
        return self

    def watch(self) -> Iterator[Event]:
        """Returns an iterator over what happens to it from this call on, until it has closed."""
        return self._events(self.client.watch())

    def _events(self, events: Iterator[Event]) -> Iterator[Event]:
        for event in events:
            if event.kind == "reset":
                self.refresh()
            elif event.reservation == self.id:
                self.data = event.data.get("reservation", self.data)
                yield event
                if event.kind in ("closed", "turned-away"):
                    self._reread()
            if not self.is_open:
                return

    def environment(self) -> dict[str, str]:
        """Variables that tell a program about its servers: the same that ``berth run`` sets."""
        names = [str(each["name"]) for each in self.machines] or [str(each) for each in self.data.get("serverNumbers", [])]
        variables = {
            "BERTH_RESERVATION": self.id,
            "BERTH_POOL": self.pool,
            "BERTH_END": _text(self.end),
            "BERTH_SERVERS": ",".join(names),
        }
        if self.hosts:
            variables["BERTH_HOSTS"] = ",".join(self.hosts)
        devices = [str(each.get("device", "")) for each in self.machines]
        if devices and all(re.fullmatch(r"(GPU|MIG)-.*|\d{1,3}", each) for each in devices):
            variables["CUDA_VISIBLE_DEVICES"] = ",".join(devices)
        parts = [f"{part}={amount}" for part, amount in self.data.get("parts", {}).items()]
        share = self.data.get("share")
        if share:
            amount = f"{share['memory']}MiB" if "memory" in share else f"{Decimal(share['thousandths']) / 1000}"
            parts.append(f"{share['part']}={amount}")
        if parts:
            variables["BERTH_PARTS"] = ",".join(parts)
        self._add_devices(variables)
        return variables

    def _add_devices(self, variables: dict[str, str]) -> None:
        named = {int(each["number"]): str(each["name"]) for each in self.machines}
        settled = [
            (named.get(each["server"], str(each["server"])), each["part"], number)
            for each in self.data.get("devices", [])
            for number in each["numbers"]
        ]
        if settled:
            variables["BERTH_DEVICES"] = ",".join(f"{server}:{part}:{number}" for server, part, number in settled)
        cards = [str(number) for _, part, number in settled if part == "gpu"]
        if cards and len(self.data.get("serverNumbers", [])) == 1:
            # Cards are numbered as nvidia-smi numbers them; CUDA would put the fastest first.
            variables["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"
            variables["CUDA_VISIBLE_DEVICES"] = ",".join(cards)

    def _path(self) -> str:
        return "/reservations/" + urllib.parse.quote(self.id, safe="")

    def _waits(self) -> str:
        if self.state != "waiting":
            return f"{self.id} is {self.state}"
        expected = self.data.get("expectedStart")
        return f"{self.id} waits for its servers in pool {self.pool}; " + (
            f"starts about {_local(_instant(expected))}, by {_local(self.start)} at the latest"
            if expected
            else f"starts {_local(self.start)}"
        )

    def _follow(self, seen: str, seconds: float, runner: str = "") -> str:
        query = {"wait": f"PT{seconds:.3f}S"}
        if seen:
            query["seen"] = seen
        if runner:
            query["runner"] = runner
        answer = self.client.request("GET", self._path() + "/follow?" + urllib.parse.urlencode(query), seconds=seconds)
        self.data = answer["reservation"]
        self.machines = answer.get("machines", [])
        self.client._learn_time(_instant(answer["now"]))
        return str(answer["seen"])

    def _changed(self, answer: _Json) -> Change:
        after = answer.get("reservation")
        if after is not None and not answer["dryRun"]:
            self.data = after
        return Change(_quote(answer), None if after is None else Reservation(self.client, after), bool(answer["dryRun"]))

    def _work_of(self, hours: float | timedelta) -> timedelta:
        """The API takes work: of what was booked as work, that which its servers do in this time."""
        rate = self.client._rate(self.pool) if "work" in self.data else Decimal(1)
        return timedelta(milliseconds=max(1, int(Decimal(round(_span(hours) / timedelta(milliseconds=1))) * rate)))

    def _reread(self) -> None:
        try:
            self.refresh()
        except Invalid:
            # A request that is withdrawn is gone.
            self.data = {**self.data, "state": "cancelled"}

    def __str__(self) -> str:
        if self.state in ("queued", "turned-away"):
            return f"{self.id} {self.name}: {self.state}"
        return f"{self.id} {self.name}: {_where(self.data)}, {_when(self.data)}, {self.state}"

    def __repr__(self) -> str:
        return f"<Reservation {self}>"


class Session:
    """Block of work inside a reservation, made by `Client.reserve`.

    At its beginning it books, or takes the reservation that is named, waits for the start and tells the service that a command
    runs; at its end it tells how that ended and gives back what it booked. The environment variables of ``berth run`` are set
    meanwhile, among them ``CUDA_VISIBLE_DEVICES``, if the servers are on this machine or have no host: set before a library
    looks for GPUs, it sees those that are reserved. Five minutes before the end a line is told. At the end the block is
    interrupted as by Ctrl-C and raises `TimeIsOver`, because the servers are somebody else's from then on.
    """

    def __init__(
        self,
        client: Client,
        name: str,
        job: Job,
        reservation: str,
        tell: Callable[[str], None] | None,
        warn: float | timedelta,
        *,
        only_here: bool = False,
    ) -> None:
        self._client = client
        self._name = name
        self._job = job
        self._id = reservation
        self._tell = tell or _log.info
        self._warn = _span(warn)
        self._only_here = only_here
        self._runner = str(uuid.uuid4())
        self._over = threading.Event()
        self._left = threading.Event()
        self._lock = threading.Lock()
        self._before: dict[str, str | None] = {}
        self._thread = 0
        self._reservation: Reservation | None = None

    def __enter__(self) -> Reservation:
        r = self._client.get(self._id) if self._id else self._book()
        self._reservation = r
        try:
            r.wait("start", tell=self._tell)
            if self._only_here and not self._is_here(r):
                raise self._elsewhere(r.id, r.hosts)
            beat = self._begin(r)
        except BaseException:
            if not self._id and r.is_open:
                _quietly(r.cancel)
            raise
        self._set_environment(r)
        self._thread = threading.get_ident()
        self._tell(f"{r.id} runs on {_where(r.data)} until {_local(r.end)}")
        threading.Thread(target=self._keep, args=(r, beat), name=f"berth-{r.id}", daemon=True).start()
        return r

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            with self._lock:
                self._left.set()
        except KeyboardInterrupt:
            if not self._over.is_set():
                raise
            self._left.set()
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        r = self._reservation
        if r is None:
            return
        cut = self._over.is_set()
        body: _Json = {"runner": self._runner, "exitCode": 0 if kind is None else 1, "cutShort": cut}
        if self._id:
            body["keepsServers"] = True
        try:
            self._client.request("POST", r._path() + "/run/end", body)
        except (Refused, Invalid):
            # Its time is over, or it is lost: nothing is left to give back.
            pass
        except Unavailable as unavailable:
            self._tell(f"Cannot tell the service that the work in {r.id} has ended: {unavailable}")
        _quietly(r.refresh)
        if cut:
            why = f"{r.id} was interrupted: it is {r.state}"
            if isinstance(error, KeyboardInterrupt | TimeIsOver):
                raise TimeIsOver(why, r.state) from None
            self._tell(why)

    def failed(self) -> None:
        """Says that the work has failed although no exception leaves the block."""
        r = self._reservation
        if r is not None and not self._left.is_set():
            self.__exit__(BerthError, None, None)
            self._reservation = None

    def _book(self) -> Reservation:
        job = self._client._job(self._name or _program(), self._job)
        if "deadline" not in job and "stay" in job:
            begin = _instant(job["ready"]) if "ready" in job else datetime.now(timezone.utc)
            job["deadline"] = _text(begin + _span_of(job["stay"]) + _WEEK)
        job.setdefault("starts", "when-free")
        hosts = [job["host"]] if "host" in job else self._client._hosts(job)
        here = next((host for host in hosts if _plain(host) == _host()), "")
        # Where some servers have no host, they may be anywhere.
        if hosts and all(hosts):
            if here:
                job["host"] = here
                job.pop("spread", None)
            elif self._only_here:
                raise self._elsewhere(self._name, hosts)
        return Reservation(self._client, self._client.request("POST", "/reservations", job))

    def _begin(self, r: Reservation) -> float:
        """Nothing may run before the command that had the servers is over, which only the service knows."""
        body: _Json = {"runner": self._runner, "host": _host()[:100], "command": _program()[:100]}
        if self._id:
            body["again"] = True
        told = False
        while True:
            try:
                answer = self._client.request("POST", r._path() + "/run", body)
                return _span_of(answer.get("beat", "PT30S")).total_seconds()
            except Unavailable as busy:
                if busy.code != "servers-in-use":
                    raise
                if not told:
                    self._tell(f"{r.id} waits until the command that had its servers before has ended")
                told = True
                _pause(0.5)

    @staticmethod
    def _elsewhere(name: str, hosts: list[str]) -> BerthError:
        where = ", ".join(sorted(set(hosts)))
        return BerthError(f"The servers for {name} are on {where}, and this machine is {_host()}; run the program there", "elsewhere")

    @staticmethod
    def _is_here(r: Reservation) -> bool:
        return not r.hosts or _host() in [_plain(each) for each in r.hosts]

    def _set_environment(self, r: Reservation) -> None:
        if not self._is_here(r):
            return
        for name, value in r.environment().items():
            self._before[name] = os.environ.get(name)
            os.environ[name] = value

    def _keep(self, r: Reservation, beat: float) -> None:
        """Beats, follows the reservation, warns before its end and interrupts the block at its end."""
        seen, warned = "", False
        asking = max(1.0, min(20.0, beat / 2))
        while not self._left.is_set():
            left = r.end - self._client._now()
            if r.state != "running" or left <= timedelta(0):
                self._interrupt()
                return
            if left <= self._warn and not warned:
                warned = True
                self._tell(f"{r.id} ends at {_local(r.end)}")
            elif left > self._warn:
                warned = False
            until = left if warned else left - self._warn
            begun = time.monotonic()
            try:
                seconds = max(0.05, min(asking, until.total_seconds(), left.total_seconds()))
                before = seen
                seen = r._follow(seen, seconds, self._runner)
                if before == seen and time.monotonic() - begun < 0.05:
                    # The service has no place for another who waits.
                    self._left.wait(min(seconds, 1.0))
            except BerthError as trouble:
                _log.debug("cannot follow %s: %s", r.id, trouble)
                self._left.wait(1.0)

    def _interrupt(self) -> None:
        with self._lock:
            if self._left.is_set():
                return
            self._over.set()
            main = threading.main_thread()
            if self._thread == main.ident:
                signal.pthread_kill(self._thread, signal.SIGINT)
            else:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TimeIsOver))


class Client:
    """Service of Berth and the token for it. Threads may share one."""

    def __init__(self, address: str, token: str, ca: str = "") -> None:
        self.addresses = [_checked(each.strip()) for each in address.split(",")]
        self._token = token
        self._ca = ca
        self._at = 0
        self._version = 0
        self._offset = timedelta(0)
        self.patience = _patience()

    def __repr__(self) -> str:
        return f"<Client {','.join(self.addresses)}>"

    def pools(self) -> list[_Json]:
        """Pools of the site, as the API has them."""
        return list(self.request("GET", "/pools")["pools"])

    def offers(self, name: str = "", *, most: int = 3, hold: float | timedelta | None = None, key: str = "", **job: Unpack[Job]) -> Offers:
        """Asks what could be had, and books nothing.

        With ``hold`` the first offer is kept for so long: it is then a reservation in state ``held`` that `Offer.book` confirms.

        >>> for offer in berth.offers("night", gpus=3, hours=6, most=2):
        ...     print(offer.family, offer.servers, f"{offer.start:%H:%M}", offer.price)
        fewer-servers 2 08:00 144.00
        later 3 11:00 216.00
        """
        body = self._job(name or _program(), job)
        body["wish"] = {"most": most}
        if hold is not None:
            body["hold"] = _duration(_span(hold))
        answer = self.request("POST", "/offers", body, key=key)
        found = Offers(Offer(self, each) for each in answer["offers"])
        if "refusal" in answer:
            problem = answer["refusal"]
            found.refusal = Refused(problem["detail"], problem["code"], problem["status"], problem, found)
        return found

    def book(
        self,
        name: str = "",
        *,
        guests: Sequence[str] = (),
        queued: bool = False,
        key: str = "",
        **job: Unpack[Job],
    ) -> Reservation:
        """Makes a reservation, or raises `Refused` with the reason and offers.

        ``guests`` are accounts or projects with whom it is shared. With ``queued`` it is decided at the end of the round; `wait`
        waits for that too. ``key`` is the idempotency key: repeated with the same one within a day it is booked once.

        >>> r = berth.book(words="2 servers tomorrow 9am to 5pm")
        >>> print(r.start, r.end)
        2026-11-17 09:00:00+00:00 2026-11-17 17:00:00+00:00
        """
        body = self._job(name or _program(), job)
        if guests:
            body["guests"] = list(guests)
        if queued:
            body["queued"] = True
        return Reservation(self, self.request("POST", "/reservations", body, key=key))

    def get(self, id: str) -> Reservation:
        """Reads one reservation."""
        return Reservation(self, self.request("GET", "/reservations/" + urllib.parse.quote(id, safe="")))

    def reservations(self, *, user: str = "me", ended: bool = False, pool: str = "") -> list[Reservation]:
        """Lists what is open, or with ``ended`` what has closed lately; ``user=""`` is everybody's."""
        found: list[Reservation] = []
        query = {"limit": "1000", "user": user, "pool": pool, "ended": "true" if ended else ""}
        while True:
            page = self.request("GET", "/reservations?" + urllib.parse.urlencode({k: v for k, v in query.items() if v}))
            found += [Reservation(self, each) for each in page["reservations"]]
            if "next" not in page:
                return found
            query["after"] = page["next"]

    def reserve(
        self,
        name: str = "",
        *,
        reservation: str = "",
        tell: Callable[[str], None] | None = None,
        warn: float | timedelta = timedelta(minutes=5),
        **job: Unpack[Job],
    ) -> Session:
        """Makes a block that runs on reserved servers: ``with berth.reserve(gpus=2, hours=3) as r:``.

        Like ``berth run`` it waits up to a week for servers (``deadline`` sets another end), takes those of this machine if pools
        name their hosts, and starts early if it can. With ``reservation`` it runs in one that is there, which stays until its end.
        ``tell`` is called with lines for people, ``warn`` says how long before the end. See `Session`.
        """
        if reservation and job:
            raise ValueError("reservation must be given alone: it already contains the job")
        return Session(self, name, job, reservation, tell, warn)

    def on(
        self, name: str = "", *, tell: Callable[[str], None] | None = None, **job: Unpack[Job]
    ) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
        """Makes a decorator: each call of the function waits for servers, runs on them and gives them back. An hour by default.

        >>> @berth.on(gpus=1)
        ... def train(epochs):
        ...     return f"{epochs} epochs on 1 gpu"
        >>> train(3)
        '3 epochs on 1 gpu'
        """
        asked: Job = job if "hours" in job or "work" in job or "words" in job else {**job, "hours": 1}

        def decorator(function: Callable[_P, _R]) -> Callable[_P, _R]:
            if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function):
                raise TypeError(f"on() is for functions that return when they are done, and {function.__name__} does not")

            @functools.wraps(function)
            def reserved(*args: _P.args, **kwargs: _P.kwargs) -> _R:
                with Session(self, name or function.__name__, asked, "", tell, timedelta(minutes=5), only_here=True):
                    return function(*args, **kwargs)

            return reserved

        return decorator

    def watch(self, *, after: str = "") -> Iterator[Event]:
        """Returns an iterator over what happens at the site, from this call on or after the event with this id.

        A connection that breaks is made again, and what happened meanwhile comes then, nothing twice. If that is too long ago, an
        event of kind ``reset`` says so: read what you need anew. `Unavailable` if the service cannot be reached for longer than
        ``patience``.

        >>> events = berth.watch()
        >>> r = berth.book("seen", hours=1)
        >>> next(events).kind
        'reserved'
        """
        if not after:
            # The ids of events are versions of the site, so that nothing is missed from here on.
            self.request("GET", "/accounts/me")
            after = str(self._version or "")
        return self._events(after)

    def _events(self, after: str) -> Iterator[Event]:
        stop = None
        attempt = 0
        # Of the events of one change only the last has an id.
        since = 0
        while True:
            trouble: BerthError
            known = since
            try:
                for event in self._stream(after):
                    stop, attempt = None, 0
                    if event.kind == "reset":
                        known = since = 0
                    if event.kind == "search-progress":
                        yield event
                        continue
                    if known:
                        known -= 1
                        continue
                    after, since = (event.id, 0) if event.id != after else (after, since + 1)
                    yield event
                trouble = Unavailable("the stream has ended")
            except Unavailable as unavailable:
                trouble = unavailable
            stop = stop or time.monotonic() + self.patience
            self._at += 1
            if time.monotonic() >= stop:
                raise trouble
            _pause(_backoff(attempt))
            attempt += 1

    def request(self, method: str, path: str, body: Any = None, *, key: str = "", seconds: float = 0.0) -> Any:
        """Sends any request of the API, as `openapi.yaml` describes it, and returns the JSON of its answer.

        ``path`` begins below ``/api/v1``, such as ``/pools``. Whatever is not a GET has an idempotency key, a new one by default.
        ``seconds`` is how long the service may withhold its answer.
        """
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if method != "GET":
            headers["Idempotency-Key"] = key or str(uuid.uuid4())
        content = b"" if body is None else json.dumps(body).encode()
        stop = time.monotonic() + self.patience
        for attempt in range(1 << 30):
            pause = _backoff(attempt // len(self.addresses))
            try:
                status, answered, answer = self._exchange(method, path, headers, content, seconds)
                problem = answer if status >= 400 and isinstance(answer, dict) else {}
                if status == 409 and problem.get("code") == "already-answered" and "Location" in answered:
                    return self.request("GET", answered["Location"].removeprefix("/api/v1"))
                if not self._is_for_later(status, problem):
                    return self._expected(status, answer)
                trouble: BerthError = self._failure(status, problem)
                pause = max(pause, _retry_after(answered.get("Retry-After", "")))
            except ssl.SSLCertVerificationError as untrusted:
                raise Unavailable(
                    f"The certificate of {self._address()} is not trusted ({untrusted.verify_message}). To trust it, sign in with"
                    " berth login --ca FILE, where FILE contains its certificate"
                ) from None
            except (OSError, http.client.HTTPException) as lost:
                trouble = Unavailable(f"Cannot connect to {' or '.join(self.addresses)}: {lost or type(lost).__name__}")
                trouble.__cause__ = lost
            self._at += 1
            if (attempt + 1) % len(self.addresses):
                continue
            if time.monotonic() + pause > stop:
                raise trouble
            _log.debug("%s; trying again in %.1f s", trouble, pause)
            _pause(pause)
        raise AssertionError("unreachable")

    def _address(self) -> str:
        return self.addresses[self._at % len(self.addresses)]

    def _connection(self, timeout: float) -> tuple[http.client.HTTPConnection, str]:
        url = urllib.parse.urlsplit(self._address())
        host = url.hostname or ""
        if url.scheme == "https":
            context = ssl.create_default_context(cafile=self._ca or None)
            return http.client.HTTPSConnection(host, url.port, timeout=timeout, context=context), url.path
        return http.client.HTTPConnection(host, url.port, timeout=timeout), url.path

    def _headers(self) -> dict[str, str]:
        headers = {"User-Agent": "berth.py", "Berth-Zone": _zone()}
        if self._token:
            headers["Authorization"] = "Bearer " + self._token
        return headers

    def _exchange(
        self, method: str, path: str, headers: Mapping[str, str], content: bytes, seconds: float
    ) -> tuple[int, Mapping[str, str], Any]:
        connection, root = self._connection(_ANSWER_SECONDS + seconds)
        try:
            all_headers = {**self._headers(), **headers}
            if method == "GET" and self._version:
                all_headers["Berth-Version"] = str(self._version)
            connection.request(method, root + "/api/v1" + path, body=content if content else None, headers=all_headers)
            answer = connection.getresponse()
            text = answer.read()
            self._version = max(self._version, int(answer.headers.get("Berth-Version") or 0))
            if answer.status == 204 or not text:
                return answer.status, dict(answer.headers), None
            try:
                return answer.status, dict(answer.headers), json.loads(text)
            except ValueError:
                if answer.status in (502, 503, 504):
                    return answer.status, dict(answer.headers), {"detail": "a proxy answers in its place"}
                raise Unavailable(
                    f"{self._address()} answered with status {answer.status} and no JSON. It is not a Berth service, or a proxy"
                    " answers in its place",
                    status=answer.status,
                ) from None
        finally:
            connection.close()

    def _stream(self, after: str) -> Iterator[Event]:
        try:
            connection, root = self._connection(_ANSWER_SECONDS)
            headers = {**self._headers(), "Accept": "text/event-stream"}
            if after:
                headers["Last-Event-ID"] = after
            connection.request("GET", root + "/api/v1/events", headers=headers)
            answer = connection.getresponse()
            try:
                if answer.status != 200:
                    text = answer.read()
                    problem = json.loads(text) if text.startswith(b"{") else {}
                    raise self._failure(answer.status, problem)
                data = ""
                for line in iter(answer.readline, b""):
                    field, _, value = line.decode().rstrip("\r\n").partition(": ")
                    if field == "id":
                        after = value
                    elif field == "data":
                        data = value
                    elif not field and data:
                        event = json.loads(data)
                        data = ""
                        yield Event(after, event["kind"], _instant(event["time"]), str(event.get("id", "")), event)
            finally:
                answer.close()
                connection.close()
        except (OSError, http.client.HTTPException) as lost:
            raise Unavailable(f"The connection to {self._address()} was lost: {lost or type(lost).__name__}") from lost

    @staticmethod
    def _is_for_later(status: int, problem: Mapping[str, Any]) -> bool:
        return status in (429, 502, 503, 504) and problem.get("code") not in _NOT_REPEATED

    def _expected(self, status: int, answer: Any) -> Any:
        if status // 100 == 2:
            return answer
        raise self._failure(status, answer if isinstance(answer, dict) else {})

    def _failure(self, status: int, problem: _Json) -> BerthError:
        sentence, code = str(problem.get("detail", f"status {status}")), str(problem.get("code", ""))
        if status == 401:
            return NotSignedIn(
                f"{self._address()} does not accept the token: it is invalid or expired. Sign in again with berth login", code, status, problem
            )
        if status in (403, 409, 412):
            return Refused(sentence, code, status, problem, [Offer(self, each) for each in problem.get("offers", [])])
        if status in (429, 502, 503, 504):
            return Unavailable(sentence, code, status, problem)
        return Invalid(sentence, code, status, problem) if status // 100 == 4 else BerthError(sentence, code, status, problem)

    def _learn_time(self, now: datetime) -> None:
        self._offset = now - datetime.now(timezone.utc)

    def _now(self) -> datetime:
        """Time of the service, as far as it is known."""
        return datetime.now(timezone.utc) + self._offset

    def _rate(self, pool: str) -> Decimal:
        return next((Decimal(each["rate"]) for each in self.pools() if each["name"] == pool), Decimal(1))

    def _hosts(self, job: _Json) -> list[str]:
        """Hosts of the pools that may be meant; one that is not named is empty."""
        hosts: list[str] = []
        for pool in self.pools():
            parts = [part["name"] for part in pool.get("parts", [])]
            if (
                job.get("pool", pool["name"]) == pool["name"]
                and job.get("unit", pool["unit"]) == pool["unit"]
                and all(part in parts for part in job.get("parts", {}))
                and job.get("attributes", {}).items() <= pool["attributes"].items()
            ):
                hosts += [each.get("host", "") for each in pool.get("serverList", [])] or [pool["attributes"].get("host", "")]
        return hosts

    def _job(self, name: str, job: Job) -> _Json:
        unknown = set(job) - set(Job.__annotations__)
        if unknown:
            raise TypeError(f"a job has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(Job.__annotations__))}")
        body = self._spoken(job["words"]) if "words" in job else {}
        body["name"] = name
        if "gpus" in job:
            self._add_gpus(body, job)
        parts: _Json = dict(job.get("parts", {}))
        parts.update((part, amount) for part, amount in job.items() if part in ("cores", "memory"))
        if parts:
            body["parts"] = {**body.get("parts", {}), **parts}
        for field, value in (("stay", job.get("hours")), ("work", job.get("work"))):
            if value is not None:
                body[field] = _duration(_span(value))
        for field, moment in (("ready", job.get("ready")), ("deadline", job.get("deadline"))):
            if moment is not None:
                body[field] = _text(moment)
        same = ("servers", "pool", "host", "spread", "prefer", "project", "user")
        body.update((field, value) for field, value in job.items() if field in same)
        if "require" in job:
            body["attributes"] = dict(job["require"])
        if "licences" in job:
            body["licences"] = dict(job["licences"])
        if "budget" in job:
            body["budget"] = str(job["budget"])
        if "when_free" in job:
            body["starts"] = "when-free" if job["when_free"] else "as-promised"
        return body

    def _add_gpus(self, body: _Json, job: Job) -> None:
        """GPUs are parts of hosts where hosts are booked in parts, and servers of a pool where they are not."""
        gpus = job["gpus"]
        named = job.get("pool")
        pools = [each for each in self.pools() if named is None or each["name"] == named]
        if any(part["name"] == "gpu" for pool in pools for part in pool.get("parts", [])):
            if 0 < gpus < 1:
                body["share"] = {"part": "gpu", "thousandths": round(gpus * 1000)}
            else:
                body["parts"] = {**body.get("parts", {}), "gpu": _whole(gpus)}
        else:
            if "servers" in job:
                raise ValueError("give either gpus or servers: the GPUs of this site are servers of a pool")
            body["servers"] = _whole(gpus)
            body["unit"] = "gpu"

    def _spoken(self, words: str) -> _Json:
        answer = self.request("POST", "/words", {"text": words, "zone": _zone()})
        wrong = [each["message"] for each in answer["unclear"]] + list(answer["missing"])
        if wrong:
            raise Invalid(" ".join(wrong), "unclear")
        return dict(answer["job"])


def connect(address: str = "", *, token: str = "", ca: str = "") -> Client:
    """Finds the service and the token as the shell does: what is given, else ``BERTH_URL``, ``BERTH_TOKEN`` and ``BERTH_CA``,
    else what ``berth login`` saved. A saved token goes to the service that it is for and to no other."""
    saved = _saved()
    address = address or os.environ.get("BERTH_URL", "") or saved.get("address", "")
    if not address:
        raise NotSignedIn("Not signed in: use berth login or berth.login(), or set BERTH_URL and BERTH_TOKEN")
    address = ",".join(_checked(each.strip()) for each in address.split(","))
    known = _sign_in_for(address, saved)
    token = token or os.environ.get("BERTH_TOKEN", "") or _token_of(known, saved)
    if not token:
        raise NotSignedIn(f"Not signed in to {address}: use berth login or berth.login(), or set BERTH_TOKEN")
    authority = saved.get("authority of " + address, saved.get("authority of " + known, ""))
    return Client(address, token, ca or os.environ.get("BERTH_CA", "") or authority)


def login(address: str, *, token: str = "", user: str = "", password: str = "", ca: str = "") -> Client:
    """Signs in with a token, a one-time token or a password, and saves that as ``berth login`` does, for the shell as well.

    The functions of this module go to this service from then on.
    """
    global _usual
    if bool(token) == bool(user):
        raise ValueError("give either token, or user and password")
    ca = os.path.abspath(ca) if ca else os.environ.get("BERTH_CA", "")
    nobody = Client(address, "", ca)
    if user:
        token = nobody.request("POST", "/sign-in", {"account": user, "password": password})["token"]
    client = Client(address, token, ca)
    try:
        client.request("GET", "/accounts/me")
    except NotSignedIn:
        if user:
            raise
        # A one-time token is good for nothing but this.
        token = nobody.request("POST", "/sign-in", {"token": token})["token"]
        client = Client(address, token, ca)
        client.request("GET", "/accounts/me")
    _save(",".join(client.addresses), token, ca)
    _usual = client
    return client


_usual: Client | None = None


def _client() -> Client:
    global _usual
    if _usual is None:
        _usual = connect()
    return _usual


def book(name: str = "", *, guests: Sequence[str] = (), queued: bool = False, key: str = "", **job: Unpack[Job]) -> Reservation:
    """`Client.book` of the service that one is signed in to."""
    return _client().book(name, guests=guests, queued=queued, key=key, **job)


def offers(name: str = "", *, most: int = 3, hold: float | timedelta | None = None, key: str = "", **job: Unpack[Job]) -> Offers:
    """`Client.offers` of the service that one is signed in to."""
    return _client().offers(name, most=most, hold=hold, key=key, **job)


def get(id: str) -> Reservation:
    """`Client.get` of the service that one is signed in to."""
    return _client().get(id)


def reservations(*, user: str = "me", ended: bool = False, pool: str = "") -> list[Reservation]:
    """`Client.reservations` of the service that one is signed in to."""
    return _client().reservations(user=user, ended=ended, pool=pool)


def reserve(
    name: str = "",
    *,
    reservation: str = "",
    tell: Callable[[str], None] | None = None,
    warn: float | timedelta = timedelta(minutes=5),
    **job: Unpack[Job],
) -> Session:
    """`Client.reserve` of the service that one is signed in to."""
    return _client().reserve(name, reservation=reservation, tell=tell, warn=warn, **job)


def on(name: str = "", *, tell: Callable[[str], None] | None = None, **job: Unpack[Job]) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """`Client.on` of the service that one is signed in to when the function is called."""

    def decorator(function: Callable[_P, _R]) -> Callable[_P, _R]:
        # Whoever decorates need not be signed in yet; what cannot be decorated is refused now.
        Client("http://localhost", "").on(name, tell=tell, **job)(function)

        @functools.wraps(function)
        def reserved(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            return _client().on(name, tell=tell, **job)(function)(*args, **kwargs)

        return reserved

    return decorator


def watch(*, after: str = "") -> Iterator[Event]:
    """`Client.watch` of the service that one is signed in to."""
    return _client().watch(after=after)


# ---- The sign-in of the shell -------------------------------------------------------------------------------------------


def _login_file() -> Path:
    config = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(config) if config else Path.home() / ".config") / "berth" / "login.properties"


def _saved() -> dict[str, str]:
    """What ``berth login`` saved, in the format of Java's properties."""
    try:
        text = _login_file().read_text("utf-8")
    except FileNotFoundError:
        return {}
    found = {}
    for line in re.sub(r"(?<!\\)((?:\\\\)*)\\\n[ \t\f]*", r"\1", text).split("\n"):
        line = line.lstrip(" \t\f")
        if line and line[0] not in "#!":
            match = re.match(r"((?:\\.|[^\\=: \t\f])*)[ \t\f]*[=:]?[ \t\f]*(.*)", line)
            if match:
                found[_unescaped(match.group(1))] = _unescaped(match.group(2))
    return found


def _unescaped(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        escape = match.group(1)
        if len(escape) == 5:
            return chr(int(escape[1:], 16))
        return {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}.get(escape, escape)

    return re.sub(r"\\(u[0-9a-fA-F]{4}|.)", one, text)


def _escaped(text: str, is_key: bool) -> str:
    escaped = re.sub(r"([\\=:#!])", r"\\\1", text)
    escaped = escaped.replace(" ", "\\ ") if is_key else re.sub(r"^ ", r"\\ ", escaped)
    return "".join(each if " " <= each <= "~" else f"\\u{ord(each):04x}" for each in escaped)


def _token_of(address: str, saved: Mapping[str, str]) -> str:
    return saved.get("token" if address == saved.get("address") else "token of " + address, "")


def _sign_in_for(address: str, saved: Mapping[str, str]) -> str:
    """The sign-in that is good for a service: of the same address, else of one that has an instance in common."""
    if _token_of(address, saved):
        return address
    known = [saved.get("address", ""), *sorted(key[9:] for key in saved if key.startswith("token of "))]
    for server in address.split(","):
        for each in known:
            if server in each.split(",") and _token_of(each, saved):
                return each
    return address


def _save(address: str, token: str, ca: str) -> None:
    saved = _saved()
    before = saved.get("address", "")
    if before:
        # Those of other services stay.
        saved["token of " + before] = saved.get("token", "")
    saved.pop("token of " + address, None)
    saved.update({"address": address, "token": token})
    saved.pop("authority of " + address, None)
    if ca:
        saved["authority of " + address] = ca
    file = _login_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    # Born with its mode: nobody can read it in between, and a crash leaves the old one whole.
    handle, fresh = tempfile.mkstemp(prefix="login", suffix=".new", dir=file.parent)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.writelines(f"{_escaped(key, True)}={_escaped(value, False)}\n" for key, value in saved.items())
    os.replace(fresh, file)


def _checked(address: str) -> str:
    url = urllib.parse.urlsplit(address)
    if url.scheme not in ("http", "https") or not url.hostname or url.query or url.username:
        raise ValueError(f'"{address}" is not an address such as http://127.0.0.1:7117')
    return address.rstrip("/")


# ---- Times, durations and words -----------------------------------------------------------------------------------------


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _text(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _local(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def _span(hours: float | timedelta) -> timedelta:
    return hours if isinstance(hours, timedelta) else timedelta(hours=hours)


def _duration(span: timedelta) -> str:
    return f"PT{span / timedelta(seconds=1):.3f}S"


def _span_of(duration: str) -> timedelta:
    match = re.fullmatch(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?", duration)
    if match is None:
        raise ValueError(f'"{duration}" is not a duration such as PT1H30M')
    days, hours, minutes, seconds = (float(each or 0) for each in match.groups())
    return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)


def _patience() -> float:
    text = os.environ.get("BERTH_WAIT", "").strip()
    if not text:
        return _USUAL_PATIENCE
    if re.fullmatch(r"(?:\d+(?:\.\d+)?[smhd])+", text):
        seconds = {"s": 1, "m": 60, "h": 3600, "d": 86400}
        return sum(float(number) * seconds[unit] for number, unit in re.findall(r"(\d+(?:\.\d+)?)([smhd])", text))
    return _span_of(text).total_seconds()


def _backoff(attempt: int) -> float:
    return float(min(_LONGEST_PAUSE, 0.2 * 2 ** min(attempt, 10)) * random.uniform(0.5, 1))


def _retry_after(text: str) -> float:
    """Seconds that ``Retry-After`` asks for, which may be a number or a date."""
    if text.strip().isdigit():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0


def _pause(seconds: float) -> None:
    time.sleep(seconds)


def _zone() -> str:
    """Name of the time zone of this machine; sentences of the service are in it."""
    zone = os.environ.get("TZ", "").lstrip(":")
    if not zone:
        zone = os.path.realpath("/etc/localtime").rpartition("/zoneinfo/")[2]
    return zone if re.fullmatch(r"[A-Za-z0-9_+/-]+", zone) and not zone.startswith("/") else "UTC"


def _host() -> str:
    return _plain(os.environ.get("BERTH_HOST", "") or socket.gethostname())


def _plain(host: str) -> str:
    return host.partition(".")[0].lower()


def _program() -> str:
    return Path(sys.argv[0] or "python").name or "python"


def _whole(count: float) -> int:
    if count < 1 or count != int(count):
        raise ValueError(f"gpus: {count:g} must be a whole number, or below 1 where hosts are booked in parts")
    return int(count)


def _where(data: Mapping[str, Any]) -> str:
    count, unit = int(data["servers"]), str(data.get("unit", "server"))
    parts = ", ".join(f"{amount} {part}" for part, amount in data.get("parts", {}).items())
    if "share" in data:
        share = data["share"]
        amount = f"{share['memory']} MiB" if "memory" in share else f"{Decimal(share['thousandths']) / 1000}"
        parts = ", ".join(filter(None, (parts, f"{amount} of a {share['part']}")))
    each = f" with {parts}{' each' if count > 1 else ''}" if parts else ""
    return f"{count} {unit}{'' if count == 1 else 's'}{each} of pool {data['pool']}"


def _when(data: Mapping[str, Any]) -> str:
    return f"{_local(_instant(data['start']))} to {_local(_instant(data['end']))}"


def _quote(answer: Mapping[str, Any]) -> Quote:
    quote = answer["quote"]
    return Quote(Decimal(quote["before"]), Decimal(quote["after"]), Decimal(quote["fee"]))


def _quietly(action: Callable[[], object]) -> None:
    try:
        action()
    except BerthError as trouble:
        _log.debug("%s", trouble)


# ---- Notebooks ----------------------------------------------------------------------------------------------------------


def load_ipython_extension(shell: Any) -> None:
    """Registers the cell magic ``%%berth`` in IPython or Jupyter; ``import berth`` there does it as well.

    Its line is plain English or the id of a reservation, and the cell runs in the notebook on those servers::

        %%berth 1 gpu for 2 hours
        model.fit(data)
    """

    def magic(line: str, cell: str) -> None:
        words = line.strip()
        is_id = re.fullmatch(r"r[0-9]+", words) is not None
        session = _client().reserve("notebook", reservation=words, tell=print) if is_id else _client().reserve("notebook", tell=print, words=words)
        with session:
            if not shell.run_cell(cell).success:
                # IPython has shown the error, and an interrupt was taken by it.
                session.failed()

    shell.register_magic_function(magic, "cell", "berth")


if "IPython" in sys.modules:
    _shell = sys.modules["IPython"].get_ipython()
    if _shell is not None:
        load_ipython_extension(_shell)
