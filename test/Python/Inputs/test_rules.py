"""Rules: functions in Python, and files."""

import copy
import pickle

import pytest
import torch

import fxopt


def gate(x):
    """One operator for the formula."""
    return x * torch.sigmoid(x)


def silu(x):
    return torch.nn.functional.silu(x)


def model(x, y):
    return torch.sigmoid(x).mul(x) + y * torch.sigmoid(y) + x * torch.sigmoid(y)


def calls(gm):
    return [n.name for n in gm.graph.nodes if n.op.startswith("call")]


def test_two_functions():
    rule = fxopt.rule(gate, silu)
    assert (rule.name, repr(rule)) == ("gate", "<fxopt.Rule gate>")
    assert rule.text == str(rule) == (
        "fxr 1\n\n/// One operator for the formula.\nrule gate : rounding {\n"
        "  match {\n    %sigmoid = sigmoid(%x)\n    %x * %sigmoid\n  }\n"
        "  with {\n    silu(%x)\n  }\n}\n"
    )
    args = torch.randn(3), torch.randn(3)
    gm = torch.fx.symbolic_trace(model)
    report = fxopt.run(gm, [rule, "dce"], example_inputs=args)
    assert report.changed and sum(n.startswith("silu") for n in calls(gm)) == 2
    assert len(calls(gm)) == 6
    assert torch.allclose(gm(*args), model(*args))
    before = calls(gm)
    report = fxopt.run(gm, rule, example_inputs=args)
    assert calls(gm) == before and not any(report.stats["rewrite"].values())


def test_constants_and_conditions():
    def scaled(x, a: float, b: float):
        return (x * a) * b

    def twice(x, a: float, b: float):
        return torch.mul(x, b)

    rule = fxopt.rule(scaled, twice, name="drop", kind="finite", where=["$a == 1", "rank(%x) == 2"])
    assert "where $a == 1\n  where rank(%x) == 2" in rule.text and "$b" in rule.text

    def f(x, y):
        return x * 1.0 * 3.0, x * 2.0 * 3.0, y * 1.0 * 3.0

    gm = torch.fx.symbolic_trace(f)
    args = torch.randn(2, 3), torch.randn(3)
    fxopt.run(gm, [rule, "dce"], example_inputs=args)
    assert len(calls(gm)) == 5
    assert all(torch.allclose(a, b) for a, b in zip(gm(*args), f(*args)))


@pytest.mark.parametrize(
    "pattern, replacement, other",
    [
        (lambda x: x[1:3][0].neg(), lambda x: x[1].neg(), lambda x: x[0:2][0].neg()),
        (lambda x: x[..., 2:].neg(), lambda x: -torch.narrow(x, 1, 2, 2), lambda x: x[..., :2].neg()),
        (lambda x: x * 1j * 1j, lambda x: -x, lambda x: x * 3 * 3),
        (lambda x: x.to(torch.device("cpu")).neg(), lambda x: -x, lambda x: x.to(torch.device("meta")).neg()),
        (lambda x: (x + -0.0).neg(), lambda x: -x, lambda x: (x + 0.0).neg()),
    ],
)
def test_constants_without_a_literal(pattern, replacement, other):
    """A slice or a device of the pattern is that one, and not any."""
    rule = fxopt.rule(pattern, replacement, name="constants")
    args = (torch.randn(4, 4, dtype=torch.complex64),)
    for function, fits in (pattern, True), (other, False):
        gm = torch.fx.symbolic_trace(function)
        report = fxopt.run(gm, rule, example_inputs=args)
        assert any(report.stats["rewrite"].values()) == fits


def test_slices_of_the_replacement():
    def rotate(x):
        return torch.cat((-x[..., 2:], x[..., :2]), dim=-1)

    def rolled(x):
        return torch.cat((torch.neg(x[..., 2:]), x[..., :2]), -1)

    rule = fxopt.rule(rotate, rolled, kind="exact")
    assert rule.text.count('== "slice(None, 2, None)"') == 1
    with pytest.raises(fxopt.RuleError, match=r"slice\(None, 1, None\) has no form .*torch.narrow"):
        fxopt.rule(rotate, lambda x: x[:1].neg(), name="first")
    with pytest.raises(fxopt.RuleError, match="a slice or a list of values"):
        fxopt.rule(lambda x, y: x[y:].neg(), lambda x, y: x, name="values")


