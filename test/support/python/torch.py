"""As much of PyTorch as the bridge asks for, in plain Python: shapes, broadcasting and reductions as documented upstream, float64 inside."""

import contextlib
import itertools
import math
import os
import struct

__version__ = "0.0-stand-in"
float32, float64, uint8, int64 = "float32", "float64", "uint8", "int64"
CODES = {float32: "f", float64: "d", uint8: "B", int64: "q"}


def strides_of(shape):
    return [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]


class Tensor:
    def __init__(self, flat, shape, dtype=float32):
        self.flat, self.shape, self.dtype = list(flat), tuple(shape), dtype
        assert len(self.flat) == math.prod(self.shape), (len(self.flat), self.shape)

    ndim = property(lambda self: len(self.shape))
    to = lambda self, *_args, **_options: self
    detach = lambda self: self
    is_floating_point = lambda self: self.dtype in (float32, float64)
    float = lambda self: Tensor(map(float_of, self.flat), self.shape)

    def reshape(self, *shape):
        shape = list(shape[0]) if isinstance(shape[0], (list, tuple)) else list(shape)
        if -1 in shape:
            shape[shape.index(-1)] = len(self.flat) // -math.prod(shape)
        return Tensor(self.flat, shape, self.dtype)

    def max(self):
        return Tensor([max(self.flat)], [])

    def item(self):
        assert len(self.flat) == 1
        return self.flat[0]

    def unsqueeze(self, axis):
        return self.reshape(*self.shape[:axis], 1, *self.shape[axis:])

    def at(self, index):
        return self.flat[sum(i * stride for i, stride in zip(index, strides_of(self.shape)))]

    def permute(self, *axes):
        shape = [self.shape[axis] for axis in axes]
        places = itertools.product(*map(range, shape))
        return Tensor([self.at([place[axes.index(axis)] for axis in range(self.ndim)]) for place in places], shape, self.dtype)

    def expand(self, *shape):
        lead = [1] * (len(shape) - self.ndim) + list(self.shape)
        assert all(have in (1, want) for have, want in zip(lead, shape)), (lead, shape)
        own = self.reshape(*lead)
        places = itertools.product(*map(range, shape))
        return Tensor([own.at([i if have > 1 else 0 for i, have in zip(place, lead)]) for place in places], shape, self.dtype)

    def __getitem__(self, key):
        keys = list(key if isinstance(key, tuple) else (key,))
        keys += [slice(None)] * (self.ndim - len(keys))
        picked = [list(range(size))[one] for one, size in zip(keys, self.shape)]
        shape = [len(one) for one in picked if isinstance(one, list)]
        lists = [one if isinstance(one, list) else [one] for one in picked]
        return Tensor([self.at(place) for place in itertools.product(*lists)], shape, self.dtype)

    def both(self, other, work):
        if not isinstance(other, Tensor):
            return Tensor([work(one, other) for one in self.flat], self.shape)
        rank = max(self.ndim, other.ndim)
        pad = lambda shape: [1] * (rank - len(shape)) + list(shape)
        shape = [max(pair) for pair in zip(pad(self.shape), pad(other.shape))]
        return Tensor(map(work, self.expand(*shape).flat, other.expand(*shape).flat), shape)

    __add__ = __radd__ = lambda self, other: self.both(other, lambda a, b: a + b)
    __sub__ = lambda self, other: self.both(other, lambda a, b: a - b)
    __mul__ = __rmul__ = lambda self, other: self.both(other, lambda a, b: a * b)
    __truediv__ = lambda self, other: self.both(other, lambda a, b: a / b)
    __pow__ = lambda self, power: self.both(power, lambda a, b: a**b)

    def mean(self, dim):
        assert self.ndim == 2 and dim == 1
        size = self.shape[1]
        return Tensor([sum(self.flat[at : at + size]) / size for at in range(0, len(self.flat), size)], self.shape[:1])

    def tolist(self):
        assert self.ndim == 1
        return self.flat


def float_of(value):
    return value * 1.0


def flatten(value):
    return [item for row in value for item in flatten(row)] if isinstance(value, list) else [value]


def tensor(value, dtype=float32):
    shape, inner = [], value
    while isinstance(inner, list):
        shape.append(len(inner))
        inner = inner[0]
    return Tensor(flatten(value), shape, dtype)


def frombuffer(raw, dtype):
    count = len(raw) // struct.calcsize(CODES[dtype])
    return Tensor(struct.unpack(f"<{count}{CODES[dtype]}", raw), [count], dtype)


def stack(tensors, dim):
    assert dim == 1
    rows, size = tensors[0].shape
    return Tensor([x for row in range(rows) for one in tensors for x in one[row].flat], [rows, len(tensors), size])


