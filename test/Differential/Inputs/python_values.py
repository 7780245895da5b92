"""Methods and Python's functions: what fx-opt infers and what PyTorch computes.

    python_values.py FOLDER

For each call and layout of its operand a graph is written whose call has the
value that PyTorch gives. check-values compares it with what is inferred.
"""
import operator
import os
import pathlib
import subprocess
import sys

import torch
import torch.nn.functional as F

from common import finish

METHODS = """
abs() add(2) add(X) add(Y,alpha=2) addcmul(X,X) amax(1) amax(dim=(1,2),keepdim=True) any()
argmax(1) argmax() bool() ceil() chunk(2,1) clamp(0,1) clamp(min=0) clone() contiguous()
cos() cumsum(1) detach() diagonal() diagonal(0,1,2) dim() div(2) div(X) div(2,rounding_mode="floor")
double() eq(0) exp() expand(2,-1,-1) expand_as(X) fill_(1) flatten() flatten(1) flatten(start_dim=1,end_dim=2) flip(0)
flip(0,1) flip((0,1)) float() floor_divide(2) ge(0) gt(X) half() index_select(1,I)
isnan() log() logical_not() logsumexp(1) long() lt(0) masked_fill(M,0.0) max() max(1) max(X) max(1,keepdim=True)
mean() mean(1) mean((1,2)) mean(dim=1,keepdim=True) mean(axis=1,keepdims=True) min(1) movedim(0,2) mul(2) mul(X) mul_(2)
narrow(1,0,2) ndimension() ne(0) neg() new_zeros(2,3) new_zeros((2,3)) new_ones(3) new_full((2,),1.0) new_empty(2)
norm() norm(2,1) numel() permute(2,0,1) permute((2,0,1)) permute(dims=(2,0,1)) pow(2) prod(1) ravel() reciprocal() relu()
relu_() repeat(1,2,1) repeat((1,2,1)) repeat_interleave(2,1) reshape(-1) reshape(3,-1) reshape((3,-1)) reshape_as(X)
roll(1,0) round() rsqrt() select(1,0) sigmoid() sign() sin() size() size(1) size(dim=0) softmax(1) softmax(dim=-1)
log_softmax(-1) sort() sort(1) split(2) split(2,1) split((1,2),1) sqrt() square() squeeze() squeeze(0) std(1)
sub(1) sub(X,alpha=2) sum() sum(1) sum((0,2)) sum(dim=1,keepdim=True) sum(1,dtype=torch.float64) swapaxes(0,1) tanh()
to(torch.float64) to(dtype=torch.float16) to("cpu") to("cpu",torch.float64) to(X) topk(2) topk(2,1) transpose(0,1)
transpose(-1,-2) tril() triu(1) type_as(D) unbind() unbind(1) unfold(1,2,1) unsqueeze(0) unsqueeze(-1) unsqueeze(dim=1) var(1)
var(1,unbiased=False) var(dim=1,correction=0) view(-1) view(2,3,4) view((2,12)) view(torch.int32) view_as(X) where(M,X) zero_()
type(torch.float64) unflatten(2,(2,2)) tile(2,1) new_tensor(1.0) matmul(W) __add__(1) argsort(1) cumprod(0) gather(1,G)
""".split()

FUNCTIONS = """
torch.abs(X) torch.add(X,2) torch.add(X,X,alpha=2) torch.all(M) torch.any(M,1) torch.amax(X,1) torch.argmax(X,dim=1)
torch.cat((X,X),1) torch.cat([X,X],dim=-1) torch.chunk(X,2,dim=1) torch.clamp(X,0,1) torch.clamp(X,min=0) torch.cumsum(X,1)
torch.div(X,2) torch.div(X,2,rounding_mode="trunc") torch.eq(X,0) torch.exp(X) torch.flatten(X,1) torch.flip(X,(0,))
torch.full((2,3),1.5) torch.gather(X,1,G) torch.index_select(X,1,I) torch.linspace(0,1,5) torch.max(X) torch.max(X,1)
torch.max(X,X) torch.max(X,dim=1,keepdim=True) torch.maximum(X,X) torch.mean(X) torch.mean(X,1) torch.mean(X,(1,2),True)
torch.min(X,1) torch.min(X,X) torch.mul(X,2.0) torch.norm(X) torch.ones(2,3) torch.ones((2,3)) torch.ones_like(X) torch.permute(X,(2,0,1))
torch.pow(X,2) torch.prod(X,1) torch.reshape(X,(-1,)) torch.roll(X,1,0) torch.rsqrt(X) torch.select(X,1,0) torch.sigmoid(X)
torch.softmax(X,1) torch.softmax(X,dim=-1,dtype=torch.float64) torch.sort(X,1) torch.split(X,2,1) torch.split(X,(1,2),1) torch.squeeze(X)
torch.squeeze(X,0) torch.stack((X,X)) torch.stack([X,X],1) torch.std(X,1) torch.sub(X,1) torch.sum(X) torch.sum(X,1) torch.sum(X,(0,1),keepdim=True)
torch.sum(input=X,dim=1) torch.t(W) torch.tanh(X) torch.tensor_split(X,2,1) torch.topk(X,2) torch.transpose(X,0,1) torch.tril(X)
torch.unbind(X,1) torch.unsqueeze(X,0) torch.var(X,1) torch.var(X,1,unbiased=False) torch.var(X,dim=1,correction=0) torch.where(M,X,X) torch.where(M,X,0.0)
torch.zeros(2) torch.zeros(2,3) torch.zeros((2,3)) torch.zeros_like(X) torch.arange(5) torch.arange(1,5) torch.arange(0,5,2) torch.bmm(X,V) torch.matmul(X,W)
torch.baddbmm(X,V2,V3) torch.addmm(W,W,W) torch.movedim(X,0,2) torch.meshgrid(A,A,indexing="ij") torch.outer(A,A) torch.einsum("abc,cd->abd",X,W)
F.relu(X) F.gelu(X) F.gelu(X,approximate="tanh") F.silu(X) F.softmax(X,dim=1) F.log_softmax(X,-1) F.dropout(X,0.5,False) F.layer_norm(X,(4,))
F.linear(X,W) F.pad(X,(1,1)) F.pad(X,(1,1),"constant",2.0) F.elu(X) F.leaky_relu(X,0.1) F.hardtanh(X) F.hardswish(X) F.normalize(X) F.one_hot(I)
F.embedding(I,W) F.mse_loss(X,X) F.cosine_similarity(X,X) F.interpolate(X,scale_factor=2.0) F.avg_pool1d(X,2) F.max_pool1d(X,2) F.adaptive_avg_pool1d(X,2) F.glu(X) F.softplus(X)
""".split()

