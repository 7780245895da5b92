"""Renames in graphs and in trees of modules. usage: rename.py TOOLS FOLDER"""

import os
import subprocess
import sys
import unittest

from client import Client, File

TOOLS, FOLDER = sys.argv[1:3]

TREE = """fx 1
module = Net {
  <sub>sub = torch.nn.Module {
    "re lu" = torch.nn.ReLU()
    <lin>lin = torch.nn.Linear(2, 2) {
      <weight>weight = parameter(torch.float32, (2, 2))
    }
    <own>own = parameter(torch.float32, (2,))
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target="sub.re lu"](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=su<insub>b.l<inlin>in](args = (%a,), kwargs = {})
    %o : [num_users=1] = get_attr[target=sub.o<inown>wn]
    return (%b, %o)
"""

GRAPHS = """fx 1
// CHECK: %a : {{.*}}(args = (%x,)
// CHECK: %once : {{.*}}(args = (%x,)
module = Net {
  sub = torch.fx.graph_module.GraphModule {
    graph():
        %<inner>a : [num_users=1] = placeholder[target=a]
        %<once>once : [num_users=1] = call_function[target=torch.relu](args = (%a,), kwargs = {})
        return %once
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %<outer>a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
    return %a
"""


class Renames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = Client([os.path.join(TOOLS, "fx-lsp")], root=FOLDER)
        cls.tree = File(cls.client, "file://" + FOLDER + "/tree.fx", TREE)
        cls.graphs = File(cls.client, "file://" + FOLDER + "/graphs.fx", GRAPHS)

    @classmethod
    def tearDownClass(cls):
        assert cls.client.close() == 0

    def rename(self, file, place, name):
        text = file.applied(file.ask("rename", place, newName=name)["changes"][file.uri])
        path = os.path.join(FOLDER, "new.fx")
        with open(path, "w") as out:
            out.write(text)
        read = subprocess.run([os.path.join(TOOLS, "fx-opt"), path], capture_output=True, text=True)
        self.assertEqual(read.returncode, 0, read.stderr)
        return text

    def test_names_that_need_quotes_get_them(self):
        text = self.rename(self.tree, "lin", "0")
        self.assertIn('    "0" = torch.nn.Linear', text)
        self.assertIn("[target=sub.0]", text)
        self.assertIn('    "0" = parameter', self.rename(self.tree, "own", "0"))

    def test_quoted_targets_follow(self):
        text = self.rename(self.tree, "sub", "top")
        self.assertIn('[target="top.re lu"]', text)
        self.assertIn("[target=top.lin]", text)
        self.assertIn("[target=top.own]", text)

    def test_a_use_is_a_place(self):
        for place, name in ("insub", "sub"), ("inlin", "lin"), ("inown", "own"):
            self.assertEqual(self.tree.at(self.tree.ask("prepareRename", place)), name)
        self.assertEqual(self.rename(self.tree, "insub", "top"), self.rename(self.tree, "sub", "top"))
        self.assertEqual(self.rename(self.tree, "inlin", "last"), self.rename(self.tree, "lin", "last"))

    def test_state_of_a_class_keeps_its_name(self):
        self.assertIn("the class torch.nn.Linear gives 'sub.lin.weight' its name",
                      self.tree.refused("rename", "weight", newName="w"))
        self.assertIn("    free = parameter", self.rename(self.tree, "own", "free"))

    def test_comments_of_a_name_of_two_graphs_stay(self):
        for place in "inner", "outer":
            text = self.rename(self.graphs, place, "z")
            self.assertIn("// CHECK: %a : {{.*}}(args = (%x,)", text)

    def test_comments_of_a_name_of_one_graph_follow(self):
        self.assertIn("// CHECK: %z : {{.*}}(args = (%x,)", self.rename(self.graphs, "once", "z"))


unittest.main(argv=sys.argv[:1])
