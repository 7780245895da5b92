"""Values of integers that stand for floats."""

from . import program_class, templates
from ..tensors import tensor
from .traced import scripted, traced

templates("quantized", """
    torch.fake_quantize_per_tensor_affine({f}, 0.1, 0, -128, 127)
    torch.fake_quantize_per_channel_affine({m}, torch.ones({m}.shape[0]), torch.zeros({m}.shape[0]), 0, 0, 255)
    torch.ops.quantized_decomposed.quantize_per_tensor({f}, 0.1, 0, -128, 127, torch.int8)
    torch.ops.quantized_decomposed.dequantize_per_tensor({i}.to(torch.int8), 0.1, 0, -128, 127, torch.int8)
    {f}.to(torch.float8_e4m3fn).to(torch.float32)
    {f}.to(torch.float8_e5m2).float() + 1
    ({f} / 0.1).round().clamp(-128, 127).to(torch.int8)
    {i}.to(torch.float32) * 0.1
""")


#: As quantizers of PT2E write them.
DECOMPOSED = "torch.ops.quantized_decomposed."
templates("decomposed", """
    D.quantize_per_tensor({f}, {0.1|0.25}, {0|3|-2}, -128, 127, torch.int8)
    D.quantize_per_tensor({f}, 0.05, 128, 0, 255, torch.uint8)
    D.quantize_per_tensor.tensor({f}, torch.tensor(0.1), torch.tensor(2), -128, 127, torch.int8)
    D.quantize_per_channel({m}, torch.ones({m}.shape[0]) / 4, torch.zeros({m}.shape[0], dtype=torch.int64), 0, -127, 127, torch.int8)
    D.dequantize_per_channel({m}.to(torch.int8), torch.ones({m}.shape[0]) / 4, torch.zeros({m}.shape[0], dtype=torch.int64), 0, -127, 127, torch.int8)
    D.dequantize_per_tensor(D.quantize_per_tensor({f}, 0.1, 1, -128, 127, torch.int8), 0.1, 1, -128, 127, torch.int8)
    D.dequantize_per_tensor(D.quantize_per_tensor({f}, 0.1, 1, 0, 255, torch.uint8), 0.1, 1, 0, 255, torch.uint8, out_dtype=torch.float32)
    D.choose_qparams({f}, -128, 127, 1e-5, torch.int8)[0]
    D.choose_qparams({f}, -128, 127, 1e-5, torch.int8)[1]
    D.dequantize_per_tensor.tensor({f}.to(torch.int8), torch.tensor(0.1), torch.tensor(2), -128, 127, torch.int8)
    F.linear(D.dequantize_per_tensor({f}.to(torch.int8), 0.1, 0, -128, 127, torch.int8), {m})
    torch.fake_quantize_per_tensor_affine({f}, torch.tensor(0.1), torch.tensor(0), -128, 127)
""".replace("D.", DECOMPOSED))

#: Tensors that are quantised themselves, which torch.export does not take.
templates("quantised", """
    torch.quantize_per_tensor({f}, {0.1|0.5}, {0|3}, torch.{qint8|quint8|qint32})
    torch.quantize_per_tensor({f}, 0.1, 3, torch.quint8).dequantize()
    torch.quantize_per_tensor({f}, 0.25, 0, torch.qint8).int_repr()
    torch.quantize_per_tensor({f}, 0.25, 0, torch.qint8)[0].dequantize()
    torch.quantize_per_tensor({f}, 0.25, 1, torch.quint8).reshape(-1).dequantize()
    torch.quantize_per_tensor({f}, 0.25, 1, torch.quint8).t()
    torch.quantize_per_tensor({f}, 0.25, 1, torch.quint8).clone()
    F.relu(torch.quantize_per_tensor({f}, 0.1, 3, torch.quint8)).dequantize()
    torch.quantize_per_channel({m}, torch.tensor([0.1] * {m}.shape[0]), torch.zeros({m}.shape[0]), 0, torch.qint8).dequantize()
    torch.ops.quantized.add(torch.quantize_per_tensor({f}, 0.1, 3, torch.quint8), torch.quantize_per_tensor({f}, 0.1, 3, torch.quint8), 0.2, 1).dequantize()
    torch.ops.quantized.cat([torch.quantize_per_tensor({f}, 0.1, 3, torch.quint8)], 0, 0.2, 1).int_repr()
    torch.dequantize(torch.quantize_per_tensor({f}, 0.1, 3, torch.quint8))
    torch.quantize_per_tensor({f}, 0.1, 3, torch.quint8).max().dequantize()
    {f}.to(torch.float16).to(torch.float32)
""")


def inputs(b):
    b.setup("import torch.ao.quantization.fx._decomposed")
    for name in "xy":
        b.input(name, tensor(b.random, b.pick([2, 3], [3, 3]), "float32"))


def plain_matrices(b):
    for name in "xy":
        b.input(name, tensor(b.random, b.pick([2, 3], [3, 3]), "float32", ""))


program_class("quantized", inputs, **{"quantized": 3, "decomposed": 4, "pointwise": 1, "view": 1})
program_class("traced quantised", traced(plain_matrices), **{"quantised": 4, "pointwise": 1})
program_class("jit quantised", scripted(plain_matrices, "jit"), **{"quantised": 4, "pointwise": 1})
