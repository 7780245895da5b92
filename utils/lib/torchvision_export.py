# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What utils/sweep-torchvision --export does with a model: makes an archive of
torch.export of its TorchScript, and runs that in PyTorch."""
import os

from torchscript import RTOL, flatten, run


def spec(value, batch):
    """The type of an input for fx-translate, whose batch is a number or a name."""
    if isinstance(value, list):
        return "[" + ",".join(spec(v, None) for v in value) + "]"
    sizes = list(map(str, value.shape))
    if batch:
        sizes[0] = batch
    return "f32[%s]" % ",".join(sizes)


def batch_of(inputs, count):
    """Inputs like these in a batch of so many; lists of images stay as they are."""
    import torch

    return [v if isinstance(v, list) else torch.rand(count, *v.shape[1:]) for v in inputs]


def difference(scripted, loaded, inputs):
    """`equal`, or what is different."""
    import torch

    with torch.no_grad():
        wanted, found = flatten(scripted(*inputs)), flatten(loaded(*inputs))
    if len(wanted) != len(found):
        return "%d results, not %d" % (len(found), len(wanted))
    for i, (a, b) in enumerate(zip(wanted, found)):
        if a.shape != b.shape or a.dtype != b.dtype:
            return "result %d is %s %s" % (i, b.dtype, tuple(b.shape))
        far = (a.double() - b.double()).abs().max().item() if a.numel() else 0
        most = a.double().abs().max().item() if a.numel() else 0
        if not far <= RTOL * max(most, 1e-6):
            return "result %d differs by %.2g of %.2g" % (i, far, most)
    return "equal"


def export(args, folder, archive, scripted, inputs, options):
    """`any batch`, `this batch` or why there is no archive, and what PyTorch
    computes with it."""
    import torch

    made = os.path.join(folder, "exported.pt2")
    images = inputs(0)
    result = {}
    # Where it holds for one batch only, it says why.
    for what, batch, counts in (("any batch", "batch:2", (2, 3)), ("this batch", None, (1,))):
        if batch and isinstance(images[0], list):
            continue
        types = ["--input=" + spec(v, batch) for v in images]
        code, _, error = run(args.bin, "fx-translate", archive, "-o", made, *types, *options)
        if code:
            result["why"] = error.split("error: ")[-1].split("\n")[0][:300]
            continue
        result["exported"] = what
        loaded = torch.export.load(made).module()
        for count in counts:
            torch.manual_seed(count)
            result["runs"] = difference(scripted, loaded, batch_of(images, count))
            if result["runs"] != "equal":
                break
        break
    return result


def is_good(result):
    return result.get("runs") == "equal"


def table(results):
    made = [r for r in results if r.get("exported") in ("any batch", "this batch")]
    print("%d models; fx-translate makes archives of %d, for any batch of %d." % (
        len(results), len(made), sum(r["exported"] == "any batch" for r in made)))
    print("%d of them load in PyTorch and compute the same.\n" % sum(map(is_good, made)))
    others = [r for r in results if not is_good(r) or r.get("why")]
    if others:
        print("| kind | model | exported | runs | why not |")
        print("|---|---|---|---|---|")
    for r in others:
        why = r.get("why") or r.get("script") or r.get("error") or ""
        print("| %s | %s | %s | %s | %s |" % (
            r["kind"], r["model"], r.get("exported", "no"), r.get("runs", "-"),
            why.replace("|", "\\|").replace("\n", " ")))
