"""Answers as a notebook server does, in a tenth of its memory: for a lesson of many on a small machine. It asks nobody who they are."""

import json
import os
import signal
import sys
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

address = urllib.parse.urlsplit(os.environ["JUPYTERHUB_SERVICE_URL"])


class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"kernels": 0, "version": "light"}).encode()
        self.send_response(200)
        self.send_header("X-JupyterHub-Version", "3.0.0")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
ThreadingHTTPServer((address.hostname, address.port), Answer).serve_forever()
