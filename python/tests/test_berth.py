"""Tests of berth.py without a service: a server in this process answers what a test tells it to."""

from __future__ import annotations

import http.server
import importlib
import json
import os
import random
import stat
import sys
import tempfile
import threading
import types
import unittest
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any, cast
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent.parent))
import berth  # noqa: E402

Answer = tuple[int, dict[str, str], Any]
RESERVATION = {
    "id": "r1",
    "state": "waiting",
    "pool": "gpu",
    "servers": 2,
    "unit": "gpu",
    "start": "2026-11-16T10:00:00Z",
    "end": "2026-11-16T12:00:00Z",
    "name": "a",
    "price": "1.50",
}
SLOWLY = {"type": "urn:berth:problem:too-many-requests", "title": "", "status": 429, "detail": "slowly", "code": "too-many-requests"}


def problem(status: int, code: str, **more: Any) -> Answer:
    return status, {}, {"type": "urn:berth:problem:" + code, "title": code, "status": status, "detail": f"It is {code}.", "code": code, **more}


class Script:
    """Server whose answers are a list; each is given once, the last one again and again. None cuts the connection."""

    def __init__(self, *answers: Answer | None) -> None:
        self.answers = list(answers)
        self.requests: list[tuple[str, str, dict[str, str], Any]] = []
        script = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def handle_any(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                script.requests.append((self.command, self.path, dict(self.headers), json.loads(body) if body else None))
                answer = script.answers.pop(0) if len(script.answers) > 1 else script.answers[0]
                if answer is None:
                    self.connection.close()
                    return
                status, headers, content = answer
                text = content if isinstance(content, bytes) else json.dumps(content).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_DELETE = handle_any

            def log_message(self, format: str, *args: Any) -> None:
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, request: Any, client_address: Any) -> None:
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> Script:
        return self

    def __exit__(self, *error: object) -> None:
        self.server.shutdown()
        self.server.server_close()


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("BERTH_")}
        environment = mock.patch.dict(os.environ, {**kept, "XDG_CONFIG_HOME": self.home.name, "TZ": "UTC"}, clear=True)
        environment.start()
        self.addCleanup(environment.stop)
        self.pauses: list[float] = []
        pause = mock.patch.object(berth, "_pause", self.pauses.append)
        pause.start()
        self.addCleanup(pause.stop)

    @property
    def file(self) -> Path:
        return Path(self.home.name, "berth", "login.properties")

    def save(self, text: str) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(text, "utf-8")


