"""A small client of the Language Server Protocol, for tests."""

import json
import os
import subprocess
import threading
import time


class Client:
    """Starts a server and speaks with it. Texts mark places with `<NAME>`."""

    def __init__(self, command, root=None, options=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.watchdog = threading.Timer(100, self.process.kill)
        self.watchdog.start()
        self.last_id = 0
        self.messages = []
        self.slowest = ("", 0.0)
        self.capabilities = self.request("initialize", {
            "processId": os.getpid(), "capabilities": {},
            "rootUri": "file://" + root if root else None,
            "initializationOptions": options or {},
        })
        self.notify("initialized", {})

    def send_bytes(self, body):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def send(self, message):
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def receive(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("the server has gone, with code %s" % self.process.wait())
            if line == b"\r\n":
                break
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def start(self, method, params):
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        return self.last_id

    def finish(self, number):
        """The answer to a request; what comes before it is kept."""
        while True:
            for message in self.messages:
                if message.get("id") == number and "method" not in message:
                    self.messages.remove(message)
                    return message
            self.messages.append(self.receive())

    def answer(self, method, params):
        begin = time.monotonic()
        answer = self.finish(self.start(method, params))
        took = time.monotonic() - begin
        if took > self.slowest[1]:
            self.slowest = (method, took)
        return answer

    def request(self, method, params):
        answer = self.answer(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def refused(self, method, params):
        answer = self.answer(method, params)
        assert "error" in answer, answer
        return answer["error"]["message"]

    def wait_for(self, method):
        while True:
            for message in self.messages:
                if message.get("method") == method:
                    self.messages.remove(message)
                    return message["params"]
            self.messages.append(self.receive())

    def close(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        code = self.process.wait()
        self.watchdog.cancel()
        return code


def units(text):
    """The length of a text as the protocol counts."""
    return len(text.encode("utf-16-le")) // 2


class File:
    """A file that is open in a client. In its text `<name>` marks a place."""

    def __init__(self, client, uri, text):
        import re
        self.client, self.uri, self.places = client, uri, {}
        plain = ""
        position = 0
        for mark in re.finditer(r"<([a-z0-9]+)>", text):
            plain += text[position:mark.start()]
            position = mark.end()
            self.places[mark[1]] = {
                "line": plain.count("\n"),
                "character": units(plain.rpartition("\n")[2])}
        self.text = plain + text[position:]
        self.version = 1
        client.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "fx", "version": 1, "text": self.text}})

    def params(self, place=None, **more):
        params = {"textDocument": {"uri": self.uri}, **more}
        if place is not None:
            params["position"] = self.places[place]
        return params

    def ask(self, method, place=None, **more):
        return self.client.request("textDocument/" + method, self.params(place, **more))

    def refused(self, method, place=None, **more):
        return self.client.refused("textDocument/" + method, self.params(place, **more))

    def diagnostics(self):
        while True:
            found = self.client.wait_for("textDocument/publishDiagnostics")
            if found["uri"] == self.uri and found.get("version") == self.version:
                return found["diagnostics"]

    def change(self, text):
        self.version += 1
        self.text = text
        self.client.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"text": text}]})

    def offset(self, position):
        lines = self.text.split("\n")
        before = sum(len(line) + 1 for line in lines[:position["line"]])
        line = lines[position["line"]].encode("utf-16-le")[:2 * position["character"]]
        return before + len(line.decode("utf-16-le"))

    def at(self, range):
        """The text of a range."""
        return self.text[self.offset(range["start"]):self.offset(range["end"])]

    def applied(self, edits):
        """The text after edits."""
        text = self.text
        for edit in sorted(edits, key=lambda e: -self.offset(e["range"]["start"])):
            begin, end = (self.offset(edit["range"][k]) for k in ("start", "end"))
            text = text[:begin] + edit["newText"] + text[end:]
        return text
