"""A lesson with faults; started by tools/notebooks, which says what it does."""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

from classroom import HERE, Hub, Site, Student, awaited, berth_jupyterhub, runners, running_servers, without_slot

FAULTS = ("hub", "service", "runner")
# Time before the end of the lesson from when on its reservations may end at any look.
LAST_SECONDS = 5


def intruder(home, seconds, **variables):
    """A program that looks like the notebook server of whoever has this home."""
    script = os.path.join(home, "singleuser.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f"import time\ntime.sleep({seconds})\n")
    return subprocess.Popen([sys.executable, script], env={"HOME": home, "PATH": os.environ["PATH"], **variables})


class Register:
    """What may never be, held against each look at the servers and the reservations of a lesson."""

    def __init__(self, students, per_card, tell=lambda line: None):
        """`students` are the reservations of the lesson by the names of their users; what is wrong is told at once."""
        self.tell = tell
        self.booked = {each["id"]: each for each in students.values()}
        self.students = {name: each["id"] for name, each in students.items()}
        self.per_card = per_card
        # As the service said them last. It is asked for them while it is up, and what was promised holds while it is down.
        self.known = dict(self.booked)
        self.wrong = []

    def take(self, reservations, more=()):
        """What the service says: the reservations that there are; and others that servers name, such as those that are over."""
        self.known = {each["id"]: each for each in [*more, *reservations]}
        for name, number in self.students.items():
            now = self.known.get(number, {})
            if now.get("state") not in ("waiting", "running") or now.get("user") != name:
                self._say(f"{name} has lost {number}, which is {now.get('state', 'unknown')} and of {now.get('user', 'nobody')}")
            for each in ("start", "end", "share", "parts"):
                if now and now.get(each) != self.booked[number].get(each):
                    self._say(f"{each} of {number} of {name} is {now.get(each)}, not {self.booked[number].get(each)}")

    def look(self, servers):
        """The processes that should not be, with the reason; confirm() takes down those that are still there."""
        suspects = dict(without_slot(servers, self.known))
        cards = {}
        for pid, user, _, device in servers:
            cards.setdefault(device, []).append((pid, user))
        for device, those in cards.items():
            if device and len(those) > self.per_card:
                for pid, user in those:
                    suspects.setdefault(pid, f"{user} is one of {len(those)} on card {device}, for {self.per_card}")
        return suspects

    def confirm(self, suspects, still):
        for pid, why in suspects.items():
            if pid in still:
                self._say(f"process {pid}: {why}")

    def end(self, reservations):
        """After the lesson: everybody's ended when it was over, and was not taken away."""
        over = {each["id"]: each for each in reservations}
        for name, number in self.students.items():
            last = over.get(number, {})
            if last.get("state") != "ended" or last.get("end") != self.booked[number]["end"]:
                self._say(f"{number} of {name} ended as {last.get('state', 'unknown')} at {last.get('end')}, not with the lesson")

    def _say(self, what):
        if what not in self.wrong:
            self.wrong.append(what)
            self.tell("  WRONG: " + what)


class Lesson:
    def __init__(self, directory, given):
        self.random = random.Random(given.seed)
        self.site = Site(directory, cards=given.cards)
        self.hub = Hub(directory, self.site, cmd=[sys.executable, os.path.join(HERE, "light_server.py"), "singleuser"] if given.light else None)
        self.names = [f"student{i:02}" for i in range(given.students)]
        self.students = {}
        self.register = None
        # When each student last had a server that worked, and the longest time without one since the first.
        self.seen = {}
        self.gaps = {}
        self.most_at_once = 0
        # How often somebody looked for what must never be: with the service, without it, and the longest time between two looks.
        self.looks = {"with the service": 0, "while it was down": 0}
        self.longest_between = 0.0
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
        self.register = Register({each["user"]: each for each in self.site.reservations()}, per_card, lambda line: print(line, flush=True))
        self.begin = start
        self.end = start + berth_jupyterhub.datetime.timedelta(minutes=self.given.minutes)

    def left(self):
        return (self.end - berth_jupyterhub.now()).total_seconds()

    def study(self, name):
        """Starts a server, looks whether it works, and starts it again whenever it does not; as a student would."""
        student = self.students[name]
        while not self.is_over and self.left() > 45:
            pause = self.random.uniform(2, 6)
            try:
                state = student.state()
                if not state:
                    student.sign_in()
                elif not state.get("servers") and not state.get("pending"):
                    student.start(reservation=self.register.students[name])
                elif state.get("servers", {}).get("", {}).get("ready") and student.works():
                    self.worked(name)
                    # Nobody opens a page anew each few seconds while it works.
                    pause *= 3
            except (OSError, AssertionError, ValueError):
                # The hub is down. A browser says so, and its student tries again.
                pass
            time.sleep(pause)

    def worked(self, name):
        now = time.monotonic()
        with self.lock:
            if name in self.seen:
                self.gaps[name] = max(self.gaps.get(name, 0), now - self.seen[name])
            self.seen[name] = now

    def watch(self):
        """Looks again and again whether somebody runs without a slot, or whether a slot is lost, until the lesson ends."""
        last = time.monotonic()
        while not self.is_over and self.left() > LAST_SECONDS:
            try:
                self.look()
            except Exception as e:  # A watch that ends unseen would find nothing.
                self.register.wrong.append(f"the watch failed: {type(e).__name__}: {e}")
            self.longest_between = max(self.longest_between, time.monotonic() - last)
            last = time.monotonic()
            time.sleep(1)

    def look(self):
        servers = running_servers(self.hub)
        # It is asked once: a service that is down is no reason not to look.
        service = berth_jupyterhub.Service(self.site.url, self.site.admin.token, patience=0)
        try:
            now = service.call("GET", "/reservations?limit=1000")["reservations"]
            strange = {each[2] for each in servers if each[2]} - {each["id"] for each in now}
            over = service.call("GET", "/reservations?limit=1000&ended=true")["reservations"] if strange else []
            if self.left() > LAST_SECONDS:
                self.register.take(now, [each for each in over if each["id"] in strange])
            self.looks["with the service"] += 1
        except (berth_jupyterhub.Unreachable, berth_jupyterhub.Refusal):
            self.looks["while it was down"] += 1
        suspects = self.register.look(servers)
        # It may have ended while that was asked.
        if suspects and self.left() > LAST_SECONDS:
            self.register.confirm(suspects, {each[0] for each in running_servers(self.hub)})
        self.most_at_once = max(self.most_at_once, len(servers))

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
            self.register.wrong.append(f"no server that worked after the last kill: {', '.join(missing)}")
        print(f"  {self.left():.0f} s left: {len(self.names) - len(missing)} work {time.monotonic() - quiet:.0f} s after the last kill", flush=True)
        return done

    def working(self, since):
        with self.lock:
            return {name for name, when in self.seen.items() if when > since}

    def kill_runner(self):
        found = runners(self.hub)
        if found:
            os.kill(self.random.choice(found), signal.SIGKILL)
        return bool(found)

    def plant(self):
        """Runs a server that has no reservation, half-way, which the watch has to find."""
        time.sleep(max(0, self.left() - self.given.minutes * 30))
        home = os.path.join(self.hub.homes, self.names[0])
        os.makedirs(home, exist_ok=True)
        print(f"  {self.left():.0f} s left: {self.names[0]} starts a server without a slot", flush=True)
        intruder(home, seconds=20)

    def give(self):
        self.prepare()
        self.students = {name: Student(self.hub, name) for name in self.names}
        tasks = [(self.study, name) for name in self.names] + [(self.watch,)] + ([(self.plant,)] if self.given.plant else [])
        for task, *words in tasks:
            threading.Thread(target=task, args=words, daemon=True).start()
        done = self.trouble()
        time.sleep(max(0, self.left()))
        self.is_over = True
        awaited("all servers to end with the lesson", lambda: not running_servers(self.hub))
        late = -self.left()
        # A server may be gone a moment before the book has closed its reservation.
        awaited("the lesson to end in the book", lambda: not any(each["id"] in self.register.booked for each in self.site.reservations()))
        self.register.end(self.site.reservations(ended="true"))
        return self.told(done, late)

    def told(self, done, late):
        wrong = self.register.wrong
        if self.longest_between > 30 or sum(self.looks.values()) < self.given.minutes * 10:
            wrong.append(f"looked too seldom for what must never be: {self.looks}, at most {self.longest_between:.0f} s apart")
        idle = sorted(set(self.names) - set(self.seen))
        if idle:
            wrong.append(f"never had a server that worked: {', '.join(idle)}")
        print(f"{len(self.names)} students on {self.given.cards} cards, {self.given.minutes} minutes, killed: {done}, seed {self.given.seed}")
        print(f"looked: {self.looks}, at most {self.longest_between:.1f} s apart; at most {self.most_at_once} servers at once")
        print(f"longest time without a server that works, since the first: {max(self.gaps.values(), default=0):.0f} s; the last ended {late:.0f} s after the lesson")
        for each in wrong[:20]:
            print("WRONG: " + each)
        print("Nobody ran without a slot, and nobody lost one" if not wrong else f"{len(wrong)} things were wrong")
        return 1 if wrong else 0

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
    parser.add_argument("--plant", action="store_true")
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
