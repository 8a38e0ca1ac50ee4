"""A real hub with the real proxy, a real service of Berth, and students with sessions of HTTP. For the tests and for tools/notebooks."""

import http.cookiejar
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import berth_jupyterhub  # noqa: E402

# How berth is started: a list in JSON, such as ["java", "-cp", "...", "dev.berth.cli.Berth"].
BERTH = json.loads(os.environ.get("BERTH_COMMAND", '["berth"]'))
# A directory of tools/hub-root, whose JupyterHub and proxy are started instead of those of this machine.
ROOT = os.environ.get("BERTH_HUB_ROOT", "")
INSIDE = [os.path.join(HERE, "../../tools/tests/inside"), ROOT] if ROOT else []
PATIENCE = float(os.environ.get("BERTH_TEST_PATIENCE", "120"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def awaited(what, condition, patience=PATIENCE):
    """The first true value of a condition; fails after a limit that no slow machine reaches."""
    until = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > until:
            raise AssertionError(f"not within {patience:g} s: {what}")
        time.sleep(0.2)


class Child:
    """A process that is killed and started again."""

    def __init__(self, name, directory, command, environment):
        self.log = os.path.join(directory, f"{name}.log")
        self.directory = directory
        self.command = command
        self.environment = environment
        self.process = None

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self.directory, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self, sign=signal.SIGKILL):
        if self.process is not None:
            try:
                self.process.send_signal(sign)
            except ProcessLookupError:
                pass
            self.process.wait(60)
            self.process = None

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return log.read()


class Site:
    """A service with cards on this host, and a pool of whole servers."""

    def __init__(self, directory, cards=10, silence="PT10M"):
        self.directory = directory
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        host = socket.gethostname()
        with open(os.path.join(directory, "site.yaml"), "w", encoding="utf-8") as file:
            file.write(
                f"name: lab\nlisten: 127.0.0.1:{self.port}\npools:\n"
                f"  - name: dgx\n    rate: 1\n    silence: {silence}\n    servers: [{{name: dgx1, host: {host}}}]\n"
                f"    parts: {{gpu: {{count: {cards}, shares: 1000}}, cores: 64}}\n"
                "  - {name: cpu, servers: 4, rate: 1}\n"
            )
        environment = dict(os.environ, XDG_CONFIG_HOME=directory, XDG_STATE_HOME=directory, BERTH_JAVA_OPTS="-Xmx256m")
        self.child = Child("service", directory, [*BERTH, "serve", "--config", "site.yaml", "--data", "data"], environment)
        self.token_file = os.path.join(directory, "hub.token")
        self.admin = None

    def start(self):
        self.child.start()
        if self.admin is None:
            token = awaited("the service to start", self._sign_in_token)
            session = berth_jupyterhub.Service(self.url, "", patience=PATIENCE).call("POST", "/sign-in", {"token": token})["token"]
            made = berth_jupyterhub.Service(self.url, session).call("POST", "/tokens", {"note": "hub"})["token"]
            with open(os.open(self.token_file, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
                file.write(made)
            self.admin = berth_jupyterhub.Service(self.url, made, patience=PATIENCE)
        else:
            self.admin.call("GET", "/pools")

    def _sign_in_token(self):
        if self.child.process.poll() is not None:
            raise AssertionError("The service has ended: " + self.child.said()[-3000:])
        found = re.search(r"--token (\S+)", self.child.said())
        return found.group(1) if found else ""

    def kill(self):
        self.child.kill()

    def add_account(self, name):
        self.admin.call("POST", "/accounts", {"name": name, "role": "user"})

    def reservations(self, **query):
        return self.admin.call("GET", "/reservations?" + urllib.parse.urlencode({"limit": 1000, **query}))["reservations"]

    def reservation(self, number):
        """One reservation, however it ended; None if nobody knows it."""
        try:
            return self.admin.call("GET", "/reservations/" + number)
        except berth_jupyterhub.Refusal:
            return next((each for each in self.reservations(ended="true") if each["id"] == number), None)


class Hub:
    """JupyterHub with its proxy, users without passwords, and this spawner."""

    def __init__(self, directory, site, settings=None, cmd=None):
        self.directory = directory
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.homes = os.path.join(directory, "homes")
        os.makedirs(self.homes, exist_ok=True)
        own = {
            "berth": BERTH,
            "homes": self.homes + "/{username}",
            "sizes": [
                {"title": "One card", "job": {"parts": {"gpu": 1}}},
                {"title": "All cards", "job": {"parts": {"gpu": 10}}},
                {"title": "A third of a card", "job": {"share": {"part": "gpu", "thousandths": 333}}},
            ],
            "durations": [1, 2, 10, 60],
            "default_duration": 10,
            "extensions": [30, 60],
            "java_options": "-Xmx96m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
            "http_timeout": 300,
            "poll_interval": 3,
            "environment": {"PYTHONPATH": os.path.dirname(HERE)},
            **(settings or {}),
        }
        if cmd:
            own["cmd"] = cmd
        elif os.getuid() == 0:
            own["args"] = ["--allow-root"]
        config = os.path.join(directory, "jupyterhub_config.py")
        with open(config, "w", encoding="utf-8") as file:
            file.write(
                "import berth_jupyterhub\n"
                f"berth_jupyterhub.configure(c, url={site.url!r}, token_file={site.token_file!r}, **{own!r})\n"
                "c.JupyterHub.authenticator_class = 'jupyterhub.auth.DummyAuthenticator'\n"
                "c.Authenticator.allowed_users = set()\n"
                # Known, and needed, since JupyterHub 5.
                "c.Authenticator.allow_all = True\n"
                f"c.JupyterHub.bind_url = {self.url!r}\n"
                f"c.JupyterHub.hub_port = {free_port()}\n"
                f"c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:{free_port()}'\n"
                "c.JupyterHub.db_url = 'sqlite:///hub.sqlite'\n"
                "c.JupyterHub.tornado_settings = {'slow_spawn_timeout': 0}\n"
                # The tests are to see a hub that is asked while it still looks for its servers.
                "c.JupyterHub.init_spawners_timeout = 5\n"
            )
        environment = {key: value for key, value in os.environ.items() if not key.startswith("BERTH_")}
        environment["PYTHONPATH"] = os.path.dirname(HERE)
        # A node that is not Debian's does not look there for the modules of Debian's proxy.
        environment.setdefault("NODE_PATH", "/usr/share/nodejs")
        # Another Debian has a zone of its own.
        environment.setdefault("TZ", berth_jupyterhub.zone_name() or "UTC")
        self.child = Child("hub", directory, [*INSIDE, "jupyterhub", "-f", config], environment)

    def start(self):
        self.child.start()
        awaited("the hub to answer", self._answers)

    def _answers(self):
        if self.child.process.poll() is not None:
            raise AssertionError("The hub has ended: " + self.child.said()[-3000:])
        try:
            with urllib.request.urlopen(self.url + "/hub/api/", timeout=10) as answer:
                return answer.status == 200
        except OSError:
            return False

    def kill(self):
        """As power does: nobody is told, and what runs for users goes on."""
        self.child.kill()

    def stop(self):
        """With its proxy."""
        self.child.kill(signal.SIGTERM)


def running_servers(hub):
    """
    The processes of notebook servers of this hub: of each its number, its user, its reservation and its cards, as it was told them. One that
    was told no reservation is there as well, with an empty one.
    """
    found = {}
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                variables = dict(each.split("=", 1) for each in file.read().decode(errors="replace").split("\0") if "=" in each)
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            with open(f"/proc/{entry}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except OSError:
            continue
        # What runs it has its command among the words, after the script that begins it, and is none.
        if variables.get("HOME", "").startswith(hub.homes) and any(b"singleuser" in each for each in words) and b"-c" not in words:
            user = os.path.relpath(variables["HOME"], hub.homes).split(os.sep)[0]
            found[int(entry)] = (parent, user, variables.get("BERTH_RESERVATION", ""), variables.get("BERTH_DEVICES", ""))
    # A child of a server looks like it for the moment before it becomes another program.
    return [(pid, *each[1:]) for pid, each in found.items() if each[0] not in found]


def runners(hub, reservation=""):
    """The processes of `berth run` of this hub, of one reservation or of all."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            with open(f"/proc/{entry}/environ", "rb") as file:
                is_ours = hub.homes.encode() in file.read()
        except OSError:
            continue
        if is_ours and b"--reservation" in words and b"--grace" in words and b"java" in words[0]:
            if not reservation or words[words.index(b"--reservation") + 1] == reservation.encode():
                found.append(int(entry))
    return sorted(found)


def without_slot(servers, reservations):
    """
    What is wrong with servers, of which each is as running_servers() says it, by what the service says of reservations (a dictionary by
    number): they have no reservation that runs, or another's, or one in which another server runs already, or no card.
    """
    wrong = []
    first = {}
    for pid, user, number, devices in servers:
        reservation = reservations.get(number) or {}
        if not number:
            wrong.append((pid, f"{user} runs without a reservation"))
        elif reservation.get("state") != "running":
            wrong.append((pid, f"{user} runs in {number}, which is {reservation.get('state', 'unknown')}"))
        elif user != reservation.get("user"):
            wrong.append((pid, f"{user} runs in {number} of {reservation.get('user')}"))
        elif number in first:
            wrong.append((pid, f"{user} runs twice in {number}, as processes {first[number]} and {pid}"))
        elif not devices and (reservation.get("share") or reservation.get("parts", {}).get("gpu")):
            wrong.append((pid, f"{user} runs in {number} and was given no card"))
        first.setdefault(number, pid)
    return wrong


def intruders(site, hub):
    """Servers that run without a slot of their own."""
    servers = running_servers(hub)
    wrong = without_slot(servers, {number: site.reservation(number) for number in {each[2] for each in servers} if number})
    # It may have ended while that was asked.
    there = {each[0] for each in running_servers(hub)} if wrong else set()
    return [each for each in wrong if each[0] in there]


class Student:
    """Somebody's browser, as far as HTTP goes."""

    def __init__(self, hub, name):
        self.hub = hub
        self.name = name
        self.cookies = http.cookiejar.CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def send(self, path, form=None, body=None, method=None, headers=None):
        """Status and text of a page."""
        data = urllib.parse.urlencode(form).encode() if form is not None else body
        headers = {"Referer": self.hub.url + "/hub/home", "Accept": "text/html,application/json,*/*", **(headers or {})}
        if data is not None or method:
            headers.setdefault("X-XSRFToken", self.token(path))
        request = urllib.request.Request(self.hub.url + path, data=data, method=method, headers=headers)
        try:
            with self.browser.open(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as e:
            return e.code, e.read().decode(errors="replace")
        except OSError as e:
            return 0, str(e)

    def token(self, path):
        """The token against requests from elsewhere that pages below this path were given; empty if they were given none."""
        found = [each for each in self.cookies if each.name == "_xsrf" and path.startswith(each.path)]
        return max(found, key=lambda each: len(each.path)).value if found else ""

    def sign_in(self):
        self.send("/hub/login")
        status, text = self.send("/hub/login", form={"username": self.name, "password": "any"})
        assert status == 200, (status, text[:500])
        # It may have led to a server; the hub gives the token of who has signed in with a page of its own.
        self.send("/hub/home")
        return self

    def form(self):
        return self.send("/hub/spawn/" + self.name)

    def start(self, reservation="new", size="One card", minutes=10, **more):
        return self.send("/hub/spawn/" + self.name, form={"reservation": reservation, "size": size, "minutes": minutes, **more})

    def state(self):
        """What the hub says of the server of this student."""
        status, text = self.send("/hub/api/users/" + self.name)
        return json.loads(text) if status == 200 else {}

    def is_ready(self):
        return (self.state().get("servers") or {}).get("", {}).get("ready", False)

    def events(self, until):
        """The messages of the waiting page, until one that is wanted."""
        request = urllib.request.Request(
            f"{self.hub.url}/hub/api/users/{self.name}/server/progress", headers={"Referer": self.hub.url + "/hub/home"}
        )
        messages = []
        with self.browser.open(request, timeout=PATIENCE) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    messages.append(json.loads(line[6:]))
                    if until(messages[-1]):
                        break
        return messages

    def server(self, path="api/status"):
        """A page of the student's own server, through the proxy."""
        return self.send(f"/user/{self.name}/{path}")

    def works(self):
        """Whether the notebook server answers as this student's, and not the hub in its place."""
        # The page signs in to the server by the hub; its API only says that nobody is.
        self.server("tree")
        status, text = self.server("api/status")
        return status == 200 and "kernels" in text

    def panel(self, minutes=None):
        path = f"/user/{self.name}/berth/panel"
        if minutes is None:
            status, text = self.send(path)
        else:
            headers = {"Content-Type": "application/json", "Referer": f"{self.hub.url}/user/{self.name}/tree"}
            status, text = self.send(path, body=json.dumps({"minutes": minutes}).encode(), method="POST", headers=headers)
        return status, json.loads(text) if text.startswith("{") else {"text": text}

    def stop(self):
        return self.send(f"/hub/api/users/{self.name}/server", method="DELETE")
