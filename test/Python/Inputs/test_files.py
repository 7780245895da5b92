"""What fxopt does without torch. FX_DATA has copies of models, FX_BIN the tools."""

import copy
import importlib.metadata
import io
import json
import os
import pathlib
import pickle
import subprocess
import sys
import threading
import zipfile

import pytest

import fxopt

if "FX_DATA" not in os.environ or "FX_BIN" not in os.environ:
    pytest.skip("FX_DATA and FX_BIN are not set", allow_module_level=True)
DATA = pathlib.Path(os.environ["FX_DATA"])
BIN = pathlib.Path(os.environ["FX_BIN"])
TWINS = """fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.add](args = (%a, %b), kwargs = {})
    return %c
"""


def fx_opt(*args):
    done = subprocess.run([BIN / "fx-opt", *map(str, args)], capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_torch_is_not_imported():
    assert "torch" not in sys.modules


def test_an_import_loads_little():
    code = ("import sys; before = set(sys.modules); import fxopt; "
            "print(*sorted({'collections', 'enum', 'inspect', 're', 'typing'} "
            "& (set(sys.modules) - before)))")
    # Without `site`, which may load them first.
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-S", "-c", code], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


def test_the_version_is_that_of_the_distribution():
    assert fxopt.__version__ == importlib.metadata.version("fx-opt")


def test_run():
    m = fxopt.loads(TWINS)
    assert len(m) == 5
    report = m.run("cse,dce")
    assert report.changed
    assert (report.nodes_before, report.nodes_after) == (5, 4)
    assert report.stats["cse"]["num-erased"] == 1
    assert not m.run("cse,dce").changed
    assert repr(m) == "fxopt.Module(4 nodes)"
    assert repr(report) == "fxopt.Report(changed=True, nodes=5 -> 4)"


@pytest.mark.parametrize("name", ["mlp.pt2", "resnet18.fx.txt"])
@pytest.mark.parametrize("form", ["native", "fx", "python", "tabular"])
def test_texts_are_those_of_the_tool(name, form):
    path = DATA / name
    text = fxopt.load(path).text(form)
    assert text.encode() == fx_opt(path, f"--print-format={form}")


def test_passes_do_what_the_tool_does():
    path = DATA / "resnet18.fx.txt"
    m = fxopt.load(path)
    m.run("normalize-args,fix(cse,dce)")
    assert m.text().encode() == fx_opt(path, "--passes=normalize-args,fix(cse,dce)")


def test_untouched_archives_come_back_byte_for_byte(tmp_path):
    fxopt.load(DATA / "mlp.pt2").save(tmp_path / "out.pt2")
    assert (tmp_path / "out.pt2").read_bytes() == (DATA / "mlp.pt2").read_bytes()


def test_changed_archives_are_those_of_the_tool(tmp_path):
    m = fxopt.load(DATA / "mlp.pt2")
    assert m.run("decompose").changed
    m.save(tmp_path / "ours.pt2")
    fx_opt(DATA / "mlp.pt2", "--passes=decompose", "-o", tmp_path / "theirs.pt2")
    ours, theirs = (fx_opt(tmp_path / f"{n}.pt2") for n in ("ours", "theirs"))
    assert ours.replace(b"ours", b"theirs") == theirs


@pytest.mark.parametrize("name", ["out.fx", "out.fx.txt", "out.py"])
def test_saved_texts_are_those_of_the_tool(tmp_path, name):
    theirs = tmp_path / ("theirs-" + name)
    fxopt.load(DATA / "mlp.pt2").save(tmp_path / name)
    fx_opt(DATA / "mlp.pt2", "-o", theirs)
    assert (tmp_path / name).read_bytes() == theirs.read_bytes()


def test_sources():
    path = DATA / "mlp.pt2"
    text = fxopt.load(str(path)).text("fx")
    assert fxopt.load(path).text("fx") == text
    contents = path.read_bytes()
    assert fxopt.load(contents).text("fx") == text
    assert fxopt.load(io.BytesIO(contents)).text("fx") == text
    with open(path, "rb") as file:
        assert fxopt.load(file).text("fx") == text


@pytest.mark.parametrize("source", [lambda p: p, lambda p: p.read_bytes(), lambda p: open(p, "rb")])
def test_files_of_several_models(source, tmp_path):
    path = DATA / "two.pt2"
    with pytest.raises(fxopt.ParseError, match="2 modules in the file; fxopt.load_all reads"):
        fxopt.load(source(path))
    modules = fxopt.load_all(source(path))
    names = [m.name for m in modules]
    assert len(set(names)) == 2 and all(isinstance(m, fxopt.Module) for m in modules)
    # Each has a Context of its own, so each may have a thread of its own.
    threads = [threading.Thread(target=m.run, args=("cse,dce",)) for m in modules]
    [t.start() for t in threads], [t.join() for t in threads]
    for m in modules:
        whole = m.info()["state"]
        m.save(tmp_path / "one.pt2")
        again = fxopt.load(tmp_path / "one.pt2")
        assert again.name == "" and again.info()["state"] == whole
        again.run("dce")  # Reading makes a getitem for each result.
        assert again.text("fx") == m.text("fx")
        # Nothing of the other is in its file.
        with zipfile.ZipFile(tmp_path / "one.pt2") as file:
            records = [n.split("/", 1)[1] for n in file.namelist()]
            assert [n for n in records if n.startswith("models/")] == ["models/model.json"]
            assert not [n for n in records for other in names if other and f"{other}." in n]
        m.save(tmp_path / "one.fx")
        assert fxopt.load(tmp_path / "one.fx").text("fx") == m.text("fx")
        assert len(copy.deepcopy(m)) == len(pickle.loads(pickle.dumps(m))) >= len(m)


def test_texts_of_several_models():
    other = TWINS.replace("torch.relu", "torch.neg")
    text = TWINS + other + TWINS
    modules = fxopt.load_all(text.encode())
    assert [m.text() for m in modules] == [TWINS, other, TWINS]
    assert [m.text() for m in fxopt.load_all(TWINS.encode())] == [TWINS]
    with pytest.raises(fxopt.ParseError, match="load_all"):
        fxopt.loads(text)
    with pytest.raises(fxopt.ParseError):
        fxopt.load_all((text + "}").encode())
    with pytest.raises(FileNotFoundError):
        fxopt.load_all("no such file")
    with pytest.raises(TypeError):
        fxopt.load_all(3)


def test_info():
    theirs = subprocess.run(
        [BIN / "fx-translate", "--info", "--json", DATA / "mlp.pt2"], capture_output=True
    )
    ours = fxopt.load(DATA / "mlp.pt2").info()
    assert ours["kind"] == "program"
    assert ours == {**json.loads(theirs.stdout)[0]["models"][0], "weights": ours["weights"]}


def test_pipelines():
    p = fxopt.Pipeline(" cse , fix ( dce ) ")
    assert p.text == str(p) == "cse,fix(dce)"
    assert p == fxopt.Pipeline("cse,fix(dce)") and hash(p) == hash(fxopt.Pipeline(p))
    assert p != fxopt.Pipeline("cse") and p != "cse,fix(dce)"
    assert pickle.loads(pickle.dumps(p)) == p
    assert (p + "dce").text == "cse,fix(dce),dce"
    assert (fxopt.Pipeline() + p).text == p.text
    assert p.run(fxopt.loads(TWINS)).changed
    assert repr(p) == "fxopt.Pipeline('cse,fix(dce)')"
    with pytest.raises(TypeError, match="not int"):
        fxopt.Pipeline(1)
    assert {"cse", "dce", "lower-modules"} <= fxopt.list_passes().keys()


def test_pipeline_errors_say_where():
    with pytest.raises(fxopt.PipelineError) as caught:
        fxopt.Pipeline("cse,dcee")
    assert isinstance(caught.value, (fxopt.Error, ValueError))
    assert str(caught.value) == (
        "pipeline:1:5: error: there is no pass 'dcee'\n"
        "cse,dcee\n"
        "    ^~~~\n"
        "note: did you mean 'dce'?"
    )
    (d,) = caught.value.diagnostics
    assert (d.id, d.severity) == ("err_pipeline_unknown_pass", "error")
    assert (d.file, d.line, d.column) == ("pipeline", 1, 5)
    assert d.text == "there is no pass 'dcee'"
    assert [n.text for n in d.notes] == ["did you mean 'dce'?"]
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.diagnostics == caught.value.diagnostics


def test_parse_errors_are_all_reported():
    with pytest.raises(fxopt.ParseError) as caught:
        fxopt.loads("fx 1\ngraph():\n    %a = foo\n    %b = bar\n")
    assert isinstance(caught.value, ValueError)
    places = [(d.file, d.line) for d in caught.value.diagnostics if d.line]
    assert ("<string>", 3) in places and ("<string>", 4) in places


def test_invalid_graphs():
    with pytest.raises(fxopt.VerifyError) as caught:
        fxopt.loads(TWINS.replace("call_function[target=torch.relu](args = (%x,)", "call_method[target=relu](args = ()", 1))
    (error,) = (d for d in caught.value.diagnostics if d.severity == "error")
    assert (error.id, error.line) == ("err_verify_no_receiver", 4)


def test_missing_and_hostile_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        fxopt.load(tmp_path / "nothing.pt2")
    contents = (DATA / "mlp.pt2").read_bytes()
    for cut in range(0, len(contents), max(1, len(contents) // 97)):
        with pytest.raises(fxopt.Error):
            fxopt.load(contents[:cut])
    with pytest.raises(fxopt.ParseError):
        fxopt.load(tmp_path)


def test_a_plain_graph_is_no_archive(tmp_path):
    with pytest.raises(fxopt.WriteError) as caught:
        fxopt.loads(TWINS).save(tmp_path / "out.pt2")
    assert caught.value.diagnostics
    assert isinstance(caught.value, OSError)
    assert not (tmp_path / "out.pt2").exists()


def test_a_failed_run_changes_nothing():
    m = fxopt.loads(TWINS)
    before = m.text()
    # There are no values to check: the second pass fails after the first changed.
    with pytest.raises(fxopt.PassError) as caught:
        m.run("cse,infer-values")
    assert isinstance(caught.value, RuntimeError)
    assert caught.value.diagnostics[0].severity == "error"
    assert m.text() == before


def test_warnings():
    with pytest.warns(fxopt.FxWarning, match="<string>:4: .*torch.relu"):
        fxopt.loads(TWINS.replace("%a : [num_users=1] = call_function[target=torch.relu](args = (%x,)", "%a : [num_users=1] = call_function[target=torch.relu](args = (%x, %x, %x)"))


def test_wrong_types():
    with pytest.raises(TypeError):
        fxopt.loads(b"fx 1")
    with pytest.raises(TypeError):
        fxopt.Module(1)
    with pytest.raises(TypeError):
        fxopt.loads(TWINS).run(3)
    with pytest.raises(ValueError, match="there is no format 'xml'"):
        fxopt.loads(TWINS).text("xml")


def chain(length):
    lines = ["fx 1", "graph():", "    %n0 : [num_users=1] = placeholder[target=x]"]
    for i in range(1, length):
        lines.append(
            f"    %n{i} : [num_users=1] = call_function[target=torch.relu]"
            f"(args = (%n{i - 1},), kwargs = {{}})"
        )
    lines.append(f"    return %n{length - 1}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_modules_are_copied_whole(way, tmp_path):
    m = fxopt.loads(TWINS)
    other = way(m)
    other.run("cse")
    assert (len(m), len(other)) == (5, 4) and m.text() == fxopt.loads(TWINS).text()
    program = fxopt.load(DATA / "mlp.pt2")
    copied, known = way(program).info(), program.info()
    # Where the weights are.
    assert copied.pop("weights") != known.pop("weights") and copied == known
    way(program).save(tmp_path / "copy.pt2")
    assert (tmp_path / "copy.pt2").read_bytes() == (DATA / "mlp.pt2").read_bytes()


def test_threads_have_modules_of_their_own():
    text, results = chain(2000), []

    def work():
        m = fxopt.loads(text)
        m.run("fix(cse,dce)")
        results.append(m.text())

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(results) == 8 and set(results) == {text}


def test_names():
    assert {"batch", "BatchRecord", "Numerics", "GraphPass", "Parts", "passes"} <= set(dir(fxopt))
    names = {}
    exec("from fxopt import *", names)
    assert {"batch", "load_all", "passes"} <= set(names) and "torch" not in sys.modules


def test_a_busy_module_says_so_and_the_lock_is_released():
    m = fxopt.loads(chain(20000))
    pipeline = fxopt.Pipeline(",".join(["cse"] * 20))
    outcomes = []

    def work():
        try:
            for _ in range(3):
                m.run(pipeline)
            outcomes.append("done")
        except fxopt.BusyError:
            outcomes.append("busy")

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    # Some thread got through, and another one ran while it did: the
    # interpreter's lock was released.
    assert "done" in outcomes and "busy" in outcomes
    assert not m.run("dce").changed


def test_open_text_files(tmp_path):
    (tmp_path / "a.fx").write_text(TWINS)
    with open(tmp_path / "a.fx") as file:
        assert len(fxopt.load(file)) == len(fxopt.loads(TWINS))
    assert len(fxopt.load_all(io.StringIO(TWINS))) == 1
