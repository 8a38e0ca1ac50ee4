"""JupyterHub whose servers run inside reservations of Berth.

In jupyterhub_config.py:

    import berth_jupyterhub
    berth_jupyterhub.configure(c, url="http://127.0.0.1:7117", token_file="/etc/jupyterhub/berth.token")

A user of the hub is the account of the same name. The form shows what is free and the user's reservations; the server of the user is a command of
`berth run` in one of them, or in one that is booked for it. While it waits the page shows the promised time, and in the notebook a panel
shows the time left and asks for more. The guide, docs/guide/jupyterhub.md, says how to set it up.

Three programs use this file: the hub (BerthSpawner and the handlers), each notebook server (load_jupyter_server_extension, which has
the panel), and the shell of those who book for a course (python3 -m berth_jupyterhub).
"""

import argparse
import asyncio
import concurrent.futures
import datetime
import hashlib
import html
import json
import os
import pwd
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

UTC = datetime.timezone.utc
# The exit code of berth if it failed itself, such as because no service answered.
FAILED = 3
# How often `berth run` is started again for that.
ATTEMPTS = 10
ACTIVE = ("held", "waiting", "running", "degraded")


# What the service says


class Refusal(Exception):
    """An answer of the service that is not what was asked for; `code` is stable, the text is a sentence for people."""

    def __init__(self, problem, status):
        super().__init__(problem.get("detail") or problem.get("title") or f"HTTP {status}")
        self.code = problem.get("code", "")
        self.numbers = problem.get("numbers") or {}
        self.offers = problem.get("offers") or []
        self.status = status


class Unreachable(Exception):
    """The service did not answer, or asked to try again later."""


class Service:
    """The HTTP API of Berth for one token."""

    def __init__(self, url, token, ca="", patience=20.0):
        self.urls = [each.rstrip("/") for each in url.split(",") if each]
        self.token = token
        self.patience = patience
        self.context = None
        if ca:
            import ssl

            self.context = ssl.create_default_context(cafile=ca)

    def call(self, method, path, body=None, key=None):
        """Returns what the service answers; repeats until `patience` is over what may be repeated without harm."""
        may_repeat = method in ("GET", "DELETE") or key is not None
        until = time.monotonic() + (self.patience if may_repeat else 0)
        pause = 0.2
        while True:
            for url in self.urls:
                try:
                    return self._once(url, method, path, body, key)
                except Unreachable as e:
                    trouble = e
            if time.monotonic() > until:
                raise trouble
            time.sleep(pause)
            pause = min(2.0, pause * 2)

    def _once(self, url, method, path, body, key):
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json", "Berth-Zone": zone_name()}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        request = urllib.request.Request(
            url + "/api/v1" + path, method=method, headers=headers, data=None if body is None else json.dumps(body).encode()
        )
        try:
            with urllib.request.urlopen(request, timeout=30, context=self.context) as answer:
                text = answer.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as e:
            problem = as_problem(e)
            if e.code == 503 or e.code == 429:
                raise Unreachable(problem.get("detail") or f"{url} answers {e.code}") from None
            raise Refusal(problem, e.code) from None
        except (OSError, ValueError) as e:
            raise Unreachable(f"Cannot reach Berth at {url}: {getattr(e, 'reason', e)}") from None


def as_problem(error):
    try:
        problem = json.loads(error.read())
        return problem if isinstance(problem, dict) else {}
    except (OSError, ValueError):
        return {}


