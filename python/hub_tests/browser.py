"""A real Chromium by the protocol of WebDriver, as far as the tests of the hub and its pictures need it."""

import base64
import json
import subprocess
import urllib.error
import urllib.request

from classroom import awaited, free_port

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    def __init__(self, width=1000, height=720):
        self.port = free_port()
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={self.port}"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.session = ""
        awaited("chromedriver to answer", self._is_ready)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--window-size={width},{height}", "--lang=en"]}
        made = self._send("POST", "/session", {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}})
        self.session = "/session/" + made["sessionId"]

    def _is_ready(self):
        try:
            return self._send("GET", "/status").get("ready")
        except OSError:
            return False

    def _send(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as e:
            raise AssertionError(json.load(e)["value"]["message"].partition("\n")[0]) from None

    def open(self, url):
        self._send("POST", self.session + "/url", {"url": url})

    def run(self, script, *arguments):
        return self._send("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        """Whether there is such an element."""
        return self.run("return document.querySelector(arguments[0]) !== null", selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def click(self, selector):
        found = self._send("POST", self.session + "/element", {"using": "css selector", "value": selector})
        self._send("POST", f"{self.session}/element/{found[ELEMENT]}/click", {})

    def type(self, selector, text):
        found = self._send("POST", self.session + "/element", {"using": "css selector", "value": selector})
        self._send("POST", f"{self.session}/element/{found[ELEMENT]}/value", {"text": text})

    def resize(self, width, height):
        self._send("POST", self.session + "/window/rect", {"width": width, "height": height})

    def picture(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self._send("GET", self.session + "/screenshot")))

    def close(self):
        try:
            self._send("DELETE", self.session)
        except (OSError, AssertionError):
            pass
        self.driver.terminate()
        self.driver.wait(30)
