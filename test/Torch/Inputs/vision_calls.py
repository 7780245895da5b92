"""Functions of torchvision that remain calls, because they have loops over boxes:
vision_calls.py FX_SOURCE TOOLS FOLDER. Compares them with TorchScript, with
torchvision's library and with formulas alone."""
import os
import sys
import warnings

import torch
import torchvision
from torch import nn
from torchvision.models.detection.roi_heads import heatmaps_to_keypoints, paste_masks_in_image
from torchvision.ops import batched_nms

sys.dont_write_bytecode = True
warnings.filterwarnings("ignore")
source, tools, folder = sys.argv[1:]
sys.path.insert(0, os.path.join(source, "utils", "lib"))
from torchscript import Runs, run


class Masks(nn.Module):
    def forward(self, masks, boxes):
        some = torch.where(boxes[:, 0] > 4)[0]
        every = paste_masks_in_image(masks, boxes, (40, 50))
        return every, paste_masks_in_image(masks[some], boxes[some], (40, 50))


class Keypoints(nn.Module):
    def forward(self, maps, boxes):
        some = torch.where(boxes[:, 0] > 4)[0]
        return heatmaps_to_keypoints(maps, boxes), heatmaps_to_keypoints(maps[some], boxes[some])


class Select(nn.Module):
    def forward(self, boxes, scores, classes):
        kept = batched_nms(boxes, scores, classes, 0.5)
        none = torch.where(scores > 2)[0]
        return kept, batched_nms(boxes[none], scores[none], classes[none], 0.5), len(kept) + scores


def boxes(count):
    corner, size = torch.rand(count, 2) * 25, torch.rand(count, 2) * 20 + 0.1
    return torch.cat([corner, corner + size], 1)


def select(count):
    return [boxes(count), torch.rand(count), torch.randint(0, 4, (count,))]


cases = [
    (Masks(), lambda: [torch.rand(7, 1, 28, 28), boxes(7)]),
    (Keypoints(), lambda: [torch.randn(6, 5, 14, 14), boxes(6)]),
    (Select(), lambda: select(60)),
    (Select(), lambda: select(1100)),  # From 1,000 on it is done class by class.
]
home = os.path.dirname(torchvision.__file__)
library = ["--torch-library=" + os.path.join(home, f) for f in os.listdir(home)
           if f.startswith("_C") and f.endswith(".so")]


def spec(value):
    size = ",".join(map(str, value.shape))
    return "rand(%s)" % size if value.is_floating_point() else "int64[%s]=randint(0,4)" % size


failures = 0
for number, (model, make) in enumerate(cases):
    def inputs(seed):
        torch.manual_seed(seed)
        return make()

    archive, imported = [os.path.join(folder, "%d%s" % (number, end)) for end in (".pt", ".fx")]
    scripted = torch.jit.script(model)
    scripted.save(archive)
    given = ["--input=" + spec(v) for v in inputs(0)]
    code, _, error = run(tools, "fx-opt", archive, "-o", imported, *given, *library)
    for options in library, []:
        runs = Runs(tools, folder, scripted, inputs, options)
        result = error if code else runs.check(imported)
        failures += result != "equal"
        if result != "equal":
            print(type(model).__name__, options, result, file=sys.stderr)
print("%d differ" % failures)
sys.exit(1 if failures else 0)