def cat(first, second):
    """Along axis 0."""
    return Tensor(first.flat + second.flat, [first.shape[0] + second.shape[0], *first.shape[1:]])


inference_mode = contextlib.nullcontext


class cuda:
    """A card is there where one is made visible."""

    is_available = staticmethod(lambda: bool(os.environ.get("CUDA_VISIBLE_DEVICES")))


class jit:
    load = staticmethod(lambda path: TwoRooms())


class TwoRooms:
    """A module as `torch.jit.load` gives it: states (N, 2) and actions (N, 2) to next states, by the rules of docs/worlds.md, in float32."""

    single = staticmethod(lambda value: struct.unpack("f", struct.pack("f", value))[0])

    eval = lambda self: self

    def __call__(self, states, actions):
        rows = zip(zip(states.flat[::2], states.flat[1::2]), zip(actions.flat[::2], actions.flat[1::2]))
        return Tensor([self.single(value) for row in rows for value in self.next(*row)], states.shape)

    def next(self, place, step):
        clip = lambda value, low, high: min(max(value, low), high)
        is_open = lambda height: 0.22 <= height <= 0.38
        x, y = place
        left, right = self.single(0.48), self.single(0.52)
        next_x, next_y = [clip(at + 0.06 * clip(move, -1, 1), 0.02, 0.98) for at, move in zip(place, step)]
        if left < x < right:
            next_y = clip(next_y, 0.22, 0.38)
        elif not (is_open(y) and is_open(next_y)):
            next_x = min(next_x, left) if x <= left else max(next_x, right)
        return next_x, next_y


class TensorDict(dict):
    """Of the package tensordict."""


class WorldModel:
    """A model with the interface of EncPredWM: what it encodes is the mean brightness, and each action moves it by its normalised sum."""

    def __init__(self, preprocessor, use_proprio, action_dim):
        self.preprocessor, self.action_dim = preprocessor, action_dim
        self.model = type("VideoWM", (), {"use_proprio": use_proprio})

    def encode(self, obs, act=True):
        visual = obs["visual"] if isinstance(obs, dict) else obs
        batch, time = visual.shape[:2]
        brightness = (visual.float() / 255.0).reshape(batch * time, -1).mean(dim=1).reshape(batch, time, 1)
        if not isinstance(obs, dict):
            return brightness
        return TensorDict(visual=brightness, proprio=self.preprocessor.normalize_proprios(obs["proprio"]))

    def unroll(self, z_ctxt, act_suffix=None, debug=False):
        horizon, batch, _ = act_suffix.shape
        if self.action_dim:
            # As upstream: rows are folded to the width of the model, and as many are looked at as came.
            act_suffix = act_suffix.permute(1, 0, 2).reshape(batch, -1, self.action_dim).permute(1, 0, 2)
        prefix = z_ctxt["visual"] if isinstance(z_ctxt, TensorDict) else z_ctxt
        frames = prefix.expand(batch, *prefix.shape[1:]).permute(1, 0, 2)
        for step in range(horizon):
            moved = Tensor([sum(act_suffix[step, one].flat) for one in range(batch)], [batch, 1])
            frames = cat(frames, (frames[-1] + moved).reshape(1, batch, 1))
        if not isinstance(z_ctxt, TensorDict):
            return frames
        still = z_ctxt["proprio"].expand(batch, *z_ctxt["proprio"].shape[1:]).permute(1, 0, 2)
        for _ in range(horizon):
            still = cat(still, still[-1].reshape(1, *still.shape[1:]))
        return TensorDict(visual=frames, proprio=still)


class Preprocessor:
    action_mean, action_std = tensor([1.0, 2.0]), tensor([2.0, 4.0])
    proprio_mean, proprio_std = tensor([10.0]), tensor([5.0])

    def normalize_actions(self, actions):
        return (actions - self.action_mean) / self.action_std

    def normalize_proprios(self, proprio):
        return (proprio - self.proprio_mean) / self.proprio_std


class hub:
    @staticmethod
    def load(repo, name, device, trust_repo):
        assert (repo, trust_repo) == ("facebookresearch/jepa-wms", True)
        if name == "jepa_wm_lacking":
            raise RuntimeError("Missing dependencies: omegaconf")
        if name == "jepa_wm_inner":
            raise ModuleNotFoundError("No module named 'tensordict'", name="tensordict")
        preprocessor = Preprocessor()
        # Of five commands a row, as models of frameskip 5 name it; others here name no width.
        width = 10 if "fives" in name else None
        return WorldModel(preprocessor, use_proprio="noprop" not in name, action_dim=width), preprocessor
