"""Modules of torch.nn, in training and in evaluation, tied and called twice."""

from . import ingredient, program_class
from ..tensors import tensor

#: By the input's sizes: constructors.
MODULES = {
    "vector": """
        Linear(4, 4) Linear(4,3,bias=False) ReLU() ReLU(inplace=True) GELU() Softmax(-1) LayerNorm(4)
        BatchNorm1d(4) BatchNorm1d(4,affine=False) BatchNorm1d(4,track_running_stats=False)
        Dropout(0.5) Dropout(0.3,inplace=True) AlphaDropout(0.4) FeatureAlphaDropout(0.4) Identity() PReLU()
        Hardswish() SiLU() Mish() Softplus() LogSigmoid() Tanhshrink() ELU() CELU() SELU() Threshold(0.1,2.0)
        LogSoftmax(-1) GLU(-1) Softmin(-1) RReLU() LeakyReLU(0.2) Hardtanh() RMSNorm(4) CosineSimilarity()
        Sequential(nn.Linear(4,4),nn.ReLU(),nn.Linear(4,4)) Flatten() Unflatten(1,(2,2)) Bilinear(4,4,2)
        PairwiseDistance() L1Loss() MSELoss() SmoothL1Loss() HuberLoss() BCEWithLogitsLoss() KLDivLoss()
        Sequential(nn.Linear(4,4),nn.BatchNorm1d(4),nn.Dropout(0.5)) Sigmoid() Tanh() ReLU6() Hardsigmoid()
        Hardshrink() Softshrink() Softsign() CrossEntropyLoss() CrossEntropyLoss(label_smoothing=0.1) NLLLoss()
        BCELoss() SoftMarginLoss() MultiMarginLoss() MultiLabelMarginLoss() MultiLabelSoftMarginLoss()
        PoissonNLLLoss() GaussianNLLLoss() HingeEmbeddingLoss() MarginRankingLoss() CosineEmbeddingLoss()
        TripletMarginLoss() TripletMarginWithDistanceLoss() LSTMCell(4,3) GRUCell(4,4) RNNCell(4,4)
        AdaptiveLogSoftmaxWithLoss(4,6,[2])
    """,
    "sequence": """
        Conv1d(3,4,2) Conv1d(3,3,3,padding=1,groups=3) Conv1d(3,2,3,padding='same',padding_mode='circular')
        ConvTranspose1d(3,2,3,stride=2) MaxPool1d(2) AvgPool1d(2) AdaptiveAvgPool1d(2) AdaptiveMaxPool1d(2)
        InstanceNorm1d(3) InstanceNorm1d(3,affine=True,track_running_stats=True) BatchNorm1d(3) GroupNorm(3,3)
        LSTM(5,3,batch_first=True) GRU(5,3) RNN(5,3) LSTM(5,3,2,dropout=0.5) GRU(5,3,bidirectional=True)
        MultiheadAttention(5,1) TransformerEncoderLayer(5,1,8) ReflectionPad1d(1) ReplicationPad1d(1)
        ConstantPad1d(1,2.0) ZeroPad1d(1) CircularPad1d(1) Dropout1d(0.5) LPPool1d(2,2) Upsample(scale_factor=2)
        LocalResponseNorm(2) FractionalMaxPool2d(2,output_size=2)
        Sequential(nn.Conv1d(3,4,2),nn.BatchNorm1d(4)) Sequential(nn.ConvTranspose1d(3,4,2),nn.BatchNorm1d(4))
        TransformerDecoderLayer(5,1,8) TransformerEncoder(nn.TransformerEncoderLayer(5,1,8),2)
        TransformerDecoder(nn.TransformerDecoderLayer(5,1,8),1) Transformer(5,1,1,1,8)
        CTCLoss() CTCLoss(blank=4,zero_infinity=True) MaxUnpool1d(2)
    """,
    "image": """
        Conv2d(3,4,3) Conv2d(3,4,2,bias=False) Conv2d(3,3,3,padding=1,groups=3) Conv2d(3,4,3,stride=2,dilation=2)
        Conv2d(3,4,3,padding=1,padding_mode='reflect') ConvTranspose2d(3,2,2,stride=2) BatchNorm2d(3)
        BatchNorm2d(3,momentum=None) InstanceNorm2d(3) GroupNorm(1,3) MaxPool2d(2) MaxPool2d(2,ceil_mode=True)
        AvgPool2d(2,count_include_pad=False,padding=1) AdaptiveAvgPool2d(1) AdaptiveAvgPool2d((2,3))
        AdaptiveMaxPool2d(2) Dropout2d(0.5) PixelUnshuffle(2) ReflectionPad2d(1) ReplicationPad2d(1) ZeroPad2d(1)
        ConstantPad2d((1,2,0,1),3.0) CircularPad2d(1) Upsample(scale_factor=2) Upsample(size=(5,5),mode='bilinear')
        UpsamplingNearest2d(scale_factor=2) LPPool2d(2,2) Unfold(2) LocalResponseNorm(2) Softmax2d()
        ChannelShuffle(3) Sequential(nn.Conv2d(3,4,3),nn.BatchNorm2d(4))
        Sequential(nn.Conv2d(3,4,2,bias=False),nn.BatchNorm2d(4),nn.ReLU())
        Sequential(nn.Conv2d(3,4,3),nn.BatchNorm2d(4,affine=False))
        Sequential(nn.ConvTranspose2d(3,4,2,stride=2),nn.BatchNorm2d(4))
        Sequential(nn.Conv2d(3,3,3,groups=3),nn.BatchNorm2d(3),nn.Hardswish(inplace=True)) SyncBatchNorm(3)
        Sequential(nn.Conv2d(3,4,1),nn.PixelShuffle(2)) Sequential(nn.Unfold(2),nn.Fold((6,6),2))
        UpsamplingBilinear2d(scale_factor=2) CrossMapLRN2d(2) FractionalMaxPool2d(2,output_size=2)
        MaxUnpool2d(2) MaxUnpool2d((2,3),stride=1)
    """,
    "words": """
        Embedding(10,4) Embedding(10,4,padding_idx=1) Embedding(10,4,max_norm=1.0) EmbeddingBag(10,4)
        EmbeddingBag(10,4,mode='sum') Sequential(nn.Embedding(10,4),nn.LayerNorm(4))
    """,
    "volume": """
        Conv3d(2,3,2) ConvTranspose3d(2,2,2) BatchNorm3d(2) MaxPool3d(2) AvgPool3d(2) AdaptiveAvgPool3d(1)
        Dropout3d(0.5) InstanceNorm3d(2) ReplicationPad3d(1) ReflectionPad3d(1) ConstantPad3d(1,1.0)
        Sequential(nn.Conv3d(2,3,2),nn.BatchNorm3d(3)) Upsample(scale_factor=2) AdaptiveMaxPool3d(1) ZeroPad3d(1)
        CircularPad3d(1) LPPool3d(2,2) FractionalMaxPool3d(2,output_size=2) MaxUnpool3d(2)
    """,
}
INPUTS = {
    "vector": "torch.randn(3, 4)", "sequence": "torch.randn(2, 3, 5)", "image": "torch.randn(2, 3, 6, 6)",
    "words": "torch.randint(0, 10, (2, 5))", "volume": "torch.randn(2, 2, 4, 4, 4)",
}
CALLS = """
    self.{name}({x})
    self.{name}({x})
    self.{name}({x} * 2) + self.{name}({x})
    self.{name}({x}.clone())
    self.{name}({x}, {x} + 1)
    self.{name}({x}, {x}, {x})
    self.{name}({x}, {x} + 1, ({x}[:, 0] > 0) * 2 - 1)
    self.{name}({x}, {x}.argmax(-1))
    self.{name}({x}.sigmoid(), ({x} > 0).to({x}.dtype))
""".strip().splitlines()
#: Calls of classes that take something else.
SPECIAL = {
    "CTCLoss": """
        self.{name}({x}.log_softmax(-1), torch.ones(3, 1, dtype=torch.long), (2, 2, 2), (1, 1, 1))
        self.{name}({x}.log_softmax(-1), torch.tensor([1, 3, 2]), torch.tensor([2, 1, 2]), torch.tensor([1, 1, 1]))
    """,
    "MaxUnpool": """
        self.{name}(*{pool}({x}, self.{name}.kernel_size, self.{name}.stride, return_indices=True))
        self.{name}(*{pool}({x}, self.{name}.kernel_size, self.{name}.stride, return_indices=True), {x}.shape)
    """,
}
POOLS = {"sequence": "F.max_pool1d", "image": "F.max_pool2d", "volume": "F.max_pool3d"}
WEIGHTS = """
    self.{name}.weight * 2
    self.{name}.weight.t() + 1
    self.{name}.weight.flatten()[:3]
    self.{name}.running_mean + 1
    F.linear({x}, self.{name}.weight)
    self.{name}.bias.view(-1, 1)
""".strip().splitlines()


