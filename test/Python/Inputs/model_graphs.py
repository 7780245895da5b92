"""Sends the graphs of real models through fx-opt, and compares.

    PYTHONPATH=build/python PYTHON test/Python/Inputs/model_graphs.py [--only=GLOB,...]
        [--out=FILE] [--list]

PYTHON has torch; models of torchvision, timm and transformers are made with random
weights where these are installed. The graphs of each model are those that
symbolic_trace, Dynamo, AOTAutograd (forward and backward), torch.export and make_fx
give. For each of them

  - the graph that is made from the IR is equal: text, names, targets and types by
    identity, arguments, order of users and inputs, generated code;
  - writing it back unchanged keeps all nodes the same objects, with the same
    arguments and metadata;
  - what `optimize{level=O1}` makes of it computes the same bits, for the graphs of
    symbolic_trace and torch.export.

A way that does not work for a model without fx-opt is left out. Each model has a
process of its own. The last line counts; the exit status is 1 if anything differs.
"""

import argparse
import copy
import fnmatch
import importlib.util
import inspect
import os
import re
import subprocess
import sys
import warnings

sys.dont_write_bytecode = True
os.environ["TRANSFORMERS_VERBOSITY"] = "error"
warnings.filterwarnings("ignore")

# ---------------------------------------------------------------------------
# Models
# ---------------------------------------------------------------------------

TORCHVISION = {
    name: 64
    for name in "alexnet convnext_tiny densenet121 efficientnet_b0 googlenet mnasnet0_5 "
    "mobilenet_v2 mobilenet_v3_small regnet_y_400mf resnet18 resnext50_32x4d "
    "shufflenet_v2_x0_5 squeezenet1_1 swin_t vgg11_bn vit_b_32".split()
}
TORCHVISION.update(inception_v3=128, vit_b_32=224, maxvit_t=224)
TIMM = (
    "convnext_atto cspresnet50 deit_tiny_patch16_224 edgenext_xx_small efficientvit_b0 "
    "eva02_tiny_patch14_224 fastvit_t8 ghostnet_100 hrnet_w18_small levit_128s "
    "mixer_s32_224 mobilenetv4_conv_small poolformer_s12 pvt_v2_b0 resnet10t "
    "tf_efficientnet_b0 xcit_nano_12_p16_224"
).split()


def _tiny(**more):
    sizes = {
        "vocab_size": 99, "hidden_size": 32, "num_hidden_layers": 2,
        "num_attention_heads": 4, "intermediate_size": 64,
    }  # fmt: skip
    sizes.update(more)
    return sizes


_LLAMA = _tiny(num_key_value_heads=2, head_dim=8, max_position_embeddings=64, pad_token_id=0)
# Class, class of its configuration, configuration, and what the inputs are.
TRANSFORMERS = {
    "albert": ("AlbertModel", "AlbertConfig", _tiny(embedding_size=16), "ids"),
    "bart": (
        "BartForConditionalGeneration", "BartConfig",
        {"vocab_size": 99, "d_model": 32, "encoder_layers": 2, "decoder_layers": 2,
         "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 64,
         "decoder_ffn_dim": 64, "max_position_embeddings": 64}, "pair",
    ),
    "bert": ("BertForSequenceClassification", "BertConfig", _tiny(), "ids"),
    "clip-vision": (
        "CLIPVisionModel", "CLIPVisionConfig",
        {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
         "intermediate_size": 64, "image_size": 32, "patch_size": 8}, "image",
    ),
    "deberta-v2": ("DebertaV2Model", "DebertaV2Config", _tiny(), "ids"),
    "distilbert": (
        "DistilBertModel", "DistilBertConfig",
        {"vocab_size": 99, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64}, "ids",
    ),
    "electra": ("ElectraModel", "ElectraConfig", _tiny(embedding_size=16), "ids"),
    "falcon": ("FalconForCausalLM", "FalconConfig", _tiny(), "ids"),
    "gemma": ("GemmaForCausalLM", "GemmaConfig", _LLAMA, "ids"),
    "gpt2": (
        "GPT2LMHeadModel", "GPT2Config",
        {"vocab_size": 99, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64}, "ids",
    ),
    "gpt-neox": ("GPTNeoXForCausalLM", "GPTNeoXConfig", _tiny(), "ids"),
    "llama": ("LlamaForCausalLM", "LlamaConfig", _LLAMA, "ids"),
    "mistral": ("MistralForCausalLM", "MistralConfig", _LLAMA, "ids"),
    "mixtral": ("MixtralForCausalLM", "MixtralConfig", {**_LLAMA, "num_local_experts": 4}, "ids"),
    "opt": (
        "OPTForCausalLM", "OPTConfig",
        _tiny(ffn_dim=64, max_position_embeddings=64, word_embed_proj_dim=32), "ids",
    ),
    "phi": ("PhiForCausalLM", "PhiConfig", _tiny(), "ids"),
    "qwen2": ("Qwen2ForCausalLM", "Qwen2Config", _LLAMA, "ids"),
    "roberta": ("RobertaModel", "RobertaConfig", _tiny(max_position_embeddings=64), "ids"),
    "t5": (
        "T5ForConditionalGeneration", "T5Config",
        {"vocab_size": 99, "d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2,
         "num_heads": 4}, "pair",
    ),
    "vit": (
        "ViTModel", "ViTConfig",
        {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
         "intermediate_size": 64, "image_size": 32, "patch_size": 8}, "image",
    ),
    "whisper": (
        "WhisperForConditionalGeneration", "WhisperConfig",
        {"vocab_size": 99, "d_model": 32, "encoder_layers": 2, "decoder_layers": 2,
         "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 64,
         "decoder_ffn_dim": 64, "max_source_positions": 20, "num_mel_bins": 8,
         "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2,
         "decoder_start_token_id": 1}, "sound",
    ),
}  # fmt: skip
TORCH = ("transformer", "lstm", "embedding-bag", "adaptive-softmax")


