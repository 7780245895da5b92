"""pipeline_run.py PROCESSES: each model in stages on gloo, against the whole: output,
gradients, and the parameters after a step of an optimizer."""

import os
import sys
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.distributed.pipelining import Schedule1F1B, ScheduleGPipe

import fxopt
from stage_models import MODELS

CHUNKS = 4


def loss_of(y, target):
    return (y - target).pow(2).mean()


def whole(name):
    """What the model does without stages, in the same pieces."""
    model, x = MODELS[name](batch=8)
    y = model(x)
    target = torch.linspace(-1, 1, y.numel()).reshape(y.shape)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    losses = [
        loss_of(model(a), b) / CHUNKS for a, b in zip(x.chunk(CHUNKS), target.chunk(CHUNKS))
    ]
    sum(losses).backward()
    optimizer.step()
    return model, y.detach(), target


def one(name, rank, size, adapter, schedule):
    after, y, target = whole(name)
    model, x = MODELS[name](batch=8)
    program = torch.export.export(model, (x[: 8 // CHUNKS],))
    link = "relay" if adapter == "pipeline_stage" else "direct"
    parts = fxopt.partition(program, size, link=link, replicate=True, link_cost=0)
    stage = getattr(parts, adapter)(rank, "cpu")
    parameters = dict(parts[rank].named_parameters())
    optimizer = torch.optim.SGD(parameters.values(), lr=0.1, momentum=0.9)
    run = schedule(stage, CHUNKS, loss_fn=loss_of)
    result = run.step(x) if rank == 0 else run.step(target=target)
    parts.reduce_gradients(rank)
    optimizer.step()
    worst = 0.0
    if rank == size - 1:
        result = result[0] if isinstance(result, (tuple, list)) else result
        worst = (result - y).abs().max().item()
    expected = dict(after.named_parameters(remove_duplicate=False))
    for path, value in parameters.items():
        worst = max(worst, (value - expected[path]).abs().max().item())
    return worst, len(parameters)


def worker(rank, size, store, results):
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=size)
    torch.set_num_threads(1)
    for name in MODELS:
        for adapter, schedule in (("pipeline_stage", Schedule1F1B), ("build_stage", ScheduleGPipe)):
            if name in ("unet",) and adapter == "build_stage" and size > 2:
                continue  # PyTorch sends a value that two stages need no gradient back.
            worst, count = one(name, rank, size, adapter, schedule)
            results.put((name, adapter, rank, worst, count))
            dist.barrier()
    dist.destroy_process_group()


def main():
    size = int(sys.argv[1])
    context = mp.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        results = context.Queue()
        workers = [
            context.Process(target=worker, args=(r, size, os.path.join(folder, "store"), results))
            for r in range(size)
        ]
        for w in workers:
            w.start()
        for w in workers:
            w.join()
        found = []
        while not results.empty():
            found.append(results.get())
    bad = [w.exitcode for w in workers if w.exitcode]
    if bad:
        sys.exit(f"processes ended with {bad}")
    for name, adapter, rank, worst, count in sorted(found):
        print(f"{name} {adapter} rank {rank}: {count} parameters, " + ("equal" if worst < 1e-5 else f"differs by {worst}"))


if __name__ == "__main__":
    main()