@ingredient("module")
def module(b):
    name = "m%d" % b.random.randint(0, 3)
    if not hasattr(b.names["self"], name):
        texts = MODULES[b.family].split()
        if not b.state("self.%s = nn.%s" % (name, join(texts, b))):
            return False
        if b.chance(0.1):
            b.state("self.%s.to(memory_format=torch.channels_last)" % name)
        if b.chance(0.1):
            b.state("self.%s.eval()" % name)
        elif b.chance(0.05):
            b.state("self.%s.requires_grad_(False)" % name)
    if b.chance(0.12):
        lines = WEIGHTS
    else:
        kind = type(getattr(b.names["self"], name)).__name__.rstrip("123d")
        lines = SPECIAL[kind].strip().splitlines() if kind in SPECIAL else CALLS
    line = b.random.choice(lines).strip().replace("{name}", name).replace("{pool}", POOLS.get(b.family, ""))
    expression = b.fill(line)
    made = b.assign(expression)
    if made and isinstance(b.names[made], tuple):
        return bool(b.assign("%s[0]" % made))
    return bool(made)


def join(texts, b):
    """One of the constructors; their texts may have a blank behind a comma."""
    whole, depth, words = [], 0, ""
    for text in texts:
        words += text
        depth += text.count("(") - text.count(")")
        if not depth:
            whole.append(words)
            words = ""
    return b.random.choice(whole)


def module_inputs(b):
    b.family = b.pick("vector", "vector", "sequence", "image", "image", "words", "volume")
    value = INPUTS[b.family]
    if b.family in ("image", "volume") and b.chance(0.3):
        value += ".to(memory_format=torch.channels_last%s)" % ("_3d" if b.family == "volume" else "")
    b.input("x", value)
    b.program.training = b.chance(0.4)
    b.program.gradients = b.chance(0.4)
    if b.family != "words" and b.chance(0.3):
        first = value.split("(")[1].split(")")[0].split(", ")
        b.program.dynamic["x"] = "{0: Dim.AUTO}"
        from ..program import Variant

        more = value.replace("(" + first[0], "(5", 1)
        b.program.variants = [Variant("sizes", {"x": more})]


program_class("modules", module_inputs, **{"module": 6, "activation": 1, "pointwise": 1, "view": 1})