def names():
    groups = {"torch": TORCH, "torchvision": TORCHVISION, "timm": TIMM, "transformers": TRANSFORMERS}
    return [
        f"{group}/{name}"
        for group, members in groups.items()
        if importlib.util.find_spec(group)
        for name in sorted(members)
    ]


def import_torchvision():
    """Without its library, where that is for another build of PyTorch: these models do
    not use it."""
    import torch

    for _ in range(9):
        try:
            import torchvision

            return torchvision
        except RuntimeError as e:
            missing = re.search(r"operator torchvision::(\w+) does not exist", str(e))
            if not missing:
                raise
            LIBRARIES.append(torch.library.Library("torchvision", "FRAGMENT"))
            LIBRARIES[-1].define(missing.group(1) + "(Tensor x) -> Tensor")
            for module in [m for m in sys.modules if m.startswith("torchvision")]:
                del sys.modules[module]


LIBRARIES = []


def make(name):
    """A model, its arguments, and those by keyword."""
    import torch

    group, _, name = name.partition("/")
    if group != "torch" and importlib.util.find_spec("torchvision"):
        # timm and transformers import it.
        import_torchvision()
    if group == "torch":
        nn = torch.nn
        if name == "transformer":
            return nn.Transformer(16, 2, 1, 1, 32), (torch.randn(5, 2, 16),) * 2, {}
        if name == "lstm":
            return nn.LSTM(4, 8, 2), (torch.randn(5, 2, 4),), {}
        if name == "embedding-bag":
            return nn.EmbeddingBag(9, 4), (torch.tensor([1, 2, 3]), torch.tensor([0, 2])), {}
        return nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 10]), (torch.randn(4, 8), torch.tensor([1, 6, 11, 2])), {}
    if group == "torchvision":
        import torchvision.models

        more = {"init_weights": False} if name in ("googlenet", "inception_v3") else {}
        size = TORCHVISION[name]
        return torchvision.models.get_model(name, **more), (torch.randn(2, 3, size, size),), {}
    if group == "timm":
        import timm

        model = timm.create_model(name)
        return model, (torch.randn(2, *model.default_cfg["input_size"]),), {}
    import transformers

    cls, config, sizes, kind = TRANSFORMERS[name]
    config = getattr(transformers, config)(**sizes)
    config.use_cache = False
    model = getattr(transformers, cls)(config)
    ids = torch.randint(3, 90, (2, 8))
    given = {
        "ids": {"input_ids": ids},
        "pair": {"input_ids": ids, "decoder_input_ids": ids},
        "image": {"pixel_values": torch.randn(2, 3, 32, 32)},
        "sound": {"input_features": torch.randn(2, 8, 40), "decoder_input_ids": ids},
    }[kind]
    return model, (), given


# ---------------------------------------------------------------------------
# Ways to a graph
# ---------------------------------------------------------------------------


def tensors(value):
    import torch
    from torch.utils import _pytree as pytree

    if isinstance(value, dict):
        value = dict(value)
    return [t for t in pytree.tree_leaves(value) if isinstance(t, torch.Tensor)]


def traced(model, args, kwargs):
    import torch

    names = inspect.signature(model.forward).parameters
    others = {n: None for n in names if n not in kwargs}
    return [torch.fx.symbolic_trace(model, others if kwargs else None)]


def dynamo(model, args, kwargs):
    import torch

    found = []

    def backend(gm, inputs):
        found.append(gm)
        return gm.forward

    torch._dynamo.reset()
    torch.compile(model, backend=backend)(*args, **kwargs)
    return found


def aot(model, args, kwargs):
    import torch
    from torch._dynamo.backends.common import aot_autograd
    from functorch.compile import make_boxed_func

    found = []

    def compiler(gm, inputs):
        found.append(gm)
        return make_boxed_func(gm.forward)

    torch._dynamo.reset()
    backend = aot_autograd(fw_compiler=compiler, bw_compiler=compiler)
    result = torch.compile(model, backend=backend)(*args, **kwargs)
    loss = sum(t.float().sum() for t in tensors(result) if t.requires_grad)
    loss.backward()
    return found