# Fake tensors have other strides than tensors for `x // y` and `2 ** x`, so they
# are tried with one layout alone.
OPERATORS = """
operator.add(X,2) operator.add(X,X) operator.add(X,Y) operator.add(2.5,X) operator.add(I,1.5) operator.add(X,D1)
operator.sub(X,1) operator.sub(1,X) operator.sub(X,Y) operator.mul(X,2) operator.mul(X,X) operator.mul(2,I) operator.mul(M,X)
operator.truediv(X,2) operator.truediv(X,X) operator.truediv(I,2) operator.truediv(I,I) operator.truediv(1,X)
operator.floordiv(X,2) operator.floordiv(I,2) operator.floordiv(A,A) operator.mod(X,2) operator.mod(X,Y) operator.mod(I,3)
operator.pow(X,2) operator.pow(2,A) operator.pow(X,X) operator.pow(I,0.5) operator.matmul(X,W) operator.neg(X) operator.pos(X)
operator.abs(X) operator.invert(M) operator.invert(I) operator.and_(M,M) operator.or_(M,True) operator.xor(I,3) operator.lshift(I,1) operator.rshift(I,1)
operator.eq(X,0) operator.ne(X,X) operator.lt(X,1) operator.le(X,Y) operator.gt(1,X) operator.ge(X,0.5) operator.gt(I,1.5)
operator.iadd(X,1) operator.imul(X,X) operator.isub(X,Y) operator.itruediv(X,2) operator.iadd(2,X) operator.iand(M,M)
operator.getitem(X,0) operator.getitem(X,-1) operator.getitem(X,I2) operator.getitem(X,M) operator.getitem(X,None) operator.getitem(X,...)
operator.getitem(X,(0,1)) operator.getitem(X,(...,0)) operator.getitem(X,(None,0)) operator.getitem(X,slice(1,None)) operator.getitem(X,slice(None,None,2))
operator.getitem(X,(slice(None),1)) operator.getitem(X,(slice(None),slice(-2,None))) operator.getitem(X,(...,slice(0,9,3),None)) operator.getitem(X,(0,...,None,-1))
""".split()

base = torch.arange(24.0).reshape(2, 3, 4)
LAYOUTS = {
    "contiguous": base,
    "transposed": torch.arange(24.0).reshape(4, 3, 2).transpose(0, 2),
    "sliced": torch.arange(48.0).reshape(2, 3, 8)[:, :, ::2],
    "expanded": torch.arange(12.0).reshape(1, 3, 4).expand(2, 3, 4),
}
OTHERS = {
    "Y": torch.arange(4.0),
    "D": torch.zeros(2, dtype=torch.float64),
    "M": torch.arange(24).reshape(2, 3, 4) % 2 == 0,
    "I": torch.tensor([0, 2]),
    "G": torch.zeros(2, 3, 4, dtype=torch.int64),
    "W": torch.arange(16.0).reshape(4, 4),
    "V": torch.zeros(2, 4, 5),
    "V2": torch.zeros(2, 3, 6),
    "V3": torch.zeros(2, 6, 4),
    "A": torch.arange(3.0),
    "D1": torch.tensor(2.0, dtype=torch.float64),
    "I2": torch.tensor([1, 0, 1]),
}


