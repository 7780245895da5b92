"""Debian's Chromium without a window, by chromedriver and nothing else."""
import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


class Browser:
    """A browser of its own, which ends with the block it is made for."""

    def __init__(self, size=(1400, 900), dark=False):
        self.home = tempfile.mkdtemp(prefix="fx-browser-")
        env = dict(os.environ, HOME=self.home)
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       text=True, env=env)
        for line in self.driver.stdout:
            if match := re.search(r"started successfully on port (\d+)", line):
                break
        self.address = f"http://127.0.0.1:{match[1]}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-extensions",
                     "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
                     f"--window-size={size[0]},{size[1]}", f"--user-data-dir={self.home}/profile"]
        if dark:
            arguments.append("--blink-settings=preferredColorScheme=0")
        options = {"binary": shutil.which("chromium"), "args": arguments, "prefs": {"download.default_directory": self.home}}
        capabilities = {"browserName": "chrome", "goog:chromeOptions": options,
                        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}}, raw=True)
        self.address += "/session/" + answer["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.home, ignore_errors=True)

    def call(self, method, path, body=None, raw=False):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, path, fragment=""):
        """Opens a file and waits until its page is ready."""
        self.call("POST", "/url", {"url": "about:blank"})
        # Those of the page that a new window shows.
        self.requests()
        self.call("POST", "/url", {"url": "file://" + os.path.abspath(path) + fragment})
        for _ in range(600):
            if self.run("return document.documentElement.dataset.ready"):
                return
            time.sleep(0.02)
        raise RuntimeError(f"the page is not ready: {self.messages()}")

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments):
        """Runs a script that ends with a call of its last argument."""
        return self.call("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def keys(self, selector, text):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        self.call("POST", f"/element/{next(iter(found.values()))}/value", {"text": text})

    def messages(self):
        """What the console has said since the last call."""
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def requests(self):
        """Addresses that were asked for since the last call, but for the page itself."""
        found = []
        for entry in self.call("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent" and message["params"].get("type") != "Document":
                found.append(message["params"]["request"]["url"][:100])
        return found

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))
