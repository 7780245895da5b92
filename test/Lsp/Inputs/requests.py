"""Asks fx-lsp each of its requests. usage: requests.py FX-LSP FOLDER"""

import os
import sys
import unittest

from client import Client, File

SERVER, FOLDER = sys.argv[1:3]

GRAPH = """fx 1
// <run>RUN: fx-opt %s --passes='c<pass>se' | FileCheck %s
// CHECK: %s<checked>um
module Net = torch.nn.Module {
  layer = torch.nn.Sequential {
    co<member>nv = torch.nn.Co<class>nv2d(3, 8, 3)
  }
  w = parameter(torch.float32, (8,))
}
graph():
    %x<x> : [num_users=2] = placeholder[target=x] {v<key>al: tensor(torch.float32, (1, 3, 8, 8), (192, 64, 8, 1), device("cpu"))}
    %conv : [num_users=1] = call_module[target=layer.co<target>nv](args = (%x,), kwargs = {})
    %w<w> : [num_users=0] = get_attr[target=w<state>]
    %sum<sum> : [num_users=1] = call_f<opcode>unction[target=torch.a<op>dd](args = (%conv, %<use>x), kwargs = {al<kwarg>pha: 2})
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%sum,), kwargs = {}) {stack_trace: "File \\"PYTHON\\", line 2, in for<trace>ward"}
    return %relu
"""


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = Client([SERVER], root=FOLDER)
        cls.python = os.path.join(FOLDER, "net.py")
        with open(cls.python, "w") as file:
            file.write("def forward(x):\n    return x.relu()\n")
        cls.uri = "file://" + FOLDER + "/a%20b.fx"
        cls.file = File(cls.client, cls.uri, GRAPH.replace("PYTHON", cls.python))
        cls.count = 0

    @classmethod
    def tearDownClass(cls):
        assert cls.client.close() == 0

    def open(self, text, ending=".fx"):
        Requests.count += 1
        return File(self.client, "file://%s/%d%s" % (FOLDER, self.count, ending), text)

    def hover(self, place):
        return self.file.ask("hover", place)["contents"]["value"]

    def test_diagnostics(self):
        self.assertEqual(self.file.diagnostics(), [])
        file = self.open("fx 1\ngraph():\n    %x : [num_users=1] = placeholde[target=x]\n"
                         "    %y : [num_users=1] = call_method[target=relu](args = (%x, %zz), kwargs = {})\n"
                         "    return %y\n")
        found = file.diagnostics()
        self.assertEqual([d["code"] for d in found], ["err_unknown_opcode", "err_undefined_name"])
        self.assertEqual([file.at(d["range"]) for d in found], ["placeholde", "%zz"])
        self.assertTrue("placeholder" in found[0]["relatedInformation"][0]["message"])
        self.assertTrue(found[0]["codeDescription"]["href"].endswith("LangRef.md"))
        # What is put right is no longer there.
        file.change("fx 1\ngraph():\n    return 1\n")
        self.assertEqual(file.diagnostics(), [])

    def test_verifier_and_counts(self):
        file = self.open("fx 1\ngraph():\n    %x : [num_users=7] = placeholder[target=x]\n"
                         "    return (%x, %x)\n    return 1\n")
        found = file.diagnostics()
        self.assertEqual(sorted(d["code"] for d in found), ["err_verify_second_output", "warn_user_count"])
        self.assertEqual({d["severity"] for d in found}, {1, 2})

    def test_run_lines(self):
        file = self.open("fx 1\n// RUN: fx-opt %s --passes='cse,dec' --cze \\\n"
                         "// RUN:   --passes=\"tag-nodes{tg=a}\" | FileCheck %s --check-prefix=A\n"
                         "// B-NEXT: x\ngraph():\n    return 1\n")
        found = file.diagnostics()
        self.assertEqual([(d["code"], file.at(d["range"])) for d in found],
                         [("err_pipeline_unknown_pass", "dec"), ("err_flag_unknown", "cze"),
                          ("err_pipeline_unknown_option", "tg"), ("missing-check-prefix", "A"),
                          ("unused-check-prefix", "B")])
        self.assertEqual(found[4]["tags"], [1])

    def test_run_lines_of_any_case(self):
        file = self.open("fx 1\n// RUN: fx-opt %s | FileCheck %s --check-prefixes=A,check,C1\n"
                         "// RUN: not --crash env A=b fx-opt %s --cze\n"
                         "// A: x\n// check-NEXT: x\n// Note: none\ngraph():\n    return 1\n")
        self.assertEqual([(d["code"], file.at(d["range"])) for d in file.diagnostics()],
                         [("missing-check-prefix", "C1"), ("err_flag_unknown", "cze")])

    def test_run_lines_of_every_tool(self):
        file = self.open("fx 1\n// RUN: fx-run %s --input='-x' --compare-node=1 -O4 | fx-opt - -O4 -o %t\n"
                         "// RUN: fx-rules fmt --nosuch %s && fx-diff %s %s --stat && other -O4 --nosuch\n"
                         "graph():\n    return 1\n")
        found = file.diagnostics()
        self.assertEqual([(d["code"], file.at(d["range"])) for d in found],
                         [("err_flag_unknown", name) for name in ("compare-node", "O4", "O4", "nosuch")])
        self.assertIn("'-O4'", found[1]["message"])

    def test_rules(self):
        file = self.open("fxr 1\nrule a : O1, exact {\n  match relu(rel<op>u(%<x>x))\n  with relu(%x)\n"
                         "  example (x: f32[2]) relu(relu(%x)) => relu(%x)\n}\n"
                         "rule b : exact {\n  match nosuch(%x)\n  with %x\n  example (x: f32[2]) nosuch(%x) => %x\n}\ndefine ds(%y) = neg(%y)\n", ".fxr")
        found = file.diagnostics()
        self.assertIn("nosuch", [file.at(d["range"]) for d in found])
        self.assertEqual(len(file.ask("references", "x", context={"includeDeclaration": True})), 5)
        self.assertEqual(file.at(file.ask("definition", "x")["range"]), "%x")
        self.assertIn("torch.relu(Tensor input", file.ask("hover", "op")["contents"]["value"])
        self.assertEqual([s["name"] for s in file.ask("documentSymbol")], ["a", "b", "ds"])
        edits = file.ask("rename", "x", newName="value")["changes"][file.uri]
        self.assertIn("match relu(relu(%value))\n  with relu(%value)", file.applied(edits))
        self.assertIn("nosuch(%x)", file.applied(edits))
        self.assertEqual(len(file.ask("foldingRange")), 2)

    def test_rename_in_examples(self):
        text = ("fxr 1\nrule a : exact {\n  match relu(relu(%x))\n  with relu(%x)\n"
                "  example (<x>x: f32[2, 3], xy: f32[2]) relu(relu(%x)) => relu(%x)\n"
                "  example no (y: f32[2], x: const f32[2]) relu(%x)\n}\n")
        file = self.open(text, ".fxr")
        self.assertEqual(file.at(file.ask("prepareRename", "x")), "x")
        changed = file.applied(file.ask("rename", "x", newName="%value")["changes"][file.uri])
        self.assertEqual(changed, text.replace("<x>", "").replace("%x", "%value").replace("(x:", "(value:")
                         .replace(" x:", " value:"))
        self.assertIn("already", file.refused("rename", "x", newName="xy"))

    def test_used_rules(self):
        with open(os.path.join(FOLDER, "used.fxr"), "w") as file:
            file.write("fxr 1\ndefine twice(%x) = relu(relu(%x))\nrule c : exact {\n  match nosuch(%x)\n  with %x\n}\n")
        text = ("fxr 1\nuse \"used.fxr\"\nrule a : exact {\n  match twice(%x)\n  with relu(%x)\n}\n")
        file = self.open(text, ".fxr")
        found = file.diagnostics()
        self.assertEqual([file.at(d["range"])[:1] for d in found], ['"'])
        self.assertIn("used.fxr:4: there is no operator 'nosuch'", found[0]["message"])
        file.change(text.replace("used.fxr", "none.fxr"))
        found = file.diagnostics()
        self.assertIn("cannot read: '" + os.path.join(FOLDER, "none.fxr"), found[0]["message"])
        with open(os.path.join(FOLDER, "used.fxr"), "w") as used:
            used.write("fxr 1\ndefine twice(%x) = relu(relu(%x))\n")
        file.change(text)
        self.assertEqual(file.diagnostics(), [])

    def test_hover(self):
        self.assertIn("**%sum** = call_function `torch.add`", self.hover("sum"))
        self.assertIn("1 user: `%relu`", self.hover("sum"))
        file = self.open(self.file.text.replace("(%conv, %x)", "(%x, 1)").replace("    %sum", "    %<h>sum"))
        self.assertIn("type, inferred: `tensor(torch.float32, (1, 3, 8, 8)", file.ask("hover", "h")["contents"]["value"])
        self.assertIn("**add**", self.hover("op"))
        self.assertIn("torch.add(Tensor input", self.hover("op"))
        self.assertIn("pointwise", self.hover("op"))
        self.assertIn("Conv2d(int in_channels", self.hover("class"))
        self.assertIn("Conv2d(3, 8, 3)", self.hover("target"))
        self.assertIn("**--cse**", self.hover("pass"))
        self.assertIn("the value", self.hover("key"))
        self.assertIn("alpha", self.hover("kwarg"))
        self.assertIsNone(self.file.ask("hover", "run"))

    def test_definition(self):
        for place, text in (("use", "%x"), ("checked", "%sum"), ("target", "conv"), ("state", "w")):
            found = self.file.ask("definition", place)
            self.assertEqual(self.file.at(found["range"]), text, place)
        self.assertTrue(self.file.ask("definition", "pass")["uri"].endswith("/Passes.md"))
        trace = self.file.ask("definition", "trace")
        self.assertEqual(trace["uri"], "file://" + self.python)
        self.assertEqual(trace["range"]["start"]["line"], 1)

    def test_references(self):
        found = self.file.ask("references", "sum", context={"includeDeclaration": True})
        self.assertEqual([self.file.at(f["range"]) for f in found], ["%sum"] * 3)
        found = self.file.ask("references", "sum", context={"includeDeclaration": False})
        self.assertEqual(len(found), 2)
        found = self.file.ask("references", "member", context={})
        self.assertEqual([self.file.at(f["range"]) for f in found], ["layer.conv"])
        kinds = [h["kind"] for h in self.file.ask("documentHighlight", "use")]
        self.assertEqual(kinds, [3, 2, 2])

    def test_symbols(self):
        module, graph = self.file.ask("documentSymbol")
        self.assertEqual(module["name"], "Net")
        self.assertEqual([c["name"] for c in module["children"]], ["layer", "w"])
        self.assertEqual(module["children"][0]["children"][0]["name"], "conv")
        self.assertEqual([c["name"] for c in graph["children"]], ["%x", "%conv", "%w", "%sum", "%relu"])
        with open(os.path.join(FOLDER, "some.fxr"), "w") as file:
            file.write("fxr 1\n\nrule find-me : O1 {\n}\n")
        found = self.client.request("workspace/symbol", {"query": "FIND-me"})
        self.assertEqual([(s["name"], s["location"]["range"]["start"]["line"]) for s in found], [("find-me", 2)])

    def complete(self, text, ending=".fx"):
        found = self.open(text, ending).ask("completion", "c")
        return [i["label"] for i in found["items"]]

    def test_completion(self):
        head = "fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n    %xy : [num_users=1] = "
        self.assertIn("call_function", self.complete(head + "<c>\n"))
        found = self.complete(head + "call_function[target=torch.rel<c>\n")
        self.assertIn("torch.relu", found)
        self.assertNotIn("torch.add", found)
        self.assertEqual(self.complete(head + "call_function[target=torch.add](args = (%<c>\n"), ["x"])
        self.assertEqual(self.complete(head + "call_function[target=torch.add](args = (%x, 1), kwargs = {al<c>\n"), ["alpha"])
        self.assertIn("torch.float32", self.complete(head + "call_function[target=torch.add](args = (%x, torch.fl<c>\n"))
        self.assertIn("relu", self.complete(head + "call_method[target=relu<c>\n"))
        self.assertEqual(self.complete(head + "call_function[target=torch.neg](args = (%x,), kwargs = {}) {va<c>\n"), ["val"])
        modules = "fx 1\nmodule A {\n  conv = torch.nn.Conv2d(3, 8, 3)\n  q = <c>\n}\n"
        self.assertIn("torch.nn.ReLU", self.complete(modules))
        self.assertEqual(self.complete(modules.replace("<c>", "torch.nn.ReLU") + "graph():\n    %a : [num_users=0] = call_module[target=c<c>\n"), ["conv"])
        self.assertEqual(self.complete("fx 1\n// RUN: fx-opt %s --passes='cse,dc<c>\n"), ["dce"])
        self.assertIn("where", self.complete("fx 1\n// RUN: fx-opt %s --passes='tag-nodes{<c>\n"))
        self.assertIn("verify-diagnostics", self.complete("fx 1\n// RUN: fx-opt %s --verif<c>\n"))
        self.assertIn("compare-nodes", self.complete("fx 1\n// RUN: fx-opt %s | fx-run - --compare<c>\n"))
        self.assertIn("CHECK-NEXT: ", self.complete("fx 1\n// CHECK<c>\n"))
        self.assertEqual(self.complete("fx 1\n// CHECK: %x<c>\n" + head[5:] + "call_method[target=relu](args = (%x,), kwargs = {})\n"), ["x", "xy"][::-1])
        rules = "fxr 1\nrule a {\n  match rel<c>u(%abc)\n}\n"
        self.assertIn("relu", self.complete(rules, ".fxr"))
        self.assertEqual(self.complete("fxr 1\nrule a {\n  match relu(%abc)\n  with %<c>\n}\n", ".fxr"), ["%abc"])

    def test_rename(self):
        self.assertEqual(self.file.at(self.file.ask("prepareRename", "sum")), "sum")
        text = self.file.applied(self.file.ask("rename", "use", newName="image")["changes"][self.uri])
        self.assertEqual(text.count("%image"), 3)
        self.assertNotIn("%x", text)
        text = self.file.applied(self.file.ask("rename", "checked", newName="%total")["changes"][self.uri])
        self.assertEqual(text.count("%total"), 3)
        text = self.file.applied(self.file.ask("rename", "member", newName="first")["changes"][self.uri])
        self.assertIn("    first = torch.nn.Conv2d", text)
        self.assertIn("call_module[target=layer.first]", text)
        self.assertIn("already", self.file.refused("rename", "sum", newName="relu"))
        self.assertIn("cannot be the name", self.file.refused("rename", "sum", newName="a b"))
        for word in ("class", "None"):
            self.assertIn("cannot be the name", self.file.refused("rename", "sum", newName=word))
        self.assertIn("no name here", self.file.refused("rename", "run", newName="a"))

    def test_rename_in_signature(self):
        text = ("fx 1\nprogram {\n  input_specs = ((\"user_input\", \"x\"),)\n"
                "  output_specs = ((\"user_output\", \"y\"),)\n}\ngraph():\n"
                "    %<x>x : [num_users=1] = placeholder[target=x]\n"
                "    %y : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {})\n"
                "    return (%y,)\n")
        file = self.open(text)
        self.assertIn("renameSignature", file.refused("rename", "x", newName="image"))
        other = Client([SERVER], options={"renameSignature": True})
        file = File(other, "file:///s.fx", text)
        changed = file.applied(file.ask("rename", "x", newName="image")["changes"][file.uri])
        self.assertIn('(("user_input", "image"),)', changed)
        self.assertEqual(other.close(), 0)

    def test_rename_state_in_signature(self):
        text = ("fx 1\nmodule {\n  <m>a = torch.nn.Module {\n    <w>w = parameter(torch.float32, (2,), (1,))\n  }\n"
                "  lone = torch.nn.Module {\n    <u>u = parameter(torch.float32, (2,), (1,))\n  }\n}\nprogram {\n}\ngraph():\n"
                "    %p : [num_users=1] = placeholder[target=p] {input_spec: (\"parameter\", \"a.w\"), "
                "val: tensor(torch.float32, (2,), (1,), device(\"cpu\"), requires_grad=True)}\n"
                "    %x : [num_users=1] = placeholder[target=x] {input_spec: (\"user_input\",), note: \"a.w\", "
                "val: tensor(torch.float32, (2,), (1,), device(\"cpu\"))}\n"
                "    %y : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %p), kwargs = {}) "
                "{val: tensor(torch.float32, (2,), (1,), device(\"cpu\"))}\n"
                "    %output : [num_users=0] = output[target=output](args = ((%y,),), kwargs = {}) {output_specs: ((\"user_output\",),)}\n")
        file = self.open(text)
        self.assertIn("renameSignature", file.refused("rename", "m", newName="b"))
        self.assertIn("renameSignature", file.refused("rename", "w", newName="v"))
        self.assertIn("    v = parameter", file.applied(file.ask("rename", "u", newName="v")["changes"][file.uri]))
        other = Client([SERVER], options={"renameSignature": True})
        file = File(other, "file:///s.fx", text)
        changed = file.applied(file.ask("rename", "m", newName="b")["changes"][file.uri])
        self.assertIn('("parameter", "b.w")', changed)
        self.assertIn('note: "a.w"', changed)
        changed = file.applied(file.ask("rename", "w", newName="v")["changes"][file.uri])
        self.assertIn('("parameter", "a.v")', changed)
        self.assertEqual(other.close(), 0)

    def words(self, file, data):
        """Semantic tokens as (text, kind, whether it is a definition)."""
        legend = self.client.capabilities["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
        line = column = 0
        found = []
        for i in range(0, len(data), 5):
            line, column = line + data[i], data[i + 1] + (0 if data[i] else column)
            start = {"line": line, "character": column}
            found.append((file.at({"start": start, "end": {**start, "character": column + data[i + 2]}}),
                          legend[data[i + 3]], data[i + 4]))
        return found

    def test_tokens_of_rules(self):
        file = self.open("fxr 1\n// match nothing\nrule my-rule : O2, exact {\n"
                         "  match gelu(%x!, approximate=\"t\U0001F600nh\") * $k\n"
                         "  where $k == 1e-3 and %x != None\n  with relu(%x)\n"
                         "  example (x: f32[2]) gelu(%x) => relu(%x)\n}\n", ".fxr")
        data = file.ask("semanticTokens/full")["data"]
        found = self.words(file, data)
        self.assertEqual(found[:14], [
            ("fxr", "keyword", 0), ("1", "number", 0), ("rule", "keyword", 0), ("my-rule", "function", 1), ("O2", "class", 0), ("exact", "class", 0),
            ("match", "keyword", 0), ("gelu", "function", 0), ("%x!", "variable", 0), ("approximate", "property", 0),
            ('"t\U0001F600nh"', "string", 0), ("$k", "variable", 0), ("where", "keyword", 0), ("$k", "variable", 0)])
        for token in (("1e-3", "number", 0), ("%x", "variable", 0), ("None", "class", 0), ("x", "variable", 1),
                      ("f32", "type", 0), ("example", "keyword", 0)):
            self.assertIn(token, found)
        part = file.ask("semanticTokens/range", range={"start": {"line": 5, "character": 0}, "end": {"line": 6, "character": 0}})
        self.assertEqual(self.words(file, part["data"]), [("with", "keyword", 0), ("relu", "function", 0), ("%x", "variable", 0)])

    def test_tokens_folding_selection(self):
        data = self.file.ask("semanticTokens/full")["data"]
        found = self.words(self.file, data)
        for token in (("%x", "variable", 1), ("torch.add", "function", 0), ("call_module", "keyword", 0),
                      ("torch.nn.Conv2d", "class", 0), ("alpha", "property", 0), ("2", "number", 0)):
            self.assertIn(token, found)
        part = self.file.ask("semanticTokens/range", range={"start": {"line": 9, "character": 0}, "end": {"line": 10, "character": 1}})
        self.assertLess(len(part["data"]), len(data))
        self.assertEqual([(r["startLine"], r["endLine"]) for r in self.file.ask("foldingRange")],
                         [(3, 8), (4, 6), (9, 15)])
        inner = self.file.ask("selectionRange", positions=[self.file.places["op"]])[0]
        texts = []
        while inner:
            texts.append(self.file.at(inner["range"]))
            inner = inner.get("parent")
        self.assertEqual(texts[0], "torch.add")
        self.assertEqual(texts[-1], self.file.text)
        self.assertEqual(len(texts), 4)

    def test_inlay_hints(self):
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        found = [h["label"] for h in self.file.ask("inlayHint", range=everything)]
        self.assertIn(": float32[8]", found)
        self.assertIn("other=", found)
        other = Client([SERVER], options={"inlayHints": {"types": False, "parameters": False, "order": True}})
        file = File(other, "file:///s.fx", self.file.text)
        self.assertEqual([h["label"] for h in file.ask("inlayHint", range=everything)], ["0:", "1:", "2:", "3:", "4:"])
        self.assertEqual(other.close(), 0)

    def test_inlay_hints_of_overloads(self):
        # The parameters of the overload that fits; none where several do that differ.
        calls = [("torch.sum](args = (%x, 1)", "dim="), ("torch.mean](args = (%x, 1)", "dim="),
                 ("torch.arange](args = (1, 3)", "end="), ("torch.max](args = (%x, %x)", None),
                 ("torch.ops.aten.sum.dim_IntList](args = (%x, [1])", "dim=")]
        file = self.open("fx 1\ngraph():\n    %x : [num_users=7] = placeholder[target=x]\n" + "".join(
            "    %%n%d : [num_users=0] = call_function[target=%s, kwargs = {})\n" % (i, call)
            for i, (call, _) in enumerate(calls)) + "    return %x\n")
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        found = {h["position"]["line"] - 3: h["label"]
                 for h in file.ask("inlayHint", range=everything) if h["kind"] == 2}
        self.assertEqual([found.get(i) for i in range(len(calls))], [label for _, label in calls])

    def actions(self, file):
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        return {a["title"]: a for a in file.ask("codeAction", range=whole, context={"diagnostics": []})}

    def test_code_actions(self):
        text = ("fx 1\n// RUN: fx-opt %s --passes=dec\ngraph():\n    %image : [num_users=3] = placeholder[target=x]\n"
                "    %y : [num_users=9] = call_function[target=torch.relu](args = (%image,), kwargs = {})\n    return %y\n")
        file = self.open(text)
        found = self.actions(file)
        change = lambda title: file.applied(found[title]["edit"]["changes"][file.uri])
        self.assertIn("--passes=dce\n", change("Replace by 'dce'"))
        self.assertIn("[num_users=1] = placeholder", change("Write the number of users"[:99]) + change("Write all numbers of users"))
        self.assertNotIn("=9", change("Write all numbers of users"))
        self.assertIn("Normalize arguments", found)
        file = self.open(text.replace("(%image,)", "(%imag,)"))
        found = self.actions(file)
        self.assertIn("(%image,)", change("Replace by '%image'"))
        self.assertNotIn("Normalize arguments", found)

    def command(self, name, *arguments):
        return self.client.request("workspace/executeCommand", {"command": name, "arguments": list(arguments)})

    def applied_edit(self, file):
        return file.applied(self.client.wait_for("workspace/applyEdit")["edit"]["changes"][file.uri])

    def test_commands(self):
        file = self.open(self.file.text.replace("(%conv, %x)", "(%x, 1)").replace("call_module[target=layer.conv]", "call_function[target=torch.neg]"))
        self.assertGreater(self.command("fx.applyPass", file.uri, "infer-values"), 2)
        text = self.applied_edit(file)
        self.assertIn("(%sum,), kwargs = {}) {stack_trace:", text)
        self.assertEqual(text.count("val: tensor(torch.float32, (1, 3, 8, 8)"), 4)
        self.assertEqual(text.split("graph():")[0], file.text.split("graph():")[0])
        self.assertIn("adds or removes", self.client.refused("workspace/executeCommand", {"command": "fx.applyPass", "arguments": [file.uri, "dce"]}))
        self.assertIn("-    %w : [num_users=0]", self.command("fx.diffPass", self.uri, "dce"))
        number = self.file.places["sum"]["line"]
        self.assertIn("rule ", self.command("fx.ruleFromNodes", self.uri, number, number + 2))
        refused = lambda name, *arguments: self.client.refused(
            "workspace/executeCommand", {"command": name, "arguments": list(arguments)})
        self.assertIn("runs a command of a shell", refused("fx.reduce", self.uri, "--test=touch x"))
        self.assertIn("no command fx.none", refused("fx.none", self.uri))

    def test_test_commands(self):
        path = os.path.join(FOLDER, "written.fx")
        text = ("fx 1\n// RUN: fx-opt %s | FileCheck %s\n// RUN: fx-opt %s --verify-diagnostics\ngraph():\n"
                "    %x : [num_users=7] = placeholder[target=x]\n    return 1\n")
        with open(path, "w") as file:
            file.write(text)
        file = File(self.client, "file://" + path, text)
        self.command("fx.updateChecks", file.uri)
        changed = self.applied_edit(file)
        self.assertIn("// CHECK-NEXT: return 1\n", changed)
        self.command("fx.updateDiagnostics", file.uri)
        self.assertIn("    // expected-warning@+1 {{%x has 0 users, not 7}}\n", self.applied_edit(file))
        with open(path, "w") as out:
            out.write(changed)
        self.assertIn("passed", self.command("fx.run", file.uri, 1))
        self.assertEqual(self.command("fx.run", file.uri).count("RUN:"), 2)
        with open(path, "w") as out:
            out.write(changed.replace("CHECK-NEXT: return 1", "CHECK-NEXT: return 2"))
        self.assertIn("failed: FileCheck", self.command("fx.run", file.uri))
        self.assertEqual(os.listdir(FOLDER), [f for f in os.listdir(FOLDER) if not f.startswith(".fx-lsp")])

    def test_viewer(self):
        path = os.path.join(FOLDER, "shown.fx")
        with open(path, "w") as out:
            out.write(self.file.text)
        file = File(self.client, "file://" + path, self.file.text)
        self.assertEqual(self.command("fx.openViewer", file.uri), "file://" + path + ".html")
        self.assertTrue(os.path.getsize(path + ".html") > 1000)
        self.assertTrue(self.client.wait_for("window/showDocument")["external"])

    def test_formatting(self):
        file = self.open("fx 1\n// kept\nmodule A {\n  c =   torch.nn.Conv2d( 3,8,3 )\n}\ngraph():\n"
                         "  // kept too\n  %x:[num_users=1] = placeholder[target=x]\n\n"
                         "  %y = call_method[target=relu](args=(%x,),kwargs={})\n  return %y\n")
        text = file.applied(file.ask("formatting", options={}))
        self.assertEqual(text, "fx 1\n// kept\nmodule A {\n  c = torch.nn.Conv2d(3, 8, 3)\n}\ngraph():\n"
                               "  // kept too\n    %x : [num_users=1] = placeholder[target=x]\n\n"
                               "    %y : [num_users=1] = call_method[target=relu](args = (%x,), kwargs = {})\n    return %y\n")
        file = self.open("fxr 1\nrule   a : O1 {\n// kept\n match relu(relu(%x))\n with relu( %x )\n}\n", ".fxr")
        self.assertIn("rule a : O1 {\n  // kept\n  match relu(relu(%x))\n  with relu(%x)\n}", file.applied(file.ask("formatting", options={})))
        self.assertIn("mistakes", self.open("fx 1\ngraph():\n  %\n").refused("formatting", options={}))

    def test_archives(self):
        archive = os.path.join(FOLDER, "mlp.pt2")
        found = self.client.request("workspace/textDocumentContent", {"uri": "fx-model://" + archive})
        self.assertTrue(found["text"].startswith("fx 1\n"))
        self.assertIn("torch.ops.aten.linear.default", found["text"])
        self.assertIn("No such file", self.client.refused("workspace/textDocumentContent", {"uri": "fx-model:///none.pt2"}))

    def test_incremental_changes(self):
        file = self.open("fx 1\ngraph():\n    %x : [num_users=0] = placeholder[target=\"\U0001F600\"]\n    return 1\n")
        self.assertEqual(file.diagnostics(), [])
        file.version += 1
        # Behind a character of two units, and at the end of the text.
        self.client.notify("textDocument/didChange", {
            "textDocument": {"uri": file.uri, "version": file.version},
            "contentChanges": [
                {"range": {"start": {"line": 2, "character": 47}, "end": {"line": 2, "character": 47}}, "text": "é"},
                {"range": {"start": {"line": 3, "character": 11}, "end": {"line": 99, "character": 0}}, "text": "%x\n"}]})
        found = file.diagnostics()
        self.assertEqual([d["message"] for d in found], ["%x has 1 user, not 0"])
        self.assertIn("`\U0001F600é`", self.client.request("textDocument/hover", {
            "textDocument": {"uri": file.uri}, "position": {"line": 2, "character": 5}})["contents"]["value"])

    def test_checked_names_and_closed_files(self):
        file = self.open("fx 1\ngraph():\n    return 1\n")
        self.client.notify("textDocument/didClose", file.params())
        self.client.notify("textDocument/didClose", file.params())
        self.assertIn("not open", self.client.refused("textDocument/hover", {**file.params(), "position": {"line": 0, "character": 0}}))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