class SignInTest(Case):
    def test_nothing_saved_says_how_to_sign_in(self) -> None:
        with self.assertRaisesRegex(berth.NotSignedIn, "berth login.*BERTH_URL"):
            berth.connect()

    def test_file_of_the_shell_is_read(self) -> None:
        self.save(
            "#Thu Nov 19 08:00:00 UTC 2026\n"
            "address=https\\://a.example\\:7117,https\\://b.example\n"
            "token=t-1\\=\\u00e9\\\n   x\n"
            "token\\ of\\ https\\://other.example=t-2\n"
            "authority\\ of\\ https\\://other.example=/etc/my ca.pem\n"
        )
        usual = berth.connect()
        self.assertEqual(usual.addresses, ["https://a.example:7117", "https://b.example"])
        self.assertEqual(usual._token, "t-1=\u00e9x")
        other = berth.connect("https://other.example/")
        self.assertEqual((other._token, other._ca), ("t-2", "/etc/my ca.pem"))
        # One instance is enough to know the service.
        self.assertEqual(berth.connect("https://b.example")._token, "t-1=\u00e9x")

    def test_a_token_goes_to_no_other_service(self) -> None:
        self.save("address=http\\://a.example\ntoken=t-1\n")
        with self.assertRaisesRegex(berth.NotSignedIn, "http://b.example"):
            berth.connect("http://b.example")

    def test_variables_come_before_the_file(self) -> None:
        self.save("address=http\\://a.example\ntoken=t-1\n")
        with mock.patch.dict(os.environ, {"BERTH_URL": "http://b.example", "BERTH_TOKEN": "t-9", "BERTH_CA": "/ca"}):
            client = berth.connect()
        self.assertEqual((client.addresses, client._token, client._ca), (["http://b.example"], "t-9", "/ca"))

    def test_login_exchanges_a_one_time_token_and_keeps_other_sign_ins(self) -> None:
        self.save("address=http\\://a.example\ntoken=t-1\nauthority\\ of\\ http\\://a.example=/ca\n")
        unknown = problem(401, "unauthorized")
        with Script(unknown, (200, {}, {"token": "s: =1"}), (200, {}, {"name": "ana"})) as script:
            berth.login(script.address, token="once")
            self.assertEqual(berth.connect()._token, "s: =1")
        self.assertEqual(berth.connect("http://a.example")._token, "t-1")
        self.assertEqual(berth.connect("http://a.example")._ca, "/ca")
        self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o600)
        self.assertEqual([each.name for each in self.file.parent.iterdir()], ["login.properties"])

    def test_properties_survive_writing_and_reading(self) -> None:
        seed = random.randrange(1 << 30)
        letters = " =:#!\\\tab\u00e9/~,"
        chosen = random.Random(seed)
        for _ in range(300):
            text = "".join(chosen.choices(letters, k=chosen.randrange(8)))
            line = f"{berth._escaped('k' + text, True)}={berth._escaped(text, False)}\n"
            self.save(line)
            self.assertEqual(berth._saved(), {"k" + text: text}, f"seed {seed}, {line!r}")

    def test_address_with_a_password_is_refused(self) -> None:
        for address in ("ftp://a", "http://me:secret@a", "a.example", "http://a?x=1"):
            with self.assertRaises(ValueError):
                berth.Client(address, "t")