def value(v):
    """A value as native text writes it; None for what it cannot write."""
    if isinstance(v, torch.Tensor):
        offset = f", offset={v.storage_offset()}" if v.storage_offset() else ""
        return (f'tensor({v.dtype}, {tuple(v.shape)}, {tuple(v.stride())}, device("cpu"){offset})')
    if isinstance(v, bool) or isinstance(v, (int, float)):
        return repr(v)
    if isinstance(v, torch.Size):
        return str(list(v))
    if isinstance(v, (list, tuple)):
        items = [value(i) for i in v]
        if None in items:
            return None
        return "[" + ", ".join(items) + "]" if isinstance(v, list) else (
            "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")")
    return None


class Recorder:
    """Takes the arguments of a call as they are written."""

    def __call__(self, *args, **kwargs):
        return args, kwargs


def show(a):
    if isinstance(a, Name):
        return "%" + a.name
    if isinstance(a, tuple):
        return "(" + ", ".join(map(show, a)) + ("," if len(a) == 1 else "") + ")"
    if isinstance(a, list):
        return "[" + ", ".join(map(show, a)) + "]"
    if a is ...:
        return "..."
    if isinstance(a, slice):
        return f"slice({a.start}, {a.stop}, {a.step})"
    if isinstance(a, str):
        return f'"{a}"'
    return str(a)


class Name:
    def __init__(self, name):
        self.name = name


def resolve(a, tensors):
    if isinstance(a, Name):
        return tensors[a.name]
    if isinstance(a, (tuple, list)):
        return type(a)(resolve(i, tensors) for i in a)
    return a


def call_line(index, text, tensors):
    """A node that calls TEXT, with the value that PyTorch gives."""
    callee, _, rest = text.partition("(")
    scope = {n: Name(n) for n in tensors}
    args, kwargs = eval("R(" + rest, {"R": Recorder(), "torch": torch, **scope})
    is_method = "." not in callee
    if is_method:
        args = (scope["X"], *args)
        function = getattr(torch.Tensor, callee)
        target = callee
    else:
        function = eval(callee, {"torch": torch, "F": F, "operator": operator})
        target = callee.replace("F.", "torch.nn.functional.")
        target = target.replace("torch.nn.functional.gelu", "torch._C._nn.gelu")
        target = target.replace("torch.nn.functional.linear", "torch._C._nn.linear")
        target = target.replace("torch.nn.functional.one_hot", "torch._C._nn.one_hot")
        target = target.replace("torch.nn.functional.avg_pool1d", "torch.avg_pool1d")
    fresh = dict(tensors)
    if callee.endswith("_") or callee.startswith("operator.i"):
        fresh["X"] = torch.empty_strided(tensors["X"].shape, tensors["X"].stride())
    try:
        result = function(*[resolve(a, fresh) for a in args],
                          **{k: resolve(v, fresh) for k, v in kwargs.items()})
    except (AttributeError, RuntimeError, TypeError):  # Not in this PyTorch.
        return None
    if type(result).__module__ == "torch.return_types":
        result = tuple(result)
    written = value(result)
    if written is None:
        return None
    op = "call_method" if is_method else "call_function"
    shown = ", ".join(map(show, args)) + ("," if len(args) == 1 else "")
    named = ", ".join(f"{k}: {show(v)}" for k, v in kwargs.items())
    return (f"    %c{index} = {op}[target={target}](args = ({shown}), kwargs = {{{named}}}) {{val: {written}}}")


def main(folder):
    fx_opt = os.environ["FX_OPT"]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    wrong, equal, unknown = [], 0, {}
    for layout, x in LAYOUTS.items():
        tensors = {"X": x, **OTHERS}
        lines = [f"    %{n} = placeholder[target={n}] {{val: {value(t)}}}" for n, t in tensors.items()]
        texts = {}
        for index, text in enumerate(METHODS + FUNCTIONS + OPERATORS):
            line = call_line(index, text, tensors)
            if line:
                texts[f"c{index}"] = text
                lines.append(line)
        path = folder / f"{layout}.fx"
        path.write_text("fx 1\ngraph():\n" + "\n".join(lines) + "\n    return %X\n")
        done = subprocess.run([fx_opt, path, "--passes=check-values{remarks exact}", "-o", folder / "out.fx"],
                              capture_output=True, text=True)
        bad = set()
        for message in done.stderr.splitlines():
            place, _, text = message.partition(": ")
            name = text.partition("%")[2].split(" ")[0].split("'")[0].rstrip(":,;")
            if "error: " in message:
                bad.add(name)
                wrong.append(f"{layout}: {texts.get(name, name)}: {message.partition('error: ')[2]}")
            elif "remark: " in message and name in texts:
                bad.add(name)
                unknown[texts[name]] = message.partition("remark: ")[2]
        equal += len(texts) - len(bad)
    for line in wrong:
        print("wrong:", line)
    for text, why in unknown.items():
        print("unknown:", text, "--", why)
    finish(f"calls: {equal} equal, {len(unknown)} without a value", equal, len(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