def instant(text):
    """A time of the API."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def now():
    return datetime.datetime.now(UTC)


def shown(when):
    """A time for people, in the zone of this machine; the day is left out where there is no doubt, also some hours after midnight."""
    local = when.astimezone()
    is_soon = datetime.timedelta(0) <= when - now() < datetime.timedelta(hours=12)
    return local.strftime("%H:%M" if is_soon or local.date() == now().astimezone().date() else "%a %Y-%m-%d %H:%M")


def shown_span(start, end):
    """From when to when, for people; a day is said once."""
    is_same_day = start.astimezone().date() == end.astimezone().date()
    return f"{shown(start)} to {end.astimezone().strftime('%H:%M') if is_same_day else shown(end)}"


def zone_name():
    """The zone of this machine as the service knows it; empty for UTC, which is what it uses by itself."""
    zone = os.environ.get("TZ", "")
    if not zone:
        path = os.path.realpath("/etc/localtime")
        zone = path.partition("/zoneinfo/")[2]
    return zone if re.fullmatch(r"[A-Za-z_+\-/0-9]+", zone) else ""


def span(minutes):
    return f"PT{int(minutes)}M"


def span_text(minutes):
    hours, rest = divmod(int(minutes), 60)
    return " ".join(([f"{hours} h"] if hours else []) + ([f"{rest} min"] if rest or not hours else []))


def path_of(reservation):
    return "/reservations/" + urllib.parse.quote(reservation, safe="")


def what(reservation):
    """What a reservation has, such as `1 gpu of pool dgx`."""
    share = reservation.get("share") or {}
    parts = [f"{share['thousandths'] / 1000:g} of a {share['part']}"] if share.get("thousandths") else []
    for name, amount in (reservation.get("parts") or {}).items():
        parts.append(f"{amount // 1024} GiB of memory" if name == "memory" else f"{amount} {name}")
    if not parts:
        unit, servers = reservation.get("unit", "server"), reservation.get("servers", 1)
        parts = [f"{servers} {unit}{'' if servers == 1 else 's'}"]
    return f"{', '.join(parts)} of pool {reservation.get('pool', '?')}"


# The notebook server: its panel

EXTENSION = "berth_jupyterhub"

PANEL = r"""
(() => {
  if (window.top !== window || document.getElementById("berth-panel")) return;
  const base = "@BASE@";
  const panel = document.createElement("section");
  panel.id = "berth-panel";
  panel.setAttribute("aria-label", "Reservation");
  panel.style.cssText = "position:fixed;right:12px;bottom:12px;z-index:9999;max-width:24em;padding:8px 12px;" +
      "border:1px solid #767676;border-radius:6px;background:#fff;color:#1a1a1a;font:13px/1.45 system-ui,sans-serif;" +
      "box-shadow:0 1px 6px rgba(0,0,0,.25)";
  const left = document.createElement("div");
  const details = document.createElement("div");
  const said = document.createElement("div");
  said.setAttribute("role", "alert");
  const more = document.createElement("select");
  more.setAttribute("aria-label", "How much longer");
  const extend = document.createElement("button");
  extend.type = "button";
  extend.textContent = "Extend";
  for (const each of [more, extend]) each.style.cssText = "margin:4px 6px 0 0;font:inherit";
  panel.append(left, details, more, extend, said);
  document.body.append(panel);
  let end = 0, warn = 600, until = "", warned = "", known = false;

  // The one of this server, which may end with a sign that is part of no word.
  const cookie = name => (document.cookie.split("; ").find(each => each.startsWith(name + "=")) || "").slice(name.length + 1);
  const call = async (method, body) => {
    const headers = {"X-XSRFToken": cookie("_xsrf"), "Content-Type": "application/json"};
    const answer = await fetch(base + "berth/panel", {method, headers, body, credentials: "same-origin"});
    const json = await answer.json();
    if (!answer.ok) throw new Error(json.message || answer.statusText);
    return json;
  };
  const span = seconds => {
    const minutes = Math.max(0, Math.floor(seconds / 60));
    return minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : minutes > 0 ? `${minutes} min` : "less than a minute";
  };
  const draw = () => {
    if (!known) return;
    const seconds = (end - performance.now()) / 1000;
    const soon = seconds < warn;
    left.textContent = `${span(seconds)} left, until ${until}`;
    left.style.fontWeight = "600";
    panel.style.background = soon ? "#ffe8a3" : "#fff";
    if (soon && warned !== until) {
      warned = until;
      said.textContent = `This server stops at ${until}. Save your work, or extend the time.`;
    }
  };
  const take = state => {
    known = true;
    end = performance.now() + state.left * 1000;
    warn = state.warn;
    until = state.until;
    details.textContent = `${state.reservation}: ${state.what}`;
    if (!more.options.length) {
      for (const [minutes, text] of state.extensions) more.append(new Option(text, minutes));
    }
    draw();
  };
  const look = () => call("GET").then(take, error => { details.textContent = error.message; });
  extend.addEventListener("click", async () => {
    extend.disabled = true;
    try {
      const state = await call("POST", JSON.stringify({minutes: Number(more.value)}));
      take(state);
      said.textContent = state.message;
    } catch (error) {
      said.textContent = error.message;
    } finally {
      extend.disabled = false;
    }
  });
  look();
  setInterval(look, 30000);
  setInterval(draw, 5000);
})();
"""


def ask_hub(method, body=None):
    """The state of the reservation that this notebook server runs in; asked by its own token, of the hub."""
    request = urllib.request.Request(
        os.environ["JUPYTERHUB_API_URL"].rstrip("/") + "/berth",
        method=method,
        headers={"Authorization": f"token {os.environ['JUPYTERHUB_API_TOKEN']}", "Content-Type": "application/json"},
        data=None if body is None else json.dumps(body).encode(),
    )
    try:
        with urllib.request.urlopen(request, timeout=40) as answer:
            return 200, json.load(answer)
    except urllib.error.HTTPError as e:
        return e.code, {"message": as_problem(e).get("message") or f"The hub answers {e.code}"}
    except (OSError, ValueError) as e:
        return 502, {"message": f"Cannot reach the hub: {getattr(e, 'reason', e)}"}


def load_jupyter_server_extension(app):
    """Adds the panel to the pages of a notebook server."""
    if "JUPYTERHUB_API_TOKEN" not in os.environ:
        return
    from tornado import web

    if type(app).__module__.startswith("notebook.") or any(c.__module__.startswith("notebook.") for c in type(app).__mro__):
        from notebook.base.handlers import APIHandler
    else:
        from jupyter_server.base.handlers import APIHandler

    base = app.web_app.settings["base_url"]
    executor = concurrent.futures.ThreadPoolExecutor(max_workers=2)

    class PanelHandler(APIHandler):
        async def _answer(self, method, body=None):
            loop = asyncio.get_running_loop()
            status, answer = await loop.run_in_executor(executor, ask_hub, method, body)
            self.set_status(status)
            self.finish(json.dumps(answer))

        @web.authenticated
        async def get(self):
            await self._answer("GET")

        @web.authenticated
        async def post(self):
            await self._answer("POST", self.get_json_body())

    class ScriptHandler(web.RequestHandler):
        def get(self):
            self.set_header("Content-Type", "text/javascript; charset=utf-8")
            self.finish(PANEL.replace('"@BASE@"', json.dumps(base)))

    class Panelled(web.OutputTransform):
        """Puts the script into the pages of the server, whichever of its frontends makes them; not into the user's own."""

        def transform_first_chunk(self, status_code, headers, chunk, finishing):
            is_page = headers.get("Content-Type", "").startswith("text/html") and b"</body>" in chunk
            if finishing and is_page and "sandbox" not in headers.get("Content-Security-Policy", ""):
                script = f'<script src="{html.escape(base)}berth/panel.js" defer></script></body>'
                head, _, tail = chunk.rpartition(b"</body>")
                chunk = head + script.encode() + tail
                if "Content-Length" in headers:
                    headers["Content-Length"] = str(len(chunk))
            return status_code, headers, chunk

    # Before compression, if there is any.
    app.web_app.transforms.insert(0, Panelled)
    app.web_app.add_handlers(".*$", [(base + "berth/panel", PanelHandler), (base + r"berth/panel\.js", ScriptHandler)])


_load_jupyter_server_extension = load_jupyter_server_extension


def _jupyter_server_extension_points():
    return [{"module": EXTENSION}]


# The hub

try:
    import jupyterhub
    from jupyterhub.spawner import Spawner
    from traitlets import Dict, Integer, List, Unicode
except ImportError:
    # A host of a notebook server need not have the hub, nor has the shell of those who book a course.
    Spawner = None

