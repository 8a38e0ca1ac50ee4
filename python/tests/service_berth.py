"""Tests of berth.py against a real service, whose clock runs. The test of the build starts it and signs in with the shell.

The site has a pool ``gpu`` of 4 gpus, a pool ``cpu`` of 8 servers and a pool ``far`` of one server on another host. ``READ_TOKEN`` is of
scope ``read``.
"""

from __future__ import annotations

import faulthandler
import os
import random
import socket
import subprocess
import sys
import threading
import time
import types
import unittest
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
import berth  # noqa: E402

# No slow machine reaches it.
LIMIT = 60.0
# Says where it hangs, before whoever started it loses patience.
faulthandler.dump_traceback_later(220, exit=True)


def until(what: str, condition: Any) -> Any:
    stop = time.monotonic() + LIMIT
    while time.monotonic() < stop:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"not within {LIMIT:g} s: {what}")


class CuttingProxy:
    """Passes requests on to the service and, as chance has it, cuts the connection before the request or before its answer."""

    def __init__(self, address: str, seed: int) -> None:
        host, port = address.removeprefix("http://").split(":")
        self.service = (host, int(port))
        self.chance = random.Random(seed)
        self.cut = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                self.pass_on(connection, self.chance.random())

    def pass_on(self, connection: socket.socket, fate: float) -> None:
        request = connection.recv(1 << 16)
        head, _, body = request.partition(b"\r\n\r\n")
        lengths = [int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        while lengths and len(body) < lengths[0]:
            body += connection.recv(1 << 16)
        if fate < 0.2:
            self.cut += 1
            return
        with socket.create_connection(self.service) as service:
            service.sendall(head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1) + b"\r\n\r\n" + body)
            answer = b"".join(iter(lambda: service.recv(1 << 16), b""))
        if fate < 0.5:
            self.cut += 1
            return
        connection.sendall(answer)


class ServiceTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = berth.connect()

    def tearDown(self) -> None:
        for r in self.client.reservations():
            r.cancel()

    def shorten(self, r: berth.Reservation, seconds: float) -> datetime:
        """Lets a running reservation end soon, however long it took until it ran; returns its new end."""
        left = r.end - datetime.now(timezone.utc) - timedelta(seconds=seconds)
        r.change("shrink", hours=left)
        return r.end

    def later(self) -> datetime:
        return datetime.now(timezone.utc) + timedelta(days=1)

    def test_sign_in_is_that_of_the_shell(self) -> None:
        self.assertNotIn("BERTH_TOKEN", os.environ)
        self.assertEqual(self.client.request("GET", "/accounts/me")["name"], "admin")
        self.assertEqual([each["name"] for each in self.client.pools()], ["gpu", "cpu", "far"])

    def test_book_change_cancel(self) -> None:
        r = self.client.book("a", gpus=2, hours=3, ready=self.later())
        self.assertEqual((r.state, r.pool, r.servers, r.unit, r.end - r.start), ("waiting", "gpu", 2, "gpu", timedelta(hours=3)))
        asked = r.change("extend", hours=1, dry_run=True)
        self.assertEqual((asked.dry_run, r.end - r.start), (True, timedelta(hours=3)))
        self.assertGreater(asked.quote.after, asked.quote.before)
        r.change("extend", hours=1)
        r.change("move", by=timedelta(minutes=30))
        self.assertEqual(self.client.get(r.id).end - r.start, timedelta(hours=4))
        r.cancel(dry_run=True)
        self.assertEqual(self.client.get(r.id).state, "waiting")
        r.cancel()
        self.assertEqual((r.state, r.is_open), ("cancelled", False))
        self.assertIn(r.id, [each.id for each in self.client.reservations(ended=True)])

    def test_the_same_key_books_once(self) -> None:
        key, ready = str(uuid.uuid4()), self.later()
        first = self.client.book("a", hours=1, pool="cpu", ready=ready, key=key)
        self.assertEqual(self.client.book("a", hours=1, pool="cpu", ready=ready, key=key).id, first.id)
        self.assertEqual(len(self.client.reservations()), 1)

    def test_lost_requests_and_answers_change_nothing_twice(self) -> None:
        seed = random.randrange(1 << 30)
        proxy = CuttingProxy(self.client.addresses[0], seed)
        unsteady = berth.Client(proxy.address, self.client._token)
        unsteady.patience = LIMIT
        for i in range(15):
            r = unsteady.book(f"j{i}", hours=1, pool="cpu", ready=self.later() + timedelta(hours=2 * i))
            r.change("extend", hours=1)
            if i % 3 == 0:
                r.cancel()
        proxy.socket.close()
        left = self.client.reservations()
        self.assertEqual(sorted(each.name for each in left), sorted(f"j{i}" for i in range(15) if i % 3), f"seed {seed}")
        self.assertEqual({each.end - each.start for each in left}, {timedelta(hours=2)}, f"seed {seed}")
        self.assertGreater(proxy.cut, 0, f"seed {seed}")

    def test_refusal_offers_what_can_be_booked(self) -> None:
        self.client.book("all", gpus=4, hours=2, ready=self.later())
        with self.assertRaises(berth.Refused) as caught:
            self.client.book("b", gpus=1, hours=1, ready=self.later())
        self.assertEqual((caught.exception.code, caught.exception.status), ("no-capacity", 409))
        self.assertTrue(caught.exception.sentence)
        offer = next(each for each in caught.exception.offers if each.family == "later")
        booked = offer.book()
        self.assertEqual((booked.start, booked.price), (offer.start, offer.price))

    def test_offers_book_nothing_and_a_hold_is_confirmed(self) -> None:
        found = self.client.offers("a", gpus=1, hours=1, ready=self.later())
        self.assertIsNone(found.refusal)
        self.assertEqual((found[0].family, self.client.reservations()), ("as-asked", []))
        held = self.client.offers("a", gpus=1, hours=1, ready=self.later(), hold=0.1)[0]
        self.assertEqual(self.client.reservations()[0].state, "held")
        self.assertEqual(held.book().state, "waiting")
        none = self.client.offers("a", pool="gpu", servers=5, hours=1, ready=self.later())
        self.assertEqual(none.refusal.code if none.refusal else "", "too-many-servers")

    def test_scope_read_books_nothing(self) -> None:
        reader = berth.Client(self.client.addresses[0], os.environ["READ_TOKEN"])
        self.assertEqual(len(reader.pools()), 3)
        with self.assertRaises(berth.Refused) as caught:
            reader.book("a", hours=1)
        self.assertEqual(caught.exception.code, "not-allowed")

    def test_words(self) -> None:
        r = self.client.book("a", words="2 gpus tomorrow 9am to 11am", require={})
        self.assertEqual((r.servers, r.pool, r.name), (2, "gpu", "a"))
        with self.assertRaisesRegex(berth.Invalid, "quickly"):
            self.client.book(words="2 gpus quickly for 2h")

    def test_wait_for_the_start_and_the_end(self) -> None:
        lines: list[str] = []
        r = self.client.book("a", gpus=1, hours=timedelta(seconds=8), ready=datetime.now(timezone.utc) + timedelta(seconds=5))
        self.assertEqual(r.wait(timeout=LIMIT, tell=lines.append).state, "running")
        self.assertEqual((len(lines), r.wait("end", timeout=LIMIT).state), (1, "ended"))

    def test_wait_ends_with_a_cancellation_or_with_its_time(self) -> None:
        r = self.client.book("a", gpus=1, hours=1, ready=self.later())
        with self.assertRaises(TimeoutError):
            r.wait(timeout=0.1)
        other = self.client.get(r.id)
        threading.Timer(0.3, other.cancel).start()
        with self.assertRaises(berth.Closed) as caught:
            r.wait(timeout=LIMIT)
        self.assertEqual(caught.exception.code, "cancelled")

    def test_block_has_its_servers_while_it_runs(self) -> None:
        with self.client.reserve("block", gpus=2, hours=1) as r:
            self.assertEqual((r.state, os.environ["BERTH_RESERVATION"]), ("running", r.id))
            self.assertEqual(len(os.environ["BERTH_SERVERS"].split(",")), 2)
            child = subprocess.run(["printenv", "BERTH_POOL"], capture_output=True, text=True, check=True)
            self.assertEqual(child.stdout, "gpu\n")
            self.assertEqual(self.client.get(r.id).data["run"]["state"], "running")
        self.assertNotIn("BERTH_RESERVATION", os.environ)
        self.assertEqual(r.state, "finished-early")
        self.assertEqual((r.data["run"]["state"], r.data["run"]["exitCode"]), ("exited", 0))

    def test_block_waits_for_who_has_them(self) -> None:
        order: list[str] = []
        with self.client.reserve("first", gpus=4, hours=1) as first:
            waits = threading.Thread(target=lambda: self.second(order))
            waits.start()
            until("the second waits", lambda: [r for r in self.client.reservations() if r.name == "second" and r.state == "waiting"])
            order.append("first ends")
        waits.join(LIMIT)
        self.assertEqual((order, first.state), (["first ends", "second begins"], "finished-early"))

    def second(self, order: list[str]) -> None:
        with self.client.reserve("second", gpus=1, hours=1):
            order.append("second begins")

    def test_failure_gives_back_and_is_told(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            with self.client.reserve("block", gpus=1, hours=1) as r:
                print(1 // 0)
        self.assertEqual((r.state, r.data["run"]["exitCode"]), ("finished-early", 1))

    def test_end_interrupts_the_block_after_a_warning(self) -> None:
        lines: list[str] = []
        with self.assertRaises(berth.TimeIsOver):
            with self.client.reserve("block", gpus=1, hours=1, tell=lines.append) as r:
                self.shorten(r, 5)
                time.sleep(LIMIT)
        self.assertTrue(any("ends at" in line for line in lines), lines)
        self.assertEqual(self.client.get(r.id).data["run"]["state"], "cut-short")

    def test_cancellation_interrupts_the_block_in_any_thread(self) -> None:
        ended: list[BaseException] = []
        begun = threading.Event()
        ids: list[str] = []

        def work() -> None:
            try:
                with self.client.reserve("block", gpus=1, hours=1) as r:
                    ids.append(r.id)
                    begun.set()
                    while True:
                        time.sleep(0.02)
            except berth.TimeIsOver as over:
                ended.append(over)

        thread = threading.Thread(target=work)
        thread.start()
        self.assertTrue(begun.wait(LIMIT))
        self.client.get(ids[0]).cancel()
        thread.join(LIMIT)
        self.assertEqual(len(ended), 1)

    def test_more_time_moves_the_end(self) -> None:
        with self.client.reserve("block", gpus=1, hours=1) as r:
            first = self.shorten(r, 10)
            r.change("extend", hours=1)
            until("the first end is over", lambda: datetime.now(timezone.utc) > first + timedelta(seconds=0.5))
        self.assertEqual(r.state, "finished-early")

    def test_existing_reservation_stays(self) -> None:
        mine = self.client.book("mine", gpus=1, hours=1)
        for _ in range(2):
            with self.client.reserve(reservation=mine.id) as r:
                self.assertEqual(r.id, mine.id)
        self.assertEqual(self.client.get(mine.id).state, "running")

    def test_interrupted_wait_gives_up_its_place(self) -> None:
        self.client.book("all", gpus=4, hours=1)

        def interrupt(line: str) -> None:
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            with self.client.reserve("waits", gpus=1, hours=1, tell=interrupt):
                self.fail("nothing is free")
        self.assertEqual([each.name for each in self.client.reservations()], ["all"])

    def test_decorator(self) -> None:
        @berth.on(gpus=1)
        def work(x: int, *, y: int) -> tuple[str, int]:
            return os.environ["BERTH_POOL"], x + y

        self.assertEqual([work(1, y=2), work(3, y=4)], [("gpu", 3), ("gpu", 7)])
        self.assertEqual([each.name for each in self.client.reservations(ended=True)][-2:], ["work", "work"])

    def test_function_does_not_run_beside_its_servers(self) -> None:
        with self.assertRaises(berth.BerthError) as caught:
            self.client.on(pool="far")(lambda: self.fail("its server is elsewhere"))()
        self.assertEqual(caught.exception.code, "elsewhere")
        self.assertEqual(self.client.reservations(), [])

    def test_watch_resumes_without_a_gap(self) -> None:
        events = self.client.watch()
        for name in "abcd":
            self.client.book(name, pool="cpu", hours=1, ready=self.later())
        reserved = (event for event in events if event.kind == "reserved")
        found = [next(reserved) for _ in "abcd"]
        self.assertEqual([each.data["reservation"]["name"] for each in found], list("abcd"))
        again = (event for event in self.client.watch(after=found[0].id) if event.kind == "reserved")
        self.assertEqual([next(again).data["reservation"]["name"] for _ in "bcd"], list("bcd"))

    def test_watch_one_until_it_has_closed(self) -> None:
        r = self.client.book("a", gpus=1, hours=timedelta(seconds=1), ready=datetime.now(timezone.utc) + timedelta(seconds=5))
        self.assertEqual([each.kind for each in r.watch() if each.kind in ("started", "closed")], ["started", "closed"])
        self.assertEqual(r.state, "ended")

    def test_cell_magic(self) -> None:
        magics: dict[str, Any] = {}
        cells: list[tuple[str, str]] = []

        def run_cell(cell: str) -> Any:
            cells.append((cell, os.environ["BERTH_SERVERS"]))
            return types.SimpleNamespace(success=cell != "1/0")

        shell = types.SimpleNamespace(run_cell=run_cell, register_magic_function=lambda magic, kind, name: magics.update({name: magic}))
        berth.load_ipython_extension(shell)
        magics["berth"]("2 gpus for 1h", "train()")
        magics["berth"]("1 gpu for 1h", "1/0")
        self.assertEqual([(cell, len(servers.split(","))) for cell, servers in cells], [("train()", 2), ("1/0", 1)])
        codes = [each.data["run"]["exitCode"] for each in self.client.reservations(ended=True) if each.name == "notebook"]
        self.assertEqual(codes[-2:], [0, 1])
        mine = self.client.book("mine", gpus=1, hours=1)
        magics["berth"](mine.id, "go()")
        self.assertEqual(self.client.get(mine.id).state, "running")


if __name__ == "__main__":
    unittest.main()
