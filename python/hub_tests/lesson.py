"""A lesson with faults; started by tools/notebooks, which says what it does."""

import argparse
import os
import random
import signal
import sys
import tempfile
import threading
import time

from classroom import HERE, Hub, Site, Student, awaited, berth_jupyterhub, intruders, running_servers

FAULTS = ("hub", "service", "runner")



class Lesson:
    def __init__(self, directory, given):
        self.random = random.Random(given.seed)
        self.site = Site(directory, cards=given.cards)
        self.hub = Hub(directory, self.site, cmd=[sys.executable, os.path.join(HERE, "light_server.py"), "singleuser"] if given.light else None)
        self.names = [f"student{i:02}" for i in range(given.students)]
        self.students = {}
        self.lesson = {}
        self.wrong = []
        # When each student last had a server that worked, and how often somebody looked for what must never be.
        self.seen = {}
        self.looks = 0
        self.lock = threading.Lock()
        self.is_over = False
        self.given = given

    def prepare(self):
        self.site.start()
        for name in self.names:
            self.site.add_account(name)
        self.hub.start()
        start = berth_jupyterhub.now() + berth_jupyterhub.datetime.timedelta(seconds=60)
        per_card = -(-self.given.students // self.given.cards)
        job = {"parts": {"gpu": 1}} if per_card == 1 else {"share": {"part": "gpu", "thousandths": 1000 // per_card}}
        for line in berth_jupyterhub.book_course(self.site.admin, "lesson", self.names, start, self.given.minutes, job):
            print("  " + line, flush=True)
        for each in self.site.reservations():
            self.lesson[each["user"]] = each["id"]
        self.end = start + berth_jupyterhub.datetime.timedelta(minutes=self.given.minutes)

    def left(self):
        return (self.end - berth_jupyterhub.now()).total_seconds()

    def study(self, name):
        """Starts a server, looks whether it works, and starts it again whenever it does not; as a student would."""
        student = self.students[name]
        while not self.is_over and self.left() > 45:
            try:
                state = student.state()
                if not state:
                    student.sign_in()
                elif not state.get("servers") and not state.get("pending"):
                    student.start(reservation=self.lesson[name])
                elif student.is_ready() and student.works():
                    with self.lock:
                        self.seen[name] = time.monotonic()
            except (OSError, AssertionError, ValueError):
                # The hub is down. A browser says so, and its student tries again.
                pass
            time.sleep(self.random.uniform(2, 6))

    def watch(self):
        """Looks again and again whether somebody runs without a slot, or whether a slot is lost."""
        while not self.is_over and self.left() > 5:
            try:
                for each in intruders(self.site, self.hub):
                    self.wrong.append(f"without a slot: {each}")
                states = {each["user"]: each["state"] for each in self.site.reservations() if each.get("name") == "lesson"}
                if self.left() > 5:
                    for name in self.names:
                        if states.get(name) not in ("waiting", "running"):
                            self.wrong.append(f"{name} has lost {self.lesson[name]}: {self.site.reservation(self.lesson[name])}")
                            return
                cards = {}
                for _, user, _, device in running_servers(self.hub):
                    cards.setdefault(device, set()).add(user)
                most = -(-self.given.students // self.given.cards)
                crowded = {card: users for card, users in cards.items() if len(users) > most}
                if crowded:
                    self.wrong.append(f"too many on a card: {crowded}")
                self.looks += 1
            except (berth_jupyterhub.Unreachable, berth_jupyterhub.Refusal):
                # The service is down.
                pass
            time.sleep(1)

    def trouble(self):
        """Kills one thing after the other; returns how often each."""
        done = dict.fromkeys(FAULTS, 0)
        for number in range(self.given.kills):
            time.sleep(max(0, min(30, (self.left() - 150) / (self.given.kills - number))))
            if self.left() < 150:
                break
            fault = FAULTS[number % len(FAULTS)]
            print(f"  {self.left():.0f} s left, {len(self.seen)} have worked: kill -9 the {fault}", flush=True)
            if fault == "hub":
                self.hub.kill()
                time.sleep(self.random.uniform(0, 5))
                self.hub.start()
            elif fault == "service":
                self.site.kill()
                time.sleep(self.random.uniform(0, 5))
                self.site.start()
            elif not self.kill_runner():
                continue
            done[fault] += 1
        quiet = time.monotonic()
        while self.left() > 60 and len(self.working(quiet)) < len(self.names):
            time.sleep(1)
        missing = sorted(set(self.names) - self.working(quiet))
        if missing:
            self.wrong.append(f"no server that worked after the last kill: {', '.join(missing)}")
        return done

    def working(self, since):
        with self.lock:
            return {name for name, when in self.seen.items() if when > since}

    def kill_runner(self):
        runners = []
        for entry in os.listdir("/proc"):
            try:
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
                with open(f"/proc/{entry}/environ", "rb") as file:
                    is_ours = self.hub.homes.encode() in file.read()
            except OSError:
                continue
            if b"--reservation" in words and b"--grace" in words and b"java" in words[0] and is_ours:
                runners.append(int(entry))
        if runners:
            os.kill(self.random.choice(sorted(runners)), signal.SIGKILL)
        return bool(runners)

    def give(self):
        self.prepare()
        self.students = {name: Student(self.hub, name) for name in self.names}
        threads = [threading.Thread(target=self.study, args=(name,), daemon=True) for name in self.names]
        threads.append(threading.Thread(target=self.watch, daemon=True))
        for each in threads:
            each.start()
        done = self.trouble()
        time.sleep(max(0, self.left()))
        self.is_over = True
        awaited("all servers to end with the lesson", lambda: not running_servers(self.hub))
        if self.looks < self.given.minutes:
            self.wrong.append(f"looked only {self.looks} times for what must never be")
        print(f"{len(self.names)} students on {self.given.cards} cards, {self.given.minutes} minutes, killed: {done}, looked {self.looks} times, seed {self.given.seed}")
        for each in self.wrong[:20]:
            print("WRONG: " + each)
        print("Nobody ran without a slot, and nobody lost one" if not self.wrong else f"{len(self.wrong)} things were wrong")
        return 1 if self.wrong else 0

    def clean(self):
        self.is_over = True
        for pid, *_ in running_servers(self.hub):
            try:
                os.kill(pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
        self.hub.stop()
        self.site.kill()


def main():
    parser = argparse.ArgumentParser(prog="tools/notebooks")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--cards", type=int, default=10)
    parser.add_argument("--for", dest="minutes", type=int, default=10)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--light", action="store_true")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="berth-lesson-", ignore_cleanup_errors=True) as directory:
        lesson = Lesson(directory, given)
        try:
            return lesson.give()
        finally:
            lesson.clean()


if __name__ == "__main__":
    sys.exit(main())
