"""Puts load on a model server, and says how long its answers took.

usage: load.py [--clients=N] [--seconds=S] [--body=FILE] URL | SERVER ARGUMENT...

A server that is named, not its URL, is started with the arguments, and stopped
with SIGTERM at the end. Each client keeps a connection and sends its next request
when it has the answer to the last. FILE is a body in JSON; without one, ones are
sent, in the smallest sizes that the model takes. A request is lost if its answer
does not come, is an error, or differs from the first one. Exits with 1 if one was
lost or the server did not stop cleanly.
"""

import http.client
import json
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request


def ones(shape, dtype):
    """Nested lists of ones."""
    if not shape:
        return 1.0 if "float" in dtype else 1
    size = shape[0]
    if isinstance(size, dict):
        size = size.get("min", 2)
    return [ones(shape[1:], dtype)] * (2 if isinstance(size, str) else size)


def sample(url):
    with urllib.request.urlopen(url + "/v1/model") as answer:
        inputs = json.load(answer)["inputs"]
    return json.dumps(
        {"inputs": {leaf["name"]: ones(leaf.get("shape", []), leaf.get("dtype", "int64"))
                    for leaf in inputs if not leaf.get("optional")}}
    ).encode()


class Client(threading.Thread):
    def __init__(self, url, body, wanted, stop):
        super().__init__()
        self.address = url.removeprefix("http://")
        self.body, self.wanted, self.stop = body, wanted, stop
        self.times, self.lost = [], []

    def run(self):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        while time.monotonic() < self.stop:
            begin = time.perf_counter()
            try:
                connection.request("POST", "/v1/run", self.body,
                                   {"Content-Type": "application/json"})
                answer = connection.getresponse()
                text = answer.read()
                if answer.status != 200 or text != self.wanted:
                    self.lost.append(f"{answer.status} {text[:200]!r}")
            except (OSError, http.client.HTTPException) as error:
                self.lost.append(repr(error))
                connection.close()
            self.times.append(time.perf_counter() - begin)
        connection.close()


def measure(url, clients, seconds, body):
    """Prints the figures; whether no request was lost."""
    request = urllib.request.Request(url + "/v1/run", body,
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        wanted = answer.read()
    begin = time.monotonic()
    threads = [Client(url, body, wanted, begin + seconds) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - begin
    times = sorted(time for thread in threads for time in thread.times)
    lost = [text for thread in threads for text in thread.lost]
    for text in lost[:3]:
        print("lost:", text)
    print(f"{clients} clients, {took:.0f} s: {len(times)} requests, {len(lost)} lost")
    at = lambda part: 1000 * times[min(len(times) - 1, int(part * len(times)))]
    print(f"{len(times) / took:.0f} requests/s, p50 {at(.5):.2f} ms, "
          f"p99 {at(.99):.2f} ms, most {1000 * times[-1]:.2f} ms")
    return not lost


def main():
    options = {"clients": "4", "seconds": "60", "body": ""}
    arguments = sys.argv[1:]
    while arguments and (option := re.fullmatch(r"--(\w+)=(.*)", arguments[0])):
        options[option[1]] = option[2]
        arguments.pop(0)
    if not arguments:
        sys.exit(__doc__)
    server = None
    url = arguments[0]
    if not url.startswith("http://"):
        server = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        url = server.stdout.readline().split()[-1]
    body = open(options["body"], "rb").read() if options["body"] else sample(url)
    good = measure(url, int(options["clients"]), float(options["seconds"]), body)
    if server:
        server.send_signal(signal.SIGTERM)
        said, status = server.stdout.read().strip(), server.wait(30)
        print(f"server: {said}, exit status {status}")
        good = good and status == 0 and said == "stopped"
    sys.exit(0 if good else 1)


main()