class RetryTest(Case):
    def request(self, script: Script, method: str = "POST", patience: float = 60.0) -> Any:
        client = berth.Client(script.address, "t")
        client.patience = patience
        return client.request(method, "/reservations", {"name": "a"} if method == "POST" else None)

    def keys(self, script: Script) -> set[str]:
        return {headers["Idempotency-Key"] for _, _, headers, _ in script.requests}

    def test_lost_answers_are_asked_for_with_the_same_key(self) -> None:
        with Script(None, None, (201, {}, {"id": "r1"})) as script:
            self.assertEqual(self.request(script), {"id": "r1"})
        self.assertEqual((len(script.requests), len(self.keys(script))), (3, 1))

    def test_two_calls_have_two_keys(self) -> None:
        with Script((201, {}, {"id": "r1"})) as script:
            self.request(script)
            self.request(script)
        self.assertEqual(len(self.keys(script)), 2)

    def test_retry_after_is_kept_and_pauses_grow(self) -> None:
        date = (datetime.now(timezone.utc) + timedelta(seconds=30)).strftime("%a, %d %b %Y %H:%M:%S GMT")
        busy = problem(503, "not-leading")
        with Script((429, {"Retry-After": "7"}, SLOWLY), (429, {"Retry-After": date}, SLOWLY), busy, busy, (200, {}, {})) as script:
            self.request(script, "GET")
        self.assertEqual(self.pauses[0], 7)
        self.assertAlmostEqual(self.pauses[1], 29.5, delta=5)
        self.assertTrue(0.4 <= self.pauses[2] <= 0.8 <= self.pauses[3] <= 1.6, self.pauses)

    def test_patience_ends(self) -> None:
        with Script((429, {"Retry-After": "120"}, SLOWLY)) as script:
            with self.assertRaises(berth.Unavailable) as caught:
                self.request(script)
        self.assertEqual((caught.exception.code, caught.exception.status, self.pauses), ("too-many-requests", 429, []))

    def test_full_site_is_said_at_once(self) -> None:
        with Script(problem(503, "site-full")) as script:
            with self.assertRaises(berth.Unavailable):
                self.request(script)
        self.assertEqual(len(script.requests), 1)

    def test_the_next_instance_is_asked_without_a_pause(self) -> None:
        with Script(problem(503, "not-leading")) as follower, Script((200, {}, {"pools": []})) as leader:
            client = berth.Client(f"{follower.address},{leader.address}", "t")
            self.assertEqual(client.pools(), [])
            self.assertEqual(client.pools(), [])
        self.assertEqual((len(follower.requests), len(leader.requests), self.pauses), (1, 2, []))

    def test_nobody_listens(self) -> None:
        with Script(None) as script:
            address = script.address
        client = berth.Client(address, "t")
        client.patience = 0
        with self.assertRaisesRegex(berth.Unavailable, "127.0.0.1"):
            client.pools()

    def test_answer_that_was_not_kept_is_read(self) -> None:
        gone = problem(409, "already-answered")
        located = (409, {"Location": "/api/v1/reservations/r7"}, gone[2])
        with Script(located, (200, {}, {"id": "r7"})) as script:
            self.assertEqual(self.request(script), {"id": "r7"})
        self.assertEqual(script.requests[1][:2], ("GET", "/api/v1/reservations/r7"))

    def test_no_answer_is_older_than_what_was_seen(self) -> None:
        with Script((200, {"Berth-Version": "12"}, {"pools": []})) as script:
            client = berth.Client(script.address, "t")
            client.pools()
            client.pools()
        self.assertEqual([headers.get("Berth-Version") for _, _, headers, _ in script.requests], [None, "12"])

    def test_redirects_are_not_followed_with_a_token(self) -> None:
        with Script((200, {}, {})) as other, Script((302, {"Location": other.address}, b"")) as script:
            with self.assertRaises(berth.BerthError):
                self.request(script, "GET")
        self.assertEqual(other.requests, [])

    def test_what_is_not_berth_is_said(self) -> None:
        with Script((200, {}, b"<html>")) as script:
            with self.assertRaisesRegex(berth.Unavailable, "no JSON"):
                self.request(script, "GET")


class RefusalTest(Case):
    def test_refusal_has_code_sentence_numbers_and_offers(self) -> None:
        offer = {**RESERVATION, "id": "o-1", "family": "later", "expires": "2026-11-16T09:00:00Z", "ready": "", "deadline": "", "phi": "0"}
        with Script(problem(409, "no-capacity", numbers={"servers": 2}, offers=[offer]), (201, {}, RESERVATION)) as script:
            with self.assertRaises(berth.Refused) as caught:
                berth.Client(script.address, "t").book("a", hours=1)
            refused = caught.exception
            booked = refused.offers[0].book()
        self.assertEqual((refused.code, str(refused), refused.numbers["servers"]), ("no-capacity", "It is no-capacity.", 2))
        self.assertEqual((refused.offers[0].price, booked.id), (Decimal("1.50"), "r1"))
        self.assertEqual(script.requests[1][3], {"offer": "o-1"})

    def test_kinds_of_failures(self) -> None:
        kinds = {400: berth.Invalid, 401: berth.NotSignedIn, 403: berth.Refused, 404: berth.Invalid, 412: berth.Refused, 500: berth.BerthError}
        for status, kind in kinds.items():
            with Script(problem(status, "some")) as script, self.assertRaises(berth.BerthError) as caught:
                berth.Client(script.address, "t").pools()
            self.assertIs(type(caught.exception), kind, status)

    def test_wrong_fields_are_named(self) -> None:
        with Script(problem(422, "invalid", errors=[{"field": "servers", "value": "0", "rule": "must be at least 1"}])) as script:
            with self.assertRaises(berth.Invalid) as caught:
                berth.Client(script.address, "t").book("a", hours=1, servers=0)
        self.assertEqual(caught.exception.errors, [("servers", "0", "must be at least 1")])


