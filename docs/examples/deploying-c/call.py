"""Calls a model through ctypes, without torch: call.py LIBFXTORCH MODEL"""

import ctypes
import sys


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


fx = ctypes.CDLL(sys.argv[1])
fx.fx_error_message.restype = ctypes.c_char_p
fx.fx_values_get.restype = ctypes.POINTER(DLTensor)


def call(function, *args):
    function.restype = ctypes.c_void_p
    if error := function(*args):
        text = fx.fx_error_message(ctypes.c_void_p(error)).decode()
        fx.fx_error_free(ctypes.c_void_p(error))
        raise RuntimeError(text)


def run(model, rows):
    elements = (ctypes.c_float * (4 * rows))()
    tensor = DLTensor(
        data=ctypes.addressof(elements), device_type=1, ndim=2, code=2, bits=32, lanes=1,
        shape=(ctypes.c_int64 * 2)(rows, 4))
    inputs = (ctypes.POINTER(DLTensor) * 1)(ctypes.pointer(tensor))
    values = ctypes.c_void_p()
    call(fx.fx_model_run, model, inputs, ctypes.c_size_t(1), ctypes.byref(values))
    out = fx.fx_values_get(values, ctypes.c_size_t(0)).contents
    shape = out.shape[:out.ndim]
    fx.fx_values_free(values)
    return shape


model = ctypes.c_void_p()
call(fx.fx_model_load, sys.argv[2].encode(), None, ctypes.byref(model))
print(run(model, 8))
try:
    run(model, 1)
except RuntimeError as error:
    print(error)
fx.fx_model_free(model)
