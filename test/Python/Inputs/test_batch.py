"""Passes on many files; nothing here needs torch."""

import concurrent.futures
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import fxopt

TEXT = """fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.add](args = (%a, %b), kwargs = {})
    return %c
"""


@pytest.fixture
def models(tmp_path):
    folder = tmp_path / "models"
    (folder / "sub").mkdir(parents=True)
    paths = [folder / f"m{i}.fx" for i in range(8)] + [folder / "sub" / "m0.fx"]
    for p in paths:
        p.write_text(TEXT)
    (folder / "broken.fx").write_text("fx 1\ngraph():\n    %x : [")
    return paths + [folder / "broken.fx", folder / "missing.fx"]


@pytest.mark.parametrize("executor", [None, 3, "threads", "processes"])
def test_files(models, tmp_path, executor):
    pool = executor
    if executor == "threads":
        pool = concurrent.futures.ThreadPoolExecutor(2)
    elif executor == "processes":
        pool = concurrent.futures.ProcessPoolExecutor(2)
    out = tmp_path / "out"
    records = {r.path: r for r in fxopt.batch(models, "cse,dce", out=out, executor=pool)}
    assert list(records) != [] and set(records) == {str(p) for p in models}
    for path, r in records.items():
        if path.endswith(("broken.fx", "missing.fx")):
            kind = fxopt.ParseError if "broken" in path else FileNotFoundError
            assert r.status == "failed" and type(r.error) is kind and r.out is None
            continue
        assert r.status == "done" and r.report.nodes_after == 4 and r.seconds > 0
        assert len(fxopt.load(r.out)) == 4
    assert (out / "sub" / "m0.fx").exists() and (out / "m0.fx").exists()
    if pool is not executor:
        # It is not ours: it goes on.
        assert pool.submit(len, "abc").result() == 3
        pool.shutdown()


def test_resuming(models, tmp_path):
    out = tmp_path / "out"

    def statuses(pipeline="cse", **options):
        found = list(fxopt.batch(models, pipeline, out=out, executor=2, **options))
        return {os.path.basename(r.path): r.status for r in found if "sub" not in r.path}

    first = statuses()
    assert first["m0.fx"] == "done"
    again = statuses()
    assert {s for n, s in again.items() if n.startswith("m") and n != "missing.fx"} == {"skipped"}
    assert again["broken.fx"] == again["missing.fx"] == "failed"
    # What has changed since is done again.
    models[0].write_text(TEXT.replace("relu", "sigmoid"))
    os.remove(out / "m1.fx")
    third = statuses()
    assert (third["m0.fx"], third["m1.fx"], third["m2.fx"]) == ("done", "done", "skipped")
    assert statuses("dce")["m2.fx"] == "done" and statuses("dce", resume=False)["m2.fx"] == "done"
    rules = tmp_path / "mine.fxr"
    for text in ("fxr 1\n", "fxr 1\n// Another.\n"):
        rules.write_text(text)
        pipeline = f"rewrite{{rules={rules}}}"
        assert statuses(pipeline)["m2.fx"] == "done" and statuses(pipeline)["m2.fx"] == "skipped"
    # What a closure does is not known.
    held = []
    keeps = [lambda module, ctx: bool(held)]
    assert [statuses(keeps)["m2.fx"] for _ in range(2)] == ["done", "done"]
    statuses("dce")
    # The list was being written when something ended it.
    with open(out / ".fxopt-batch.jsonl", "a") as file:
        file.write('{"path": "')
    assert statuses("dce")["m2.fx"] == "skipped"


def test_a_run_that_was_ended(models, tmp_path):
    out = tmp_path / "out"
    run = fxopt.batch(models[:9], "cse", out=out, executor=1)
    next(run), next(run)
    run.close()
    rest = [r.status for r in fxopt.batch(models[:9], "cse", out=out)]
    assert rest.count("skipped") >= 2 and set(rest) <= {"skipped", "done"}


def test_hanging_and_dying_models(models):
    start = time.perf_counter()
    (r,) = fxopt.batch(models[:1], [counts, "cse"], timeout=60)
    assert r.status == "done" and r.report.stats["counts"] == {"n": 1}
    (r,) = fxopt.batch(models[:1], [hangs], timeout=1)
    assert r.status == "failed" and "longer than 1 seconds" in str(r.error)
    (r,) = fxopt.batch(models[:1], [killed], timeout=60)
    assert r.status == "failed" and "ended by signal 9" in str(r.error)
    (r,) = fxopt.batch([models[9]], "cse", timeout=60)
    assert type(r.error) is fxopt.ParseError
    assert time.perf_counter() - start < 60


def counts(module, ctx):
    ctx.stat("n")


def hangs(module, ctx):
    time.sleep(100)


def killed(module, ctx):
    os.kill(os.getpid(), signal.SIGKILL)


SCRIPT = """
import sys
import fxopt

@fxopt.register_pass("mine")
def mine(module, ctx):
    print("looking at a model")

if __name__ == "__main__":
    for of in ("mine", mine):
        for r in fxopt.batch(sys.argv[1:], of, timeout=60):
            print(r.status, r.error)
"""