class JobTest(Case):
    POOLS: list[dict[str, Any]] = [{"name": "cpu", "unit": "server", "attributes": {}}, {"name": "gpu", "unit": "gpu", "attributes": {}}]
    HOSTS: list[dict[str, Any]] = [
        {"name": "dgx", "unit": "host", "attributes": {}, "parts": [{"name": "gpu"}, {"name": "cores"}], "serverList": [{"host": "dgx1.lab"}]}
    ]

    def job(self, pools: list[dict[str, Any]], **job: Any) -> dict[str, Any]:
        client = berth.Client("http://localhost", "t")
        with mock.patch.object(client, "request", return_value={"pools": pools}):
            return client._job("a", cast(berth.Job, job))

    def test_gpus_are_servers_or_parts(self) -> None:
        self.assertEqual(self.job(self.POOLS, gpus=2), {"name": "a", "servers": 2, "unit": "gpu"})
        self.assertEqual(self.job(self.HOSTS, gpus=2, cores=4, memory="8g"), {"name": "a", "parts": {"gpu": 2, "cores": 4, "memory": "8g"}})
        self.assertEqual(self.job(self.HOSTS, gpus=0.25), {"name": "a", "share": {"part": "gpu", "thousandths": 250}})
        self.assertEqual(self.job(self.POOLS + self.HOSTS, gpus=1, pool="gpu")["servers"], 1)
        self.assertEqual(self.job(self.POOLS + self.HOSTS, gpus=1)["parts"], {"gpu": 1})

    def test_gpus_that_cannot_be(self) -> None:
        for job in ({"gpus": 0.5}, {"gpus": 1.5}, {"gpus": 0}, {"gpus": 1, "servers": 2}):
            with self.assertRaises(ValueError, msg=str(job)):
                self.job(self.POOLS, **job)

    def test_unknown_field_is_named(self) -> None:
        with self.assertRaisesRegex(TypeError, "gpu_count"):
            self.job(self.POOLS, gpu_count=1)

    def test_times(self) -> None:
        zone = timezone(timedelta(hours=2))
        job = self.job([], hours=1.5, ready=datetime(2026, 11, 16, 10, tzinfo=zone), budget=Decimal("9.50"), when_free=True)
        self.assertEqual(
            job, {"name": "a", "stay": "PT5400.000S", "ready": "2026-11-16T08:00:00.000Z", "budget": "9.50", "starts": "when-free"}
        )
        self.assertEqual(berth._span_of("P1DT2H3M4.5S"), timedelta(days=1, hours=2, minutes=3, seconds=4.5))

    def test_hosts_of_the_pools_that_may_be_meant(self) -> None:
        client = berth.Client("http://localhost", "t")
        with mock.patch.object(client, "request", return_value={"pools": self.POOLS + self.HOSTS}):
            self.assertEqual(client._hosts({"parts": {"gpu": 1}}), ["dgx1.lab"])
            self.assertEqual(client._hosts({"servers": 1}), ["", "", "dgx1.lab"])
            self.assertEqual(client._hosts({"unit": "gpu"}), [""])


