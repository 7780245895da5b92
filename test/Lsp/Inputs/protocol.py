"""Speaks badly with fx-lsp. usage: protocol.py FX-LSP"""

import json
import subprocess
import sys
import time
import unittest

from client import Client, File

SERVER = sys.argv[1]
GRAPH = "fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n    return %x\n"


def run(data):
    """What the server says to bytes, and its exit code."""
    done = subprocess.run([SERVER], input=data, capture_output=True, timeout=60)
    answers, rest = [], done.stdout
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        length = int(head.split(b":")[1])
        answers.append(json.loads(rest[:length]))
        rest = rest[length:]
    return answers, done.returncode


def frame(body):
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


START = frame({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}})


class Protocol(unittest.TestCase):
    def test_life(self):
        self.assertEqual(run(b""), ([], 1))
        self.assertEqual(run(frame({"method": "exit"})), ([], 1))
        answers, code = run(START + frame({"id": "a", "method": "shutdown"}) + frame({"id": 2, "method": "x"})
                            + frame({"method": "exit"}))
        self.assertEqual(code, 0)
        self.assertEqual([a["id"] for a in answers], [0, "a", 2])
        self.assertEqual(answers[2]["error"]["code"], -32600)
        answers, _ = run(frame({"id": 1, "method": "textDocument/hover"}) + START + START)
        self.assertEqual(answers[0]["error"]["code"], -32002)
        self.assertEqual(answers[2]["error"]["message"], "initialized twice")

    def test_malformed(self):
        answers, _ = run(START + frame(b"{") + frame(b"[" * 100000) + frame(b"[]") + frame({"id": 4})
                         + frame(b"\xff\xfe") + frame({"id": 5, "method": "no/such"}) + frame({"method": "no/such"}))
        # What is not JSON is answered at once, maybe before what came earlier.
        self.assertEqual(sorted(a.get("error", {}).get("code", 0) for a in answers),
                         [-32700, -32700, -32700, -32601, -32600, -32600, 0])
        # Brackets nest outside of strings alone, wherever a string ends.
        deep = "[" * 1000
        for text in (deep, '"' + deep, "\\" + deep, '\\"' + deep, deep + "\\", "x" * 3000000 + deep):
            answers, _ = run(START + frame({"id": 6, "method": "no/such", "params": {"text": text}}))
            self.assertEqual([a["error"]["code"] for a in answers if "error" in a], [-32601])
        for quoted in (b'"\\\\"', b'"x\\\\\\\\"'):
            answers, _ = run(START + frame(b'{"a": ' + quoted + b', "b": ' + b"[" * 1000 + b"]" * 1000 + b"}"))
            self.assertEqual([a["error"]["message"] for a in answers if "error" in a], ["the message nests too deeply"])
        # Headers: other ones, none, nonsense, a message that does not end.
        answers, _ = run(b"Content-Type: x\r\ncontent-length: %d\r\n\r\n" % len(START.split(b"\r\n\r\n")[1])
                         + START.split(b"\r\n\r\n")[1] + b"Nothing: here\r\n\r\n" + b"Content-Length: 99\r\n\r\n{}")
        self.assertEqual(len(answers), 1)
        for bad in (b"x" * 100000, b"Content-Length: 99999999999999999999\r\n\r\n", b"Content-Length: -5\r\n\r\n",
                    b"Content-Length: 900000000000\r\n\r\n{}", b"\0" * 5000):
            self.assertEqual(run(START + bad)[1], 1)

    def test_strings(self):
        """A text is what JSON says, whichever way it is written."""
        text = 'a"\\/\b\f\n\r\t\u00e9\u20ac\U0001f600'
        for body in (json.dumps(text), json.dumps(text, ensure_ascii=False), json.dumps(text).replace("\\t", "\\u0009"),
                     json.dumps(text).replace("/", "\\/")):
            answers, _ = run(START + frame(b'{"id": %s, "method": "no/such"}' % body.encode()))
            self.assertEqual(answers[-1]["id"], text)
        # Half a pair, and what no text has.
        answers, _ = run(START + frame(rb'{"id": "\ud83d", "method": "no/such"}'))
        self.assertEqual(answers[-1]["id"], "\ufffd")
        for body in (b'"\xff"', b'"\n"', b'"\\x"', b'"\\', b'"\\u12"', b'"a" "b"', b"tru", b"1,", b"[1 2]", b'{"a" 1}', b'{1: 2}'):
            answers, _ = run(START + frame(b'{"id": 1, "method": "no/such", "params": ' + body + b"}"))
            self.assertEqual([a["error"]["code"] for a in answers if "error" in a], [-32700], body)

    def test_parameters(self):
        client = Client([SERVER])
        file = File(client, "file:///a.fx", GRAPH)
        methods = ["hover", "definition", "references", "documentHighlight", "documentSymbol", "completion",
                   "prepareRename", "rename", "foldingRange", "selectionRange", "inlayHint", "formatting",
                   "codeAction", "semanticTokens/full", "semanticTokens/range"]
        document = {"uri": file.uri}
        for method in methods:
            for params in (None, {}, [], {"textDocument": 5}, {"textDocument": {"uri": 7}},
                           {"textDocument": {"uri": "file:///none"}}, {"textDocument": document},
                           {"textDocument": document, "position": {"line": -1, "character": 0}},
                           {"textDocument": document, "position": {"line": 1e300, "character": 0}},
                           {"textDocument": document, "position": {"line": "0"}, "range": 5, "positions": {}},
                           {"textDocument": document, "position": {"line": 2 ** 40, "character": 2 ** 40},
                            "newName": "", "range": {"start": {"line": 99, "character": 99},
                                                     "end": {"line": 0, "character": 0}},
                            "positions": [{"line": 2 ** 31, "character": 2 ** 31}]}):
                answer = client.answer("textDocument/" + method, params)
                self.assertTrue("result" in answer or "error" in answer)
        for method in ("workspace/executeCommand", "workspace/symbol", "workspace/textDocumentContent"):
            for params in (None, {}, {"command": 5}, {"command": "fx.applyPass", "arguments": [file.uri]},
                           {"command": "fx.applyPass", "arguments": [file.uri, "no-such-pass"]},
                           {"command": "fx.ruleFromNodes", "arguments": [file.uri, -5, 2 ** 60]},
                           {"command": "fx.run", "arguments": [file.uri, "x"]},
                           {"command": "no", "arguments": [file.uri]}, {"query": None}, {"uri": "http://a"},
                           {"uri": "fx-model:///proc/self/mem"}, {"uri": "fx-model:///tmp"}):
                client.answer(method, params)
        for change in (None, {}, {"textDocument": document}, {"textDocument": document, "contentChanges": 5},
                       {"textDocument": document, "contentChanges": [5, {}, {"text": 5}, {"text": "x", "range": {}}]},
                       {"textDocument": document, "contentChanges": [{"text": "", "range": {
                           "start": {"line": 9, "character": 9}, "end": {"line": 0, "character": 2}}}]}):
            client.notify("textDocument/didChange", change)
            client.notify("textDocument/didOpen", change)
        self.assertIsNone(file.ask("hover", None, position={"line": 0, "character": 0}))
        self.assertEqual(client.close(), 0)

    def test_cancel(self):
        client = Client([SERVER])
        lines = "".join("    %%v%d : [num_users=1] = call_function[target=torch.relu](args = (%%v%d,), kwargs = {})\n"
                        % (i + 1, i) for i in range(100000))
        file = File(client, "file:///long.fx", "fx 1\ngraph():\n    %v0 : [num_users=1] = placeholder[target=x]\n"
                    + lines + "    return %v100000\n")
        # Editors cancel with each key, also what was answered long ago.
        for old in range(1200):
            client.notify("$/cancelRequest", {"id": 1000000 + old})
        number = client.start("textDocument/hover", file.params(position={"line": 5, "character": 5}))
        client.notify("$/cancelRequest", {"id": number})
        self.assertEqual(client.finish(number)["error"]["code"], -32800)
        client.notify("$/cancelRequest", {"id": "none"})
        client.notify("$/cancelRequest", None)
        # One that is answered before it is canceled.
        self.assertIn("%v3", file.ask("hover", None, position={"line": 5, "character": 5})["contents"]["value"])
        # Of many versions the last one counts; none has the messages of another.
        for i in range(50):
            file.change("fx 1\ngraph():\n    return %%v%d\n" % i)
        self.assertEqual([d["message"] for d in file.diagnostics()], ["%v49 is not defined"])
        self.assertEqual(client.close(), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