def test_passes_of_the_script_in_processes(models, tmp_path):
    script = tmp_path / "script.py"

    def run(text):
        script.write_text(text)
        done = subprocess.run([sys.executable, script, models[0]], text=True, stdout=subprocess.PIPE,
                              timeout=120, check=True)
        return done.stdout.splitlines()

    assert run(SCRIPT) == ["done None"] * 2
    first = run(SCRIPT.replace('__name__ == "__main__"', "True"))[0]
    assert first.startswith("failed fxopt.batch was called while a process for one model")


LIBRARY = """
import fxopt

@fxopt.register_pass("of-a-library")
def of_a_library(module, ctx):
    return False
"""


def test_passes_that_an_imported_module_registers(models, tmp_path, monkeypatch):
    (tmp_path / "my_library_of_passes.py").write_text(LIBRARY)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("my_library_of_passes")
    for timeout in None, 60:
        (r,) = fxopt.batch(models[:1], "of-a-library", timeout=timeout)
        assert (r.status, r.error) == ("done", None)


def leaves(module, ctx):
    sys.exit(7)


def ends(module, ctx):
    os._exit(7)


def test_passes_that_end_the_process(models):
    for timeout in None, 60:
        (r,) = fxopt.batch(models[:1], [leaves], timeout=timeout)
        assert r.status == "failed" and str(r.error) == "a pass called sys.exit(7)"
    (r,) = fxopt.batch(models[:1], [ends], timeout=60)
    assert str(r.error).startswith("its process ended with exit code 7")


def test_a_result_that_was_cut_is_made_again(models, tmp_path):
    out = tmp_path / "out"
    (first,) = fxopt.batch(models[:1], "cse", out=out)
    assert [r.status for r in fxopt.batch(models[:1], "cse", out=out)] == ["skipped"]
    with open(first.out, "w") as file:
        file.write("fx 1\n")
    assert [r.status for r in fxopt.batch(models[:1], "cse", out=out)] == ["done"]


def test_a_pool_that_breaks(models):
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        found = list(fxopt.batch(models[:3], [killed], executor=pool))
    assert [r.status for r in found] == ["failed"] * 3


def test_arguments(models, tmp_path):
    with pytest.raises(TypeError, match="list of paths"):
        fxopt.batch("models/*.pt2", "cse")
    with pytest.raises(fxopt.PipelineError):
        fxopt.batch(models, "ces")
    with pytest.raises(ValueError, match="no executor 'dask'"):
        fxopt.batch(models, "cse", executor="dask")
    with pytest.raises(TypeError, match="executor is"):
        fxopt.batch(models, "cse", executor=2.5)
    with pytest.raises(ValueError, match="would replace"):
        fxopt.batch(models, "cse", out=models[0].parent)
    assert list(fxopt.batch([], "cse", out=tmp_path / "o")) == []
    for out in (tmp_path / "o", lambda p: "one"):
        with pytest.raises(ValueError, match="both .* and .* would have the result"):
            fxopt.batch([models[0], models[0]], "cse", out=out)
    with pytest.raises(NotADirectoryError, match="out is a folder for the results, and this"):
        fxopt.batch(models[:1], "cse", out=models[1])
    seen, paths = [], list(map(str, models))
    found = list(fxopt.batch(models, "cse", progress=seen.append, out=lambda p: f"{tmp_path}/x/{paths.index(p)}.fx"))
    assert seen == found and (tmp_path / "x" / "3.fx").exists()
    assert "failed" in repr(next(r for r in found if r.status == "failed"))


def test_order_is_that_of_completion(models):
    released = threading.Event()

    def wait_for_m0(module, ctx):
        if module.graph.find_node("last") is not None:
            assert released.wait(60)

    models[0].write_text(TEXT.replace("%c", "%last"))
    found = []
    for r in fxopt.batch(models[:2], [wait_for_m0], executor=2):
        found.append((os.path.basename(r.path), r.status))
        released.set()
    assert found == [("m1.fx", "done"), ("m0.fx", "done")]


def test_many(tmp_path):
    """A thousand, with broken ones among them; no more than some run ahead."""
    paths = []
    for i in range(1000):
        path = tmp_path / f"{i}.fx"
        path.write_text(TEXT if i % 100 else "fx 1\nnothing")
        paths.append(path)
    statuses = [r.status for r in fxopt.batch(paths, "cse,dce", out=tmp_path / "out", executor=2)]
    assert statuses.count("done") == 990 and statuses.count("failed") == 10
    with open(tmp_path / "out" / ".fxopt-batch.jsonl") as file:
        assert len([json.loads(line) for line in file]) == 990


def test_ray(models):
    pytest.importorskip("ray")
    found = list(fxopt.batch(models, "cse", executor="ray"))
    assert sorted(r.status for r in found) == ["done"] * 9 + ["failed"] * 2