class EventTest(Case):
    def stream(self, *lines: str) -> Answer:
        return 200, {}, "".join(lines).encode()

    def event(self, number: int, id: str = "") -> str:
        text = f'event: reserved\ndata: {{"kind": "reserved", "time": "2026-11-16T10:00:00Z", "id": "r{number}"}}\n'
        return text + (f"id: {id}\n" if id else "") + "\n"

    def test_nothing_is_missed_or_told_twice_when_the_connection_breaks(self) -> None:
        me = (200, {"Berth-Version": "4"}, {"name": "ana"})
        # 6 and 7 are of one change, and the connection broke between them.
        first = self.stream(self.event(5, "5"), ": still here\n\n", self.event(6))
        second = self.stream(self.event(6), self.event(7, "6"), self.event(8, "7"))
        with Script(me, first, second) as script:
            events = berth.Client(script.address, "t").watch()
            found = [next(events) for _ in range(4)]
        self.assertEqual([each.reservation for each in found], ["r5", "r6", "r7", "r8"])
        self.assertEqual([each.id for each in found], ["5", "5", "6", "7"])
        self.assertEqual([headers.get("Last-Event-ID") for _, _, headers, _ in script.requests], [None, "4", "5"])

    def test_stream_that_does_not_come_back(self) -> None:
        with Script(problem(429, "too-many-streams")) as script:
            client = berth.Client(script.address, "t")
            client.patience = 0
            with self.assertRaises(berth.Unavailable) as caught:
                next(client.watch(after="3"))
        self.assertEqual(caught.exception.code, "too-many-streams")


class EnvironmentTest(Case):
    def test_same_variables_as_the_shell(self) -> None:
        r = berth.Reservation(berth.Client("http://localhost", "t"), {**RESERVATION, "serverNumbers": [3, 4]})
        self.assertEqual(r.environment()["BERTH_SERVERS"], "3,4")
        self.assertNotIn("CUDA_VISIBLE_DEVICES", r.environment())
        r.machines = [{"number": n, "name": f"gpu{n}", "host": "dgx1", "device": str(n)} for n in (3, 4)]
        self.assertEqual(r.environment()["CUDA_VISIBLE_DEVICES"], "3,4")
        self.assertEqual((r.environment()["BERTH_HOSTS"], r.environment()["BERTH_SERVERS"]), ("dgx1", "gpu3,gpu4"))

    def test_parts_of_a_host(self) -> None:
        data = {
            **RESERVATION,
            "serverNumbers": [1],
            "parts": {"gpu": 2, "cores": 8},
            "devices": [{"server": 1, "part": "gpu", "numbers": [0, 5]}],
        }
        r = berth.Reservation(berth.Client("http://localhost", "t"), data)
        r.machines = [{"number": 1, "name": "dgx1", "host": "dgx1"}]
        variables = r.environment()
        self.assertEqual((variables["BERTH_PARTS"], variables["BERTH_DEVICES"]), ("gpu=2,cores=8", "dgx1:gpu:0,dgx1:gpu:5"))
        self.assertEqual((variables["CUDA_VISIBLE_DEVICES"], variables["CUDA_DEVICE_ORDER"]), ("0,5", "PCI_BUS_ID"))


class DecoratorTest(Case):
    def test_name_and_docstring_stay_and_nobody_need_be_signed_in(self) -> None:
        @berth.on(gpus=1)
        def train() -> None:
            """Trains."""

        self.assertEqual((train.__name__, train.__doc__), ("train", "Trains."))
        with self.assertRaises(berth.NotSignedIn):
            train()

    def test_what_goes_on_after_it_returns_is_refused(self) -> None:
        async def later() -> None:
            pass

        with self.assertRaisesRegex(TypeError, "later"):
            berth.on(gpus=1)(later)


class NotebookTest(Case):
    def test_magic_is_registered_only_where_ipython_is(self) -> None:
        registered: list[tuple[Callable[..., None], str, str]] = []
        shell = types.SimpleNamespace(register_magic_function=lambda *each: registered.append(each))
        fake = types.SimpleNamespace(get_ipython=lambda: shell)
        try:
            with mock.patch.dict(sys.modules):
                sys.modules.pop("IPython", None)
                importlib.reload(berth)
                self.assertNotIn("IPython", sys.modules)
                sys.modules["IPython"] = fake  # type: ignore[assignment]
                importlib.reload(berth)
        finally:
            importlib.reload(berth)
        self.assertEqual([each[1:] for each in registered], [("cell", "berth")])


if __name__ == "__main__":
    unittest.main()