def test_sizes_that_the_replacement_computes_with():
    def mean(x):
        return x.sum(0) / x.size(0)

    def other(x):
        rows, _ = x.shape[0], x.dim()
        return x.sum(0) * (1 / (2 * rows - x.size()[0] + 0 * x.ndim))

    rule = fxopt.rule(mean, other, name="mean")
    last = rule.text.splitlines()[-3].strip()
    assert last == "%sum_1_1 * (1 / (((2 * size(%x, 0)) - size(%x, 0)) + (0 * rank(%x))))"
    args = (torch.randn(5, 3),)
    gm = torch.fx.symbolic_trace(mean)
    fxopt.run(gm, [rule, "dce"], example_inputs=args)
    assert len(calls(gm)) == 2 and calls(gm)[1] == "mul" and torch.allclose(gm(*args), mean(*args))


def test_defaults():
    """A number as the default makes a parameter a constant, as its annotation does."""
    rule = fxopt.rule(
        lambda x, eps=1e-5: torch.rsqrt(x + eps),
        lambda x, eps=1e-5: torch.reciprocal(torch.sqrt(x + eps)),
        name="reciprocal",
    )
    for model, count in (lambda x: torch.rsqrt(x + 2.0), 3), (lambda x: torch.rsqrt(x + x), 2):
        gm = torch.fx.symbolic_trace(model)
        fxopt.run(gm, [rule, "dce"], example_inputs=(torch.rand(3),))
        assert len(calls(gm)) == count
    with pytest.raises(TypeError, match="'mask' of a rule has the default None"):
        fxopt.rule(lambda x, mask=None: x.neg(), lambda x, mask=None: x, name="optional")


def test_several_values_and_none():
    def pattern(x, w, b):
        return torch.addmm(b, x, w).relu()

    def replacement(x, w, b):
        y = torch.matmul(x, w)
        return torch.relu(y + b)

    rule = fxopt.rule(pattern, replacement, name="split")

    def f(x, w, b):
        return torch.nn.functional.relu(torch.addmm(b, x, w)) - 1

    args = torch.randn(2, 3), torch.randn(3, 4), torch.randn(4)
    gm = torch.fx.symbolic_trace(f)
    fxopt.run(gm, fxopt.rules(rule), example_inputs=args)
    assert len(calls(gm)) == 4 and calls(gm)[0] == "matmul"
    assert torch.allclose(gm(*args), f(*args), atol=1e-6)

    def nothing(x):
        return torch.neg(torch.neg(x))

    identity = fxopt.rule(nothing, lambda x: x, kind="exact")
    gm = torch.fx.symbolic_trace(lambda x: torch.neg(-x) + 1)
    fxopt.run(gm, [identity, "dce"], example_inputs=(torch.randn(2),))
    assert calls(gm) == ["add"]


def test_programs_and_copies():
    class Net(torch.nn.Module):
        def forward(self, x):
            return x * torch.sigmoid(x)

    program = torch.export.export(Net(), (torch.randn(3),))
    rule = fxopt.rule(gate, silu)
    pipeline = fxopt.Pipeline([rule, "dce"])
    again = pickle.loads(pickle.dumps(pipeline))
    assert again == pipeline and again._rules == (rule,) and copy.copy(rule) == rule
    new = fxopt.run(program, again)
    assert [str(n.target) for n in new.graph.nodes if n.op == "call_function"] == ["aten.silu.default"]
    # The text of a pipeline names the text of its rule.
    other = fxopt.rule(gate, silu, kind="finite")
    assert fxopt.Pipeline(other) != fxopt.Pipeline(rule) and other != rule
    assert fxopt.Pipeline(rule) + "dce" == pipeline