# Takes the environment of the notebook server from standard input, because it has secrets and a command line can be read by everybody,
# and `berth run` passes it to whatever host the reservation is on.
BEGIN = """\
import json, os, sys
os.environ.update(json.loads(sys.stdin.readline()))
os.chdir(os.path.expanduser("~"))
os.makedirs(".local/state/berth", mode=0o700, exist_ok=True)
out = os.open(".local/state/berth/notebook.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
null = os.open("/dev/null", os.O_RDONLY)
os.dup2(null, 0)
os.dup2(out, 1)
os.dup2(out, 2)
os.execvp(sys.argv[1], sys.argv[1:])
"""


def configure(c, url, token_file="", tokens_file="", **settings):
    """Settings of the hub in one call; `settings` are those of BerthSpawner."""
    c.JupyterHub.spawner_class = BerthSpawner
    c.JupyterHub.extra_handlers = list(c.JupyterHub.get("extra_handlers", [])) + hub_handlers()
    # What runs goes on while the hub is down; see load_state and poll.
    c.JupyterHub.cleanup_servers = False
    # Who waits for a promised time is pending for the hub; a course must not be refused because others wait.
    c.JupyterHub.concurrent_spawn_limit = 0
    c.BerthSpawner.url = url
    c.BerthSpawner.token_file = token_file
    c.BerthSpawner.tokens_file = tokens_file
    for name, value in settings.items():
        setattr(c.BerthSpawner, name, value)


