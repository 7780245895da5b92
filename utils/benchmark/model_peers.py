# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A peer of fx-model-benchmark: model_peers.py PEER NAME BATCH THREADS FOLDER

Loads the model of model_zoo.py and says `ready`. For each line with a number of
seconds it runs the model for so long and answers with the number of runs, the time
of the fastest and the median one and the processor time of one in milliseconds, and
the peak of the memory of the process in MiB.
"""
import os
import resource
import sys
import time
import warnings

warnings.filterwarnings("ignore")
peer, name, batch, threads, folder = sys.argv[1:]
batch, threads = int(batch), int(threads)
stem = os.path.join(folder, f"{name}-{batch}")
os.environ["OMP_NUM_THREADS"] = str(threads)


def eager():
    import model_zoo
    import torch
    torch.set_num_threads(threads)
    module, value = model_zoo.build(name, batch)
    return module, value


def compiled(frozen):
    import torch
    import torch._inductor.config as config
    module, value = eager()
    config.freezing = frozen
    return torch.compile(module, fullgraph=True), value


def to_onnx():
    path = stem + ".onnx"
    if not os.path.exists(path):
        import torch
        # The exporter prints.
        sys.stdout = sys.stderr
        torch.onnx.export(torch.export.load(stem + ".pt2"), dynamo=True, external_data=False,
                          verbose=False).save(path)
        sys.stdout = sys.__stdout__
    return path


def onnx_runtime():
    import numpy
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(to_onnx(), options,
                                           providers=["CPUExecutionProvider"])
    value = numpy.load(stem + ".npz")["x"]
    inputs = {session.get_inputs()[0].name: value}
    return lambda _: session.run(None, inputs), None


def openvino_():
    import numpy
    import openvino
    model = openvino.Core().compile_model(to_onnx(), "CPU",
                                          {"INFERENCE_NUM_THREADS": threads})
    request = model.create_infer_request()
    value = numpy.load(stem + ".npz")["x"]
    return lambda _: request.infer([value]), None


def serve(run, value):
    run(value)
    run(value)
    print("ready", flush=True)
    for line in sys.stdin:
        end = time.perf_counter() + float(line)
        times, processor = [], time.process_time()
        while True:
            begin = time.perf_counter()
            run(value)
            now = time.perf_counter()
            times.append(1000 * (now - begin))
            if now >= end:
                break
        each = 1000 * (time.process_time() - processor) / len(times)
        times.sort()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(len(times), times[0], times[len(times) // 2], each, memory, flush=True)


if peer == "ONNX Runtime":
    serve(*onnx_runtime())
elif peer == "OpenVINO":
    serve(*openvino_())
else:
    import torch
    with torch.inference_mode() if peer == "eager" else torch.no_grad():
        serve(*(eager() if peer == "eager" else compiled(peer == "frozen")))
