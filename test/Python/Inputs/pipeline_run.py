"""pipeline_run.py PROCESSES: each model in stages on gloo, against the whole: output,
gradients, and the parameters after a step of an optimizer."""

import faulthandler
import multiprocessing.connection
import os
import sys
import tempfile
import time
import traceback

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


def work(rank, size, folder):
    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    torch.set_num_threads(1)
    dist.init_process_group(
        "gloo", init_method=f"file://{folder}/store", rank=rank, world_size=size
    )
    lines = []
    for name in MODELS:
        for adapter, schedule in (("pipeline_stage", Schedule1F1B), ("build_stage", ScheduleGPipe)):
            if name in ("unet",) and adapter == "build_stage" and size > 2:
                continue  # PyTorch sends a value that two stages need no gradient back.
            worst, count = one(name, rank, size, adapter, schedule)
            verdict = "equal" if worst < 1e-5 else f"differs by {worst}"
            lines.append(f"{name} {adapter} rank {rank}: {count} parameters, {verdict}\n")
            dist.barrier()
    with open(os.path.join(folder, f"lines-{rank}"), "w") as file:
        file.writelines(lines)
    # Who leaves while another still reads what it sent may cut that off: the store
    # says when all are done.
    store = dist.distributed_c10d._get_default_store()
    store.set(f"done-{rank}", "")
    store.wait([f"done-{r}" for r in range(size)])
    dist.destroy_process_group()


def worker(rank, size, folder):
    """Leaves what went wrong in a file: of several processes that fail, the first one
    is why."""
    with open(os.path.join(folder, f"error-{rank}"), "w") as file:
        faulthandler.enable(file)
        try:
            work(rank, size, folder)
        except BaseException:
            file.write(f"{time.monotonic_ns()}\n{traceback.format_exc()}")
            file.flush()
            # Without waiting for what the process group still has to do.
            os._exit(1)


def failure(folder, workers):
    """The error of the process that failed first."""
    found = []
    for rank, w in enumerate(workers):
        with open(os.path.join(folder, f"error-{rank}")) as file:
            when, _, text = file.read().partition("\n")
        if w.exitcode and not when.isdigit():
            # A signal ended it, so it was the first.
            when, text = "0", "\n".join((when, text))
        if w.exitcode:
            found.append((int(when), f"rank {rank} ended with {w.exitcode}\n{text}"))
    return min(found)[1]


def main():
    size = int(sys.argv[1])
    context = mp.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        workers = [
            context.Process(target=worker, args=(r, size, folder)) for r in range(size)
        ]
        for w in workers:
            w.start()
        # One that fails leaves the others waiting.
        running = list(workers)
        while running and not any(w.exitcode for w in workers):
            multiprocessing.connection.wait([w.sentinel for w in running])
            running = [w for w in running if w.exitcode is None]
        for w in running:
            w.join(10)
            w.kill()
            w.join()
        if any(w.exitcode for w in workers):
            sys.exit(failure(folder, workers))
        lines = []
        for r in range(size):
            with open(os.path.join(folder, f"lines-{r}")) as file:
                lines += file
        sys.stdout.writelines(sorted(lines))


if __name__ == "__main__":
    main()