def born(pid):
    """When a process began, in ticks of the kernel; empty if it is gone. With its number it is that process and no later one."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            fields = stat.read().rpartition(b")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in (b"Z", b"X") else fields[19].decode()


def token_mark(token):
    """By which a token is recognised, and from which it cannot be made."""
    return hashlib.sha256(f"panel {token}".encode()).hexdigest()


if Spawner is not None:
    # Each of the service's answers takes a thread while it is waited for.
    THREADS = concurrent.futures.ThreadPoolExecutor(max_workers=16, thread_name_prefix="berth")

    async def beside(function, *args):
        return await asyncio.get_running_loop().run_in_executor(THREADS, function, *args)

    def refused(message):
        """What JupyterHub shows on the form and on the waiting page."""
        from tornado import web

        error = web.HTTPError(409, message.replace("%", "%%"))
        error.reason = "Refused"
        error.jupyterhub_message = message
        return error

    class Tokens:
        """Finds the token of an account: in the file of tokens, otherwise made with the token of an administrator."""

        made = {}

        def __init__(self, spawner):
            self.spawner = spawner

        def find(self, account, until):
            """A token that is good until that time."""
            given = self._in_file(account)
            if given:
                return given
            if not self.spawner.token_file:
                raise Refusal({"detail": f"No token for {account} in {self.spawner.tokens_file or 'tokens_file'}, and no token_file is set"}, 401)
            with open(self.spawner.token_file, encoding="utf-8") as file:
                hub = file.read().strip()
            token, expires = self.made.get((hub, account), ("", datetime.datetime.min.replace(tzinfo=UTC)))
            # Its reservation may be extended, and the runner has this token to its end.
            if expires < max(until, now()) + datetime.timedelta(days=1):
                days = (max(until, now()) - now()).days + self.spawner.token_days + 2
                answer = self.spawner.service(hub).call(
                    "POST", "/tokens", {"account": account, "note": "JupyterHub", "lifetime": f"P{days}D", "scope": "book"}
                )
                token, expires = answer["token"], instant(answer["expires"])
                self.made[(hub, account)] = (token, expires)
            return token

        def forget(self, account):
            """It was not good: somebody has ended it."""
            for key in [key for key in self.made if key[1] == account]:
                del self.made[key]

        def _in_file(self, account):
            if not self.spawner.tokens_file:
                return ""
            with open(self.spawner.tokens_file, encoding="utf-8") as file:
                for line in file:
                    words = line.split()
                    if len(words) == 2 and words[0] == account:
                        return words[1]
            return ""

    class BerthSpawner(Spawner):
        """Runs the server of a user as a command of `berth run`, inside a reservation of the user."""

        url = Unicode(help="Address of Berth; several instances of it are separated by commas").tag(config=True)
        ca = Unicode(help="PEM file with the only certificates to trust; default: those of the system").tag(config=True)
        token_file = Unicode(
            help="File with the token of an administrator of Berth, which makes a token for each user. For root alone"
        ).tag(config=True)
        tokens_file = Unicode(
            help="File with lines of an account and its token, which are used before any is made with `token_file`. For root alone"
        ).tag(config=True)
        token_days = Integer(7, help="For how many days more than needed a token is made for a user").tag(config=True)
        berth = List(["berth"], help="The command berth").tag(config=True)
        sizes = List(
            [{"title": "One server", "job": {}}],
            help='What a user can choose: a title and fields of a booking, such as {"title": "One card", "job": {"parts": {"gpu": 1}}}',
        ).tag(config=True)
        durations = List([30, 60, 120, 240, 480], help="How long a server can be had, in minutes").tag(config=True)
        default_duration = Integer(60, help="The duration that the form proposes, in minutes").tag(config=True)
        longest_wait = Integer(24 * 60, help="How long a user waits at most for the promised start, in minutes").tag(config=True)
        extensions = List([15, 30, 60], help="What the panel offers to extend by, in minutes").tag(config=True)
        warn = Integer(10, help="How many minutes before the end the panel warns").tag(config=True)
        grace = Unicode("10s", help="Time that a server has to end by itself before it is killed").tag(config=True)
        reservation_name = Unicode("notebook", help="What a reservation is called that is booked for a server").tag(config=True)
        java_options = Unicode("-Xmx96m", help="JVM options of `berth run`").tag(config=True)
        homes = Unicode(
            help="Directories such as /srv/homes/{username}: servers then run as the Unix user of the hub with these homes, and need no Unix"
            " users. Only where the users trust each other, as in a trial. Default: each as the Unix user of that name"
        ).tag(config=True)
        run_variables = Dict({}, help="More environment variables for `berth run`, such as BERTH_SSH").tag(config=True)

        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self.process = None
            self.complaints = None
            self.settling = None
            self.standing = {}
            self.trouble = ""
            self._forget()

        def _forget(self):
            # Reservation, whether its rest is given back on a stop, and the process of berth run.
            self.berth_state = {}
            self.is_wanted_no_more = False
            self.is_given_up = False

        # State that outlives the hub

        def get_state(self):
            state = super().get_state()
            if self.berth_state:
                state["berth"] = dict(self.berth_state)
            return state

        def load_state(self, state):
            super().load_state(state)
            self.berth_state = dict(state.get("berth", {}))

        def clear_state(self):
            super().clear_state()
            self._forget()
            self.process = None

        def _keep(self, **more):
            """Takes it into the hub's database now: the hub may die before it would do so itself."""
            self.berth_state.update(more)
            self.orm_spawner.state = self.get_state()
            self.db.commit()

        # The service

        def service(self, token):
            return Service(self.url, token, self.ca)

        @property
        def account(self):
            return self.user.name

        def _call_now(self, method, path, body=None, key=None, until=None):
            tokens = Tokens(self)
            until = until or now()
            try:
                return self.service(tokens.find(self.account, until)).call(method, path, body, key)
            except Refusal as e:
                if e.status != 401:
                    raise
            tokens.forget(self.account)
            return self.service(tokens.find(self.account, until)).call(method, path, body, key)

        async def call(self, method, path, body=None, key=None):
            return await beside(self._call_now, method, path, body, key)

        @property
        def called(self):
            return f"{self.reservation_name} {self.name}".strip()

        async def own_reservations(self):
            """What the user can run in now or later, the next one first; of others what is shared with the user."""
            own = await self.call("GET", "/reservations?user=me&limit=200")
            shared = await self.call("GET", "/reservations?guest=me&limit=200")
            found = {each["id"]: each for each in own["reservations"] + shared["reservations"] if each["state"] in ACTIVE}
            return sorted(found.values(), key=lambda each: (each["start"], each["id"]))

        def _is_left_over(self, reservation):
            return reservation.get("name") == self.called and reservation.get("user") == self.account and reservation["state"] != "held"

        # The form

        async def get_options_form(self):
            try:
                mine, slots, sizes = await asyncio.gather(self.own_reservations(), self._slots(), self._sizes())
            except (Refusal, Unreachable, OSError) as e:
                self.log.warning("Form of %s: %s", self._log_name, e)
                return f'<p class="text-danger">{html.escape(str(e))}. Reload this page to try again.</p>'
            return self._form(mine, slots, sizes)

        async def _slots(self):
            """Free servers. Hosts that are booked in parts are told of by the sizes, because a slot is a whole server."""
            in_parts = {each["name"] for each in (await self.call("GET", "/pools"))["pools"] if each.get("parts")}
            return [each for each in (await self.call("GET", "/slots"))["slots"] if each["pool"] not in in_parts][:8]

        async def _sizes(self):
            """Each size with the first time when it can be had for the usual duration, and None if it cannot."""
            return await asyncio.gather(*(self._first(size) for size in self.sizes))

        async def _first(self, size):
            job = self._job(size, self.default_duration)
            try:
                answer = await self.call("POST", "/offers", job)
                offers = answer["offers"]
            except Refusal as e:
                offers = e.offers
            fitting = [each for each in offers if each["family"] in ("as-asked", "later", "other-window")]
            return size["title"], instant(fitting[0]["start"]) if fitting else None

        def _job(self, size, minutes):
            latest = now() + datetime.timedelta(minutes=self.longest_wait + minutes)
            job = {"name": self.called, "stay": span(minutes), "starts": "when-free"}
            job["deadline"] = latest.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            return {**job, **size.get("job", {})}

        def _form(self, mine, slots, sizes):
            # Its classes are those of Bootstrap 3, which JupyterHub has before 5, and those of Bootstrap 5.
            def line(value, text, checked):
                return (
                    f'<div class="radio mb-2"><label><input type="radio" name="reservation" value="{html.escape(value)}"'
                    f'{" checked" if checked else ""}> {text}</label></div>'
                )

            started = [each for each in mine if self._is_left_over(each) or instant(each["start"]) <= now()]
            first = started[0]["id"] if started else ""
            lines = [
                line(
                    each["id"],
                    f'{html.escape(each["id"])}, {html.escape(each.get("name", ""))}: {html.escape(what(each))}, '
                    + shown_span(instant(each["start"]), instant(each["end"]))
                    + (f', of {html.escape(each.get("user", ""))}' if each.get("user") != self.account else ""),
                    each["id"] == first,
                )
                for each in mine
            ]
            soon = now() + datetime.timedelta(seconds=30)
            options = "".join(
                f'<option value="{i}">{html.escape(title)} ('
                + ("not available" if when is None else "free now" if when < soon else f"free at {shown(when)}")
                + ")</option>"
                for i, (title, when) in enumerate(sizes)
            )
            lengths = "".join(
                f'<option value="{minutes}"{" selected" if minutes == self.default_duration else ""}>{span_text(minutes)}</option>'
                for minutes in self.durations
            )
            rows = "".join(
                f'<tr><td>{html.escape(each["pool"])}</td><td>{each["servers"]}</td>'
                f'<td>{"now" if instant(each["start"]) < soon else shown(instant(each["start"]))}</td><td>{shown(instant(each["end"]))}</td></tr>'
                for each in slots
            )
            table = (
                '<h4>Free servers</h4><table class="table table-condensed table-sm"><thead><tr><th>Pool</th><th>Servers</th><th>From</th>'
                f"<th>Until</th></tr></thead><tbody>{rows}</tbody></table>"
                if rows
                else ""
            )
            return (
                '<div id="berth-form"><h4>Where</h4>'
                + "".join(lines)
                + line("new", "Book a new reservation", not first)
                + '<div class="form-group mb-3"><label for="berth-size">What</label>'
                f'<select class="form-control form-select" id="berth-size" name="size">{options}</select></div>'
                '<div class="form-group mb-3"><label for="berth-minutes">How long</label>'
                f'<select class="form-control form-select" id="berth-minutes" name="minutes">{lengths}</select></div>'
                '<p class="help-block form-text">What and how long are for a new reservation. The times of what is free are for '
                f"{span_text(self.default_duration)}. If nothing is free you are promised a time, and the server starts then or earlier.</p>"
                '<div class="checkbox mb-4"><label><input type="checkbox" name="give_back" value="yes"> When I stop the server, give back the rest of an'
                " existing reservation. A new reservation is always given back</label></div>" + table + "</div>"
            )

        def options_from_form(self, form):
            options = {"reservation": form.get("reservation", ["new"])[0], "give_back": form.get("give_back", [""])[0] == "yes"}
            for name in ("size", "minutes"):
                text = form.get(name, [""])[0]
                if text:
                    options[name] = int(text) if text.isdecimal() else text
            self._wish(options)
            return options

        def _wish(self, options):
            """The size and the minutes that were chosen."""
            size = options.get("size", 0)
            titles = [each["title"] for each in self.sizes]
            if size in titles:
                size = titles.index(size)
            if not isinstance(size, int) or not 0 <= size < len(self.sizes):
                raise refused(f'size: "{size}" is unknown; choose one of {", ".join(titles)}')
            minutes = options.get("minutes", self.default_duration)
            if minutes not in self.durations:
                raise refused(f'minutes: "{minutes}" is not offered; choose one of {", ".join(map(str, self.durations))}')
            return self.sizes[size], minutes

        # Spawning

        async def run_pre_spawn_hook(self):
            """Has a reservation before the hub reads how long a start may take."""
            if self.settling:
                await self.settling
            try:
                self.standing = await self._chosen()
            except Refusal as e:
                raise refused(self._told(e)) from None
            except (Unreachable, OSError) as e:
                raise refused(str(e)) from None
            end = instant(self.standing["end"])
            # Its own limit is the end of the reservation, which start() follows wherever it moves.
            promised = max(0, (end - now()).total_seconds())
            self.start_timeout = int(promised) + 366 * 24 * 3600
            hook = super().run_pre_spawn_hook()
            if hook is not None:
                await hook

        async def _chosen(self):
            wanted = str(self.user_options.get("reservation", ""))
            if wanted not in ("", "new"):
                reservation = await self.call("GET", path_of(wanted))
                if reservation["state"] not in ACTIVE:
                    raise refused(f"{wanted} is over; choose another reservation")
                gives_back = self._is_left_over(reservation) or self.user_options.get("give_back") is True
            else:
                left = [] if wanted == "new" else [each for each in await self.own_reservations() if self._is_left_over(each)]
                reservation, gives_back = left[0] if left else await self._booked(), True
            # The hub itself does not know the token any more when it is started again.
            self._keep(reservation=reservation["id"], gives_back=gives_back, token=token_mark(self.api_token))
            return reservation

        async def _booked(self):
            size, minutes = self._wish(self.user_options)
            # The token of the server is new for each start, so one start books once, however often it is repeated.
            key = hashlib.sha256(f"{self.api_token} {self.called}".encode()).hexdigest()
            return await self.call("POST", "/reservations", self._job(size, minutes), key)

        def _told(self, refusal):
            offers = [
                f'{what(each)} from {shown_span(instant(each["start"]), instant(each["end"]))}' for each in refusal.offers[:3]
            ]
            return str(refusal) + (f". Instead: {'; '.join(offers)}" if offers else "")

        async def start(self):
            try:
                # A hub that starts takes a server for gone that does not answer it in time, and leaves it as it is.
                if self._is_alive():
                    await self._end_process()
                for _ in range(ATTEMPTS):
                    await self._launch(await self._awaited())
                    if await self._has_begun():
                        return self.berth_state["host"], self.port
                    # The service went down between two questions, and the reservation is still there.
                    self.trouble = self._complaint()
                    await asyncio.sleep(2)
                raise refused(f"The server did not start in {self.berth_state['reservation']}: {self._complaint()}")
            except Refusal as e:
                raise refused(self._told(e)) from None

        async def _awaited(self):
            """Waits until the reservation starts; returns the names of its hosts, as far as they are known."""
            reservation = self.berth_state["reservation"]
            while True:
                if self.is_given_up:
                    raise refused(f"{reservation} was given up; nothing was started")
                try:
                    answer = await self.call("GET", path_of(reservation) + "/follow")
                    self.trouble = ""
                except Unreachable as e:
                    self.trouble = str(e)
                    await asyncio.sleep(3)
                    continue
                except Refusal as e:
                    if e.status == 404:
                        raise refused(f"{reservation} was cancelled or is over; nothing was started") from None
                    raise
                self.standing = {**answer["reservation"], "before": answer.get("before")}
                if self.standing["state"] == "running":
                    return [each["host"] for each in answer.get("machines", []) if each.get("host")]
                if self.standing["state"] not in ACTIVE:
                    raise refused(f"{reservation} is {self.standing['state']}; nothing was started")
                ahead = (instant(self._expected()) - now()).total_seconds()
                await asyncio.sleep(min(10.0, max(0.5, ahead / 20)))

        def _expected(self):
            return self.standing.get("expectedStart") or self.standing["start"]

        def _is_here(self, hosts):
            names = {socket.gethostname(), socket.getfqdn(), socket.gethostname().split(".")[0], "localhost"}
            return not hosts or not names.isdisjoint(hosts)

        async def _launch(self, hosts):
            """Leaves the reservation to `berth run`, and has that in the database before anything else happens."""
            if not self.port:
                from jupyterhub.utils import random_port

                self.port = random_port()
            is_here = self._is_here(hosts)
            if not is_here and self.ip in ("", "127.0.0.1", "localhost"):
                self.ip = "0.0.0.0"
            host = "127.0.0.1" if is_here and self.ip in ("", "0.0.0.0") else self.ip if is_here else hosts[0]
            environment = {
                key: value for key, value in self.get_env().items() if key not in self.env_keep or key in self.environment
            }
            command = [*self.berth, "run", "--reservation", self.berth_state["reservation"], "--grace", self.grace]
            command += ["--", "python3", "-c", BEGIN, *self.cmd, *self.get_args()]
            run_environment = await self._run_environment()
            self.complaints = tempfile.TemporaryFile()
            self.process = subprocess.Popen(
                command,
                env=run_environment,
                cwd=run_environment["HOME"],
                stdin=subprocess.PIPE,
                stdout=self.complaints,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=self._becoming(),
            )
            self.server.ip, self.server.port = host, self.port
            self._keep(pid=self.process.pid, born=born(self.process.pid), host=host, here=is_here)
            try:
                self.process.stdin.write(json.dumps(environment).encode() + b"\n")
                self.process.stdin.close()
            except BrokenPipeError:
                # It has ended already; what it said is read where its beginning is awaited.
                pass

        async def _run_environment(self):
            until = instant(self.standing["end"]) if self.standing.get("end") else now()
            token = await beside(lambda: Tokens(self).find(self.account, until))
            environment = {key: os.environ[key] for key in ("PATH", "LANG", "LC_ALL", "TZ") if key in os.environ}
            environment.update(BERTH_URL=self.url, BERTH_TOKEN=token, BERTH_JAVA_OPTS=self.java_options, BERTH_WAIT="60s")
            if self.ca:
                environment["BERTH_CA"] = self.ca
            if self.homes:
                home = self.homes.format(username=self.user.name)
                os.makedirs(home, mode=0o700, exist_ok=True)
                environment.update(HOME=home, USER=self.user.name, XDG_STATE_HOME=os.path.join(home, ".local/state"))
            else:
                user = pwd.getpwnam(self.user.name)
                environment.update(HOME=user.pw_dir, USER=user.pw_name, SHELL=user.pw_shell)
                runtime = f"/run/user/{user.pw_uid}"
                if os.path.isdir(runtime):
                    environment["XDG_RUNTIME_DIR"] = runtime
            environment.update(self.run_variables)
            return environment

        def _becoming(self):
            if self.homes or os.getuid() != 0:
                return None
            from jupyterhub.spawner import set_user_setuid

            return set_user_setuid(self.user.name)

        def get_args(self):
            enabled = f"{{'{EXTENSION}': True}}"
            return [f"--NotebookApp.nbserver_extensions={enabled}", f"--ServerApp.jpserver_extensions={enabled}", *super().get_args()]

        async def _has_begun(self):
            """
            Waits until the service has let the command begin and the server listens; false if `berth run` has failed before it ran
            anything. The hub would wait for the server as well, but not notice that it has ended instead.
            """
            reservation = self.berth_state["reservation"]
            has_begun = False
            while True:
                if self.process.poll() is not None and not has_begun and await self._may_try_again():
                    return False
                if self.process.poll() is not None:
                    raise refused(f"The server did not start in {reservation}, exit code {self.process.returncode}: {self._complaint()}")
                try:
                    if not has_begun:
                        run = (await self.call("GET", path_of(reservation))).get("run", {})
                        has_begun = run.get("state") == "running"
                    elif await beside(self._listens):
                        return True
                except Unreachable as e:
                    self.trouble = str(e)
                except Refusal as e:
                    if e.status != 404:
                        raise
                await asyncio.sleep(0.5)

        async def _may_try_again(self):
            """Whether `berth run` found no service, or a command in the reservation that is not over yet, whose runner was killed."""
            if self.process.returncode == FAILED:
                return True
            try:
                return (await self._run_state()).get("state") == "running"
            except Unreachable:
                return True

        def _listens(self):
            try:
                socket.create_connection((self.berth_state["host"], self.port), timeout=5).close()
                return True
            except OSError:
                return False

        def _complaint(self):
            if self.complaints is None:
                return ""
            self.complaints.seek(0)
            said = self.complaints.read(4000).decode(errors="replace").strip()
            return f"{said} (its own output is in ~/.local/state/berth/notebook.log)"

        async def progress(self):
            """Tells the promised time while a server waits for it."""
            begun, last = now(), None
            while True:
                event = self._event(begun)
                if event != last:
                    last = event
                    yield event
                await asyncio.sleep(1)

        def _event(self, begun):
            if not self.standing:
                return {"progress": 2, "message": "Asking Berth for a reservation"}
            reservation = self.standing.get("id", "")
            if self.trouble:
                return {"message": f"{self.trouble}. {reservation} stays yours, and is asked for again"}
            if self.standing.get("state") == "running":
                return {"progress": 90, "message": f"{reservation} has started, until {shown(instant(self.standing['end']))}; starting the server"}
            promised = instant(self.standing["start"])
            expected = instant(self._expected())
            total = max(1.0, (promised - begun).total_seconds())
            done = min(80, max(5, int(80 * (now() - begun).total_seconds() / total)))
            ahead = max(0.0, (promised - now()).total_seconds())
            message = f"{reservation}: the server starts at {shown(promised)} at the latest, in {span_text((ahead + 59) // 60)}"
            if expected < promised - datetime.timedelta(seconds=30):
                message += f", probably at {shown(expected)}"
            if self.standing.get("before"):
                message += f"; {self.standing['before']} before you"
            link = f'<a href="{html.escape(self.hub.base_url)}berth/give-up/{urllib.parse.quote(self.name, safe="")}">Give it up</a>'
            return {"progress": done, "message": message, "html_message": f"{html.escape(message)}. {link}"}

        # Looking after it

        def _is_alive(self):
            if self.process is not None:
                return self.process.poll() is None
            pid = self.berth_state.get("pid")
            return bool(pid) and self.berth_state.get("born") not in ("", None) and born(pid) == self.berth_state["born"]

        async def poll(self):
            """None while the server runs. While its reservation is waited for nothing runs; a hub that is started again then keeps the reservation."""
            code = await self._looked_after()
            if code is not None and self._check_pending and self.server and jupyterhub.version_info[0] < 5:
                # A hub that starts and finds a server gone takes that into its database only after it has asked for all servers, and each
                # page that it serves meanwhile takes it back: it would call a server ready for good that is not there.
                self.server = None
                self.db.commit()
            return code

        async def _looked_after(self):
            if not self.berth_state.get("pid"):
                return 0
            if self._is_alive():
                return None
            if not self.berth_state.get("here", True) and await self._runs_elsewhere():
                return None
            code = self.process.returncode if self.process is not None else await self._known_code()
            if code == 0:
                # Its user has ended it.
                self.is_wanted_no_more = True
                if self.process is None and self.berth_state.get("gives_back"):
                    # That was while the hub was down, which then asks no hook.
                    asyncio.ensure_future(self._given_back(self.berth_state["reservation"]))
            elif code is None or code < 0 or code == 137:
                self._settle_soon()
            return 1 if code is None else code

        async def _run_state(self):
            try:
                return (await self.call("GET", path_of(self.berth_state["reservation"]))).get("run", {})
            except Refusal:
                return {}

        async def _runs_elsewhere(self):
            """A connection to another host may break; what runs there goes on."""
            try:
                return (await self._run_state()).get("state") == "running"
            except Unreachable:
                return True

        async def _known_code(self):
            try:
                run = await self._run_state()
            except Unreachable:
                return None
            return run.get("exitCode") if run.get("state") == "exited" else None

        def _settle_soon(self):
            """A runner that was killed tells nobody; the next berth of its user does, before the silence ends its reservation."""
            if self.settling is None and self.berth_state.get("reservation"):
                self.settling = asyncio.ensure_future(self._settle(self.berth_state["reservation"]))

        async def _settle(self, reservation):
            try:
                environment = await self._run_environment()
                for _ in range(20):
                    await beside(self._berth, environment, "runs")
                    run = (await self.call("GET", path_of(reservation))).get("run", {})
                    if run.get("state") != "running":
                        return
                    await asyncio.sleep(1)
            except (Refusal, Unreachable, OSError, subprocess.SubprocessError) as e:
                self.log.warning("What ran in %s cannot be settled: %s", reservation, e)
            finally:
                self.settling = None

        def _berth(self, environment, *words):
            return subprocess.run(
                [*self.berth, *words],
                env=environment,
                cwd=environment["HOME"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=60,
                preexec_fn=self._becoming(),
            )

        async def stop(self, now=False):
            """Ends the server. A user's stop gives the rest of the time back; a server that did not answer the hub keeps its reservation."""
            self.is_wanted_no_more = not getattr(self, "_waiting_for_response", False) and not self._check_pending
            if self._is_alive():
                await self._end_process()
            elif not self.berth_state.get("here", True):
                await beside(self._berth, await self._run_environment(), "stop", self.berth_state["reservation"])

        async def _end_process(self):
            pid = self.berth_state["pid"]
            for sign, seconds in ((signal.SIGTERM, 45), (signal.SIGKILL, 10)):
                try:
                    os.kill(pid, sign)
                except ProcessLookupError:
                    return
                until = time.monotonic() + seconds
                while self._is_alive() and time.monotonic() < until:
                    await asyncio.sleep(0.1)
                if not self._is_alive():
                    return

        async def run_post_stop_hook_later(self, hook):
            if hook is not None:
                await hook
            if self.complaints is not None:
                self.complaints.close()
                self.complaints = None
            reservation = self.berth_state.get("reservation")
            if reservation and self.is_wanted_no_more and self.berth_state.get("gives_back"):
                await self._given_back(reservation)

        def run_post_stop_hook(self):
            return self.run_post_stop_hook_later(super().run_post_stop_hook())

        async def _given_back(self, reservation):
            for method, path in (("POST", path_of(reservation) + "/finish"), ("DELETE", path_of(reservation))):
                try:
                    await self.call(method, path, key=None if method == "DELETE" else f"finish-{reservation}")
                    return
                except Refusal as e:
                    self.log.debug("%s %s: %s", method, reservation, e)
                except Unreachable as e:
                    self.log.warning("%s is not given back: %s", reservation, e)
                    return

        # The panel

        async def panel(self):
            reservation = await self.call("GET", path_of(self.berth_state["reservation"]))
            end = instant(reservation["end"])
            return {
                "reservation": reservation["id"],
                "what": what(reservation),
                "until": shown(end),
                "left": max(0, (end - now()).total_seconds()),
                "warn": self.warn * 60,
                "extensions": [[minutes, span_text(minutes)] for minutes in self.extensions],
            }

        async def extend(self, minutes):
            """Asks the book for more time; raises a Refusal that names who is next."""
            reservation = self.berth_state["reservation"]
            try:
                await self.call("POST", path_of(reservation) + "/overrun", {"more": span(minutes), "policy": "extend-if-free"})
            except Refusal as e:
                raise Refusal({"detail": await self._why_not(e), "code": e.code}, e.status) from None
            panel = await self.panel()
            return {**panel, "message": f"Extended by {span_text(minutes)}, until {panel['until']}"}

        async def _why_not(self, refusal):
            following = []
            for each in refusal.numbers.get("inTheWay", [])[:3]:
                try:
                    following.append(await self.call("GET", path_of(each)))
                except (Refusal, Unreachable):
                    continue
            if not following:
                return str(refusal)
            said = ", ".join(f"{each.get('user', 'somebody')} at {shown(instant(each['start']))} ({each['id']})" for each in following)
            latest = refusal.numbers.get("latestEnd")
            current = refusal.numbers.get("extra", {}).get("start")
            room = f". There is room until {shown(instant(latest))}" if latest and current and instant(latest) > instant(current) else ""
            return f"Not extended: next is {said}{room}"


def hub_handlers():
    """What the hub serves besides: the panel of notebook servers, and the page on which a waiting user gives up."""
    from jupyterhub.apihandlers.base import APIHandler
    from jupyterhub.handlers.base import BaseHandler
    from tornado import web

    class PanelHandler(APIHandler):
        """For notebook servers, by the token that the hub gave each of them."""

        def _spawner(self):
            mark = token_mark(self.get_auth_token() or "")
            for spawner in getattr(self.current_user, "spawners", {}).values():
                if getattr(spawner, "berth_state", {}).get("token") == mark:
                    return spawner
            raise web.HTTPError(403, "Only for servers that run in a reservation of Berth")

        async def _answer(self, asked):
            try:
                self.finish(json.dumps(await asked))
            except Refusal as e:
                self._failed(409, e)
            except Unreachable as e:
                self._failed(503, e)

        def _failed(self, status, error):
            self.set_status(status)
            self.finish(json.dumps({"status": status, "message": str(error)}))

        async def get(self):
            await self._answer(self._spawner().panel())

        async def post(self):
            spawner = self._spawner()
            minutes = (self.get_json_body() or {}).get("minutes")
            if minutes not in spawner.extensions:
                raise web.HTTPError(400, f"minutes must be one of {', '.join(map(str, spawner.extensions))}")
            await self._answer(spawner.extend(minutes))

    class GiveUpHandler(BaseHandler):
        """The hub itself cannot stop a start that is pending."""

        @web.authenticated
        async def get(self, name=""):
            reservation = self._waiting(name).berth_state["reservation"]
            token = self.xsrf_token
            token = token.decode() if isinstance(token, bytes) else token
            self.finish(
                f"<!DOCTYPE html><html lang=en><title>Give up {html.escape(reservation)}</title><body><h1>Give up {html.escape(reservation)}?</h1>"
                f'<form method="post"><input type="hidden" name="_xsrf" value="{html.escape(token)}">'
                "<p>The server does not start, and what was reserved for it is given back.</p><button>Give it up</button></form></body></html>"
            )

        @web.authenticated
        async def post(self, name=""):
            self.check_xsrf_cookie()
            spawner = self._waiting(name)
            spawner.is_given_up = spawner.is_wanted_no_more = True
            self.redirect(self.hub.base_url + "home")

        def _waiting(self, name):
            spawner = self.current_user.spawners.get(name)
            if spawner is None or not getattr(spawner, "berth_state", {}).get("reservation") or spawner.berth_state.get("pid"):
                raise web.HTTPError(404, "No server of yours waits for its time")
            return spawner

    return [(r"/api/berth", PanelHandler), (r"/berth/give-up/([^/]*)", GiveUpHandler)]


# The shell of those who book for a course


def book_course(service, name, accounts, start, minutes, job, project=""):
    """
    Books the same time for each account, if there is room for all. Who has a reservation of this name at this time keeps it, so a command
    that was interrupted can be repeated. Yields a line for each.
    """
    end = start + datetime.timedelta(minutes=minutes)
    begin, deadline = (each.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") for each in (start, end))
    there = {}
    for account in accounts:
        for each in service.call("GET", f"/reservations?user={urllib.parse.quote(account)}&limit=1000")["reservations"]:
            if each.get("name") == name and instant(each["start"]) == instant(begin):
                there[account] = each["id"]
    missing = [each for each in accounts if each not in there]
    asked = {"name": name, "ready": begin, "deadline": deadline, "stay": span(minutes), **job}
    # Staff cannot cancel what they have booked for others, so whether there is room for all is asked before.
    if missing:
        commands = [{"kind": "reserve", "job": asked} for _ in missing[:100]]
        for account, decision in zip(missing, service.call("POST", "/whatif", {"commands": commands})["decisions"]):
            if not decision["accepted"]:
                problem = decision.get("refusal", {})
                raise Refusal({"detail": f"No room for {account}: {problem.get('detail', '')}. Nothing was booked"}, 409)
    run = os.urandom(8).hex()
    made = []
    for account in accounts:
        if account in there:
            yield f"{account} has {there[account]}"
            continue
        booking = {"user": account, **asked}
        if project:
            booking["project"] = project
        try:
            made.append(service.call("POST", "/reservations", booking, f"course-{run}-{account}")["id"])
        except Refusal as e:
            raise Refusal({"detail": f"{account}: {e}. Booked before: {len(made)}; repeat the command when that is put right"}, e.status) from None
        yield f"{account} has {made[-1]}"


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python3 -m berth_jupyterhub",
        description="Books a lesson for all students of a course, if there is room for all. Uses BERTH_URL, BERTH_TOKEN and BERTH_CA.",
    )
    parser.add_argument("name", help="what the reservations are called, such as course")
    parser.add_argument("--accounts", default="", help="the students, separated by commas; default: the members of --project")
    parser.add_argument("--project", default="", help="the project that pays")
    parser.add_argument("--start", required=True, help="such as 2026-11-20T14:00, in the time zone of this machine")
    parser.add_argument("--minutes", type=int, required=True, help="how long the lesson takes")
    parser.add_argument("--gpus", type=int, help="whole cards of each student")
    parser.add_argument("--gpu-share", type=float, help="share of a card of each student, such as 0.333")
    parser.add_argument("--cores", type=int, help="cores of each student")
    given = parser.parse_args(arguments)
    parts = {name: amount for name, amount in (("gpu", given.gpus), ("cores", given.cores)) if amount}
    job = {"parts": parts} if parts else {}
    if given.gpu_share:
        job["share"] = {"part": "gpu", "thousandths": round(given.gpu_share * 1000)}
    service = Service(os.environ.get("BERTH_URL", ""), os.environ.get("BERTH_TOKEN", ""), os.environ.get("BERTH_CA", ""))
    if not service.urls or not service.token:
        print("Set BERTH_URL and BERTH_TOKEN; berth account token add makes a token", file=sys.stderr)
        return 2
    try:
        accounts = [each for each in given.accounts.split(",") if each]
        if not accounts:
            if not given.project:
                parser.error("give --accounts or --project")
            projects = service.call("GET", "/projects/" + urllib.parse.quote(given.project))
            accounts = projects["members"]
        start = datetime.datetime.fromisoformat(given.start).astimezone()
        for line in book_course(service, given.name, accounts, start, given.minutes, job, given.project):
            print(line)
        return 0
    except Refusal as e:
        print(f"Refused: {e}", file=sys.stderr)
        return 1
    except Unreachable as e:
        print(e, file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
