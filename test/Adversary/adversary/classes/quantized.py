"""Values of integers that stand for floats."""

from . import program_class, templates
from ..tensors import tensor

templates("quantized", """
    torch.fake_quantize_per_tensor_affine({f}, 0.1, 0, -128, 127)
    torch.fake_quantize_per_channel_affine({m}, torch.ones({m}.shape[0]), torch.zeros({m}.shape[0]), 0, 0, 255)
    torch.ops.quantized_decomposed.quantize_per_tensor({f}, 0.1, 0, -128, 127, torch.int8)
    torch.ops.quantized_decomposed.dequantize_per_tensor({i}.to(torch.int8), 0.1, 0, -128, 127, torch.int8)
    {f}.to(torch.float8_e4m3fn).to(torch.float32)
    {f}.to(torch.float8_e5m2).float() + 1
    torch._int_mm({m}.to(torch.int8), {m}.to(torch.int8).t().contiguous())
    ({f} / 0.1).round().clamp(-128, 127).to(torch.int8)
    {i}.to(torch.float32) * 0.1
""")


def inputs(b):
    b.setup("import torch.ao.quantization.fx._decomposed")
    for name in "xy":
        b.input(name, tensor(b.random, b.pick([2, 3], [3, 3]), "float32"))


program_class("quantized", inputs, **{"quantized": 5, "pointwise": 1, "view": 1})
