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
                f"c.JupyterHub.bind_url = {self.url!r}\n"
                f"c.JupyterHub.hub_port = {free_port()}\n"
                f"c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:{free_port()}'\n"
                "c.JupyterHub.db_url = 'sqlite:///hub.sqlite'\n"
                "c.JupyterHub.tornado_settings = {'slow_spawn_timeout': 0}\n"
                "c.JupyterHub.init_spawners_timeout = 60\n"
            )
        environment = {key: value for key, value in os.environ.items() if not key.startswith("BERTH_")}
        environment["PYTHONPATH"] = os.path.dirname(HERE)
        # A node that is not Debian's does not look there for the modules of Debian's proxy.
        environment.setdefault("NODE_PATH", "/usr/share/nodejs")
        self.child = Child("hub", directory, ["jupyterhub", "-f", config], environment)

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
    """The processes of notebook servers of this hub: of each its number, its user, its reservation and its cards, as it was told them."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                variables = dict(each.split("=", 1) for each in file.read().decode(errors="replace").split("\0") if "=" in each)
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if variables.get("HOME", "").startswith(hub.homes) and any(b"singleuser" in each for each in words) and b"-c" not in words:
            if "BERTH_RESERVATION" in variables and b"run" not in words:
                found.append((int(entry), os.path.basename(variables["HOME"]), variables["BERTH_RESERVATION"], variables.get("BERTH_DEVICES", "")))
    return found


def intruders(site, hub):
    """Servers that run without a slot of their user: their reservation does not run, or is another's."""
    servers = running_servers(hub)
    wrong = []
    for pid, user, number, _ in servers:
        reservation = site.reservation(number) or {}
        if reservation.get("state") != "running" or user != reservation.get("user"):
            # It may have ended while that was asked.
            if os.path.exists(f"/proc/{pid}") and any(each[0] == pid for each in running_servers(hub)):
                wrong.append((pid, user, number, reservation.get("state"), reservation.get("user")))
    return wrong


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
        request = urllib.request.Request(self.hub.url + path, data=data, method=method, headers=headers)
        try:
            with self.browser.open(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as e:
            return e.code, e.read().decode(errors="replace")
        except OSError as e:
            return 0, str(e)

    def sign_in(self):
        status, text = self.send("/hub/login", form={"username": self.name, "password": "any"})
        assert status == 200, (status, text[:500])
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
            token = next((each.value for each in self.cookies if each.name == "_xsrf" and path.startswith(each.path)), "")
            headers = {"X-XSRFToken": token, "Content-Type": "application/json", "Referer": f"{self.hub.url}/user/{self.name}/tree"}
            status, text = self.send(path, body=json.dumps({"minutes": minutes}).encode(), method="POST", headers=headers)
        return status, json.loads(text) if text.startswith("{") else {"text": text}

    def stop(self):
        return self.send(f"/hub/api/users/{self.name}/server", method="DELETE")