def test_files(tmp_path):
    path = tmp_path / "mine.fxr"
    path.write_text(
        "fxr 1\nrule my-neg : exact {\n  match neg(neg(%x))\n  with %x\n}\n"
    )
    gm = torch.fx.symbolic_trace(lambda x: torch.neg(-x) * torch.sigmoid(torch.neg(-x)))
    pipeline = fxopt.rules(path, fxopt.rule(gate, silu), remarks=True)
    report = fxopt.run(gm, ["cse", pipeline, "dce"], example_inputs=(torch.randn(2),))
    assert len(calls(gm)) == 1
    said = [d.text for d in report.diagnostics]
    assert any("my-neg" in s for s in said) and any("gate" in s for s in said)
    path.write_text("fxr 1\nrule broken {\n")
    with pytest.raises(fxopt.PassError) as raised:
        fxopt.run(gm, fxopt.rules(path))
    assert [d.line for d in raised.value.diagnostics if d.severity == "error"] == [2]
    with pytest.raises(fxopt.PassError, match="No such file"):
        fxopt.run(gm, fxopt.rules("nothing.fxr"))


@pytest.mark.parametrize(
    "pattern, replacement, says",
    [
        (lambda x: x, lambda x: x, "the pattern: it returns no call"),
        (lambda x: (x, x), lambda x: x, "the pattern: it does not return one value"),
        (gate, lambda x: (x, x), "the replacement: it does not return one value"),
        (lambda x: x.add_(1), lambda x: x, "has effects"),
    ],
)
def test_what_is_no_rule(pattern, replacement, says):
    with pytest.raises(fxopt.RuleError, match=says):
        fxopt.rule(pattern, replacement, name="wrong")


def test_parameters_that_differ_in_type():
    def typed(x, inplace: bool):
        return torch.nn.functional.relu(x, inplace)

    def untyped(x, inplace):
        return torch.relu(x)

    with pytest.raises(TypeError, match="not x, inplace: bool and x, inplace$"):
        fxopt.rule(typed, untyped)


def test_modules_and_functions_that_are_built_in():
    class Gate(torch.nn.Module):
        def forward(self, x):
            return x * torch.sigmoid(x)

    rule = fxopt.rule(Gate(), silu)
    assert rule.name == "Gate" and "%x * %sigmoid" in rule.text
    with pytest.raises(fxopt.RuleError, match="relu is built in .* write a function"):
        fxopt.rule(torch.relu, torch.sigmoid)


def test_nan_is_a_constant():
    rule = fxopt.rule(
        lambda x: torch.full_like(x, float("nan")) + x,
        lambda x: torch.full_like(x, float("nan")),
        name="nan",
    )
    gm = torch.fx.symbolic_trace(lambda x: torch.full_like(x, float("nan")) + x)
    fxopt.run(gm, [rule, "dce"], example_inputs=(torch.ones(2),))
    assert len(calls(gm)) == 1 and gm(torch.ones(2)).isnan().all()


def branch(x):
    if x.sum() > 0:
        return x
    return -x


def test_mistakes():
    with pytest.raises(TypeError, match="same parameters, not x and y"):
        fxopt.rule(gate, lambda y: y)
    with pytest.raises(ValueError, match="the kind of a rule is one of"):
        fxopt.rule(gate, silu, kind="fast")
    with pytest.raises(TypeError, match="'args' of a rule is not positional"):
        fxopt.rule(lambda *args: args[0], silu)
    with pytest.raises(ValueError, match="a lambda has no name .* name='my-rule'"):
        fxopt.rule(lambda x: torch.neg(-x), lambda x: x)
    with pytest.raises(fxopt.RuleError, match="branch is not a rule: .*where="):
        fxopt.rule(branch, silu)
    with pytest.raises(fxopt.RuleError, match="letters, digits, .* not 'bad name'"):
        fxopt.rule(gate, silu, name="bad name")
    with pytest.raises(TypeError, match="the name of a rule is a text, not 3"):
        fxopt.rule(gate, silu, name=3)
    with pytest.raises(TypeError, match="where is a text or a list of texts, not 3"):
        fxopt.rule(gate, silu, where=3)
    conditions = ["rank(%x) == 2", "rank(%x) =="]
    with pytest.raises(fxopt.RuleError, match=r"in the condition 'rank\(%x\) =='"):
        fxopt.rule(gate, silu, where=conditions)
    with pytest.raises(fxopt.RuleError, match="nothing"):
        fxopt.rule(gate, silu, where="rank(%nothing) == 1")
    with pytest.raises(TypeError, match="takes files or rules"):
        fxopt.rules()
    # A condition cannot end the rule and begin another.
    with pytest.raises(ValueError, match="single lines"):
        fxopt.rule(gate, silu, where="True\n  with %x\n}\nrule two : exact {\n  match neg(%x)")