def exported(model, args, kwargs):
    import torch

    return [torch.export.export(model, args, kwargs)]


def fx_made(model, args, kwargs):
    import torch
    from torch.fx.experimental.proxy_tensor import make_fx
    from torch.utils import _pytree as pytree

    leaves, form = pytree.tree_flatten((args, kwargs))

    def flat(*leaves):
        args, kwargs = pytree.tree_unflatten(leaves, form)
        return tensors(model(*args, **kwargs))

    with torch.no_grad():
        return [make_fx(flat)(*leaves)]


WAYS = {"trace": traced, "dynamo": dynamo, "aot": aot, "export": exported, "make_fx": fx_made}

# ---------------------------------------------------------------------------
# Checks
# ---------------------------------------------------------------------------


def same_bits(a, b):
    import torch

    a, b = (tensors(r) for r in (a, b))
    return len(a) == len(b) and all(
        x.shape == y.shape and x.dtype == y.dtype and torch.equal(x.nan_to_num(), y.nan_to_num())
        for x, y in zip(a, b)
    )


def check(gm, way):
    """What is wrong with what comes back of a graph, or None."""
    from compare_graphs import difference, rebuild, written_back

    code = gm.graph.python_code("self").src
    why = written_back(gm.graph)
    if why:
        return f"write back: {why}"
    new = rebuild(gm.graph)
    why = difference(gm.graph, new)
    if why:
        return f"new graph: {why}"
    if new.python_code("self").src != code or gm.graph.python_code("self").src != code:
        return "generated code"
    return None


def check_passes(what, way, args, kwargs):
    """What is wrong with what a model computes after passes, or None."""
    import torch

    import fxopt

    def run(model):
        torch.manual_seed(0)
        with torch.no_grad():
            return model(*args, **kwargs)

    if way == "export":
        before, after = what.module(), fxopt.run(what, "optimize{level=O1}").module()
    else:
        before, after = what, copy.deepcopy(what)
        fxopt.run(after, "optimize{level=O1}")
        after.graph.lint()
    expected = run(before)
    if not same_bits(expected, run(before)):
        return None
    return None if same_bits(expected, run(after)) else "passes: other results"


def try_model(name):
    """Prints a line for each way: its graphs and nodes, and what is wrong."""
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)
    try:
        model, args, kwargs = make(name)
    except Exception as e:
        print(f"{name}\tmake\t0\t0\tleft out\t{type(e).__name__}: {str(e)[:100]!r}", flush=True)
        return
    model.eval()
    for way, graphs_of in WAYS.items():
        try:
            found = graphs_of(model, args, kwargs)
            if not found:
                raise LookupError("there was no graph")
        except Exception as e:
            reason = (str(e).strip().splitlines() or [""])[0][:100]
            print(f"{name}\t{way}\t0\t0\tleft out\t{type(e).__name__}: {reason}", flush=True)
            continue
        count = nodes = 0
        wrong = []
        for what in found:
            gm = what.graph_module if way == "export" else what
            count, nodes = count + 1, nodes + len(gm.graph.nodes)
            try:
                why = check(gm, way)
                if why is None and way in ("trace", "export"):
                    why = check_passes(what, way, args, kwargs)
            except Exception as e:
                why = f"{type(e).__name__}: {str(e)[:300]}"
            if why:
                wrong.append(why.replace("\n", " ").replace("\t", " "))
        print(f"{name}\t{way}\t{count}\t{nodes}\t{'differs' if wrong else 'equal'}\t{'; '.join(wrong)}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="*")
    parser.add_argument("--out")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--one")
    options = parser.parse_args()
    if options.one:
        return try_model(options.one)
    globs = options.only.split(",")
    chosen = [n for n in names() if any(fnmatch.fnmatch(n, g) for g in globs)]
    if options.list:
        return print("\n".join(chosen))
    rows, differ = [], 0
    for name in chosen:
        done = subprocess.run(
            [sys.executable, __file__, f"--one={name}"], stdout=subprocess.PIPE, text=True
        )
        print(done.stdout, end="", flush=True)
        rows += [line.split("\t") for line in done.stdout.splitlines() if line.count("\t") == 5]
        if done.returncode:
            print(f"{name}\tends with {done.returncode}", flush=True)
            differ += 1
    if options.out:
        with open(options.out, "w") as file:
            file.writelines("\t".join(row) + "\n" for row in rows)
    for way in WAYS:
        some = [r for r in rows if r[1] == way and r[4] != "left out"]
        print(f"{way}: {len(some)} models, {sum(int(r[2]) for r in some)} graphs, {sum(int(r[3]) for r in some)} nodes")
    differ += sum(r[4] == "differs" for r in rows)
    tried = {r[0] for r in rows if r[4] != "left out"}
    print(f"{len(tried)} models, {sum(int(r[2]) for r in rows)} graphs, {differ} differ")
    return differ != 0


if __name__ == "__main__":
    sys.exit(main())
