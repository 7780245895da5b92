"""Programs of which an earlier hunt said that fx-opt was wrong, where PyTorch is no better.

excused.py FOLDER-OF-TOOLS
"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from adversary import check
from adversary.program import Input, Program
from adversary.tool import Tools

PROGRAMS = [
    # Where the view has become the input, PyTorch's decomposition parts the two results, too.
    ("sharing", "optimize{O2 inference},decompose", Program(
        inputs=[Input("y", "torch.arange(4.).view(2, 2) - 2")],
        body=["v = y.view(2, -1)", "w = torch.movedim(v, 0, 1)", "F.relu(w, inplace=True)"],
        results=["w", "v"])),
    # PyTorch says that the first result is contiguous; it is the output argument.
    ("values of parts", "check-values", Program(
        inputs=[Input("x", "torch.ones((3, 1, 2))")],
        body=["v = x[1::2]",
              "torch.sort(v, -3, out=(v, torch.zeros_like(v, dtype=torch.int64)))"],
        results=["x"])),
    # So it says of a sum that is given the sizes of its operand, before a loop.
    ("values before loops", "check-values", Program(
        inputs=[Input("x", "torch.ones((3, 2))"), Input("y", "torch.ones((2, 3)).permute(1, 0)")],
        body=["x.transpose_(0, 1)", "torch.add(y, 1, out=x)",
              "v = scan(lambda c, a: (c + a, c + 0), x, x, dim=0)"],
        results=["v"])),
    # So it parts the result from the buffer, unless another buffer shares its memory.
    ("shared state", "decompose", Program(
        state=["self.register_buffer('q', torch.ones(2, 3))",
               "self.register_buffer('c', self.q.detach())"],
        body=["v = self.q", "v[0] = 0.5", "w = self.q.view(-1)"], results=["w"])),
    # PyTorch's layer goes another way for parameters that are trained.
    ("last bits", "=run", Program(
        inputs=[Input("x", "torch.randn(2, 4, 8)")],
        state=["self.layers = nn.ModuleList([nn.TransformerEncoderLayer("
               "8, 2, 16, batch_first=True) for _ in range(2)])",
               "self.pos = nn.Parameter(torch.randn(1, 6, 8) * 0.5)"],
        body=["x = x + self.pos[:, :x.shape[1]]",
              "for layer in self.layers: x = layer(x)"],
        results=["x"])),
    # PyTorch says that the sizes of bags have a place for the last offset.
    ("parts of values", "freeze", Program(
        inputs=[Input("i", "torch.tensor([1, 2, 0])")],
        state=["self.bag = nn.EmbeddingBag(5, 3, include_last_offset=True)"],
        body=["v = self.bag(i, torch.tensor([0, 2, 3]))"], results=["v"])),
    # An example of zeros has no more memory than it needs.
    ("out of bounds", "=import", Program(
        source="script", inputs=[Input("x", "torch.arange(8.).view(4, 2)[::2]")],
        body=["v = x.as_strided((2, 3), (3, 1))"], results=["v"])),
    # It exports of state what `out=` has made of it at the end.
    ("resized state", "infer-values{replace=true}", Program(
        inputs=[Input("x", "torch.ones((4, 3))[2:]")],
        state=["self.register_buffer('w', torch.randn((2, 3, 4))[::2])", "self.q = self.w"],
        body=["v = self.q.diagonal()", "torch.add(v, 1, out=self.w)"], results=["v"])),
    # All results of a graph that a node calls need a gradient where an operand does.
    ("called graphs", "partition{by=balanced:3},outline{name=part}", Program(
        inputs=[Input("x", "torch.randn(3, 4)")], gradients=True,
        state=["self.scale = nn.Parameter(torch.tensor(0.25))"],
        body=["w = x / self.scale", "y = x.softmax(1)", "v = y.reshape(-1)",
              "v.index_fill_(-1, torch.tensor([0]), 2)"], results=["y"])),
]

tools = Tools(sys.argv[1])
for name, pipeline, program in PROGRAMS:
    with tempfile.TemporaryDirectory() as folder:
        finding = check.Subject(program, tools, folder).check(pipeline)
    print("%s: %s" % (name, finding))
