"""Models that stages are made of, small and of the kinds that people have."""

import torch
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(self.norm(x))))


class Chain(nn.Module):
    def __init__(self, layers, d=64):
        super().__init__()
        self.layers = nn.ModuleList(Block(d) for _ in range(layers))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class UNet(nn.Module):
    """Skips over stages."""

    def __init__(self, d=16, depth=4):
        super().__init__()
        self.down = nn.ModuleList(nn.Linear(d, d) for _ in range(depth))
        self.up = nn.ModuleList(nn.Linear(2 * d, d) for _ in range(depth))

    def forward(self, x):
        skips = []
        for layer in self.down:
            x = torch.tanh(layer(x))
            skips.append(x)
        for layer in self.up:
            x = torch.tanh(layer(torch.cat([x, skips.pop()], -1)))
        return x


class Attention(nn.Module):
    def __init__(self, d, heads, bias):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(d, 3 * d, bias), nn.Linear(d, d, bias)

    def forward(self, x, turn=None):
        n, t, d = x.shape
        q, k, v = (
            y.view(n, t, self.heads, d // self.heads).transpose(1, 2)
            for y in self.qkv(x).chunk(3, -1)
        )
        if turn is not None:
            q, k = turn(q), turn(k)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).reshape(n, t, d))


class GPT2Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.a, self.b = nn.LayerNorm(d), nn.LayerNorm(d)
        self.attention, self.mlp = Attention(d, 4, True), Block(d)

    def forward(self, x):
        x = x + self.attention(self.a(x))
        return x + self.mlp(self.b(x))


class GPT2(nn.Module):
    """The embedding is the head too."""

    def __init__(self, layers=8, d=32, words=50):
        super().__init__()
        self.embed, self.place = nn.Embedding(words, d), nn.Embedding(16, d)
        self.blocks = nn.ModuleList(GPT2Block(d) for _ in range(layers))
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, words, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, ids):
        x = self.embed(ids) + self.place(torch.arange(ids.shape[1], device=ids.device))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


class LlamaBlock(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.a, self.b = nn.RMSNorm(d), nn.RMSNorm(d)
        self.attention = Attention(d, 4, False)
        self.gate, self.up = nn.Linear(d, 2 * d, False), nn.Linear(d, 2 * d, False)
        self.down = nn.Linear(2 * d, d, False)

    def forward(self, x, turn):
        x = x + self.attention(self.a(x), turn)
        y = self.b(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Llama(nn.Module):
    """Each block uses the same table of angles, a buffer."""

    def __init__(self, layers=8, d=32, words=50):
        super().__init__()
        self.embed = nn.Embedding(words, d)
        self.blocks = nn.ModuleList(LlamaBlock(d) for _ in range(layers))
        self.norm, self.head = nn.RMSNorm(d), nn.Linear(d, words, False)
        rates = 10000 ** (-torch.arange(0, 4) / 4)
        angles = torch.outer(torch.arange(16), rates)
        self.register_buffer("cos", torch.cat([angles, angles], -1).cos())
        self.register_buffer("sin", torch.cat([angles, angles], -1).sin())

    def forward(self, ids):
        t = ids.shape[1]

        def turn(q):
            a, b = q.chunk(2, -1)
            return q * self.cos[:t] + torch.cat([-b, a], -1) * self.sin[:t]

        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, turn)
        return self.head(self.norm(x))


class Tied(nn.Module):
    def __init__(self, d=16, words=20):
        super().__init__()
        self.embed = nn.Embedding(words, d)
        self.layers = Chain(2, d)
        self.head = nn.Linear(d, words, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, ids):
        return self.head(self.layers(self.embed(ids)))


def made(make, words=0):
    def model(batch=4):
        torch.manual_seed(0)
        net = make()
        if words:
            return net, torch.randint(words, (batch, 8))
        return net, torch.randn(batch, 16 if make is UNet else 64)

    return model


MODELS = {
    "chain": made(lambda: Chain(6)),
    "unet": made(UNet),
    "tied": made(Tied, 20),
    "gpt2": made(GPT2, 50),
    "llama": made(Llama, 50),
}
