"""The interface of LeRobot's factory. The policy of a step gives the mean of its normalised state, plus the step; `one` gives one step only."""

from collections import deque
from types import SimpleNamespace

import torch
from lerobot.configs.policies import PreTrainedConfig

STATE = {"mean": torch.tensor([10.0, 20.0]), "std": torch.tensor([2.0, 4.0])}
ACTION = {"mean": torch.tensor([100.0, 90.0]), "std": torch.tensor([10.0, 3.0])}
STATE_STATS = {"count": [400], "mean": [10.0, 20.0]}
CHUNK = 3


class Policy:
    config = PreTrainedConfig()

    @classmethod
    def from_pretrained(cls, path):
        policy = cls()
        policy.config = PreTrainedConfig.from_pretrained(path)
        return policy

    def to(self, device):
        if device != "cpu":
            raise RuntimeError(f"this stand-in cannot go to {device}")
        return self

    eval = lambda self: self
    reset = lambda self: None

    def step(self, batch, at):
        state, image = batch["observation.state"], batch["observation.images.top"]
        assert image.shape == (1, 3, 2, 4) and max(image.flat) <= 1.0 and batch["task"] == ["pick"], (image.shape, batch["task"])
        return state + at + image[0, 0, 0, 0].flat[0] * 0

    def predict_action_chunk(self, batch):
        steps = [self.step(batch, at) for at in range(CHUNK)]
        return torch.stack(steps, dim=1)


class Lacking(Policy):
    """As upstream's types do whose packages are extras: they say so when they are made."""

    @classmethod
    def from_pretrained(cls, path):
        raise ImportError("'transformers' is required but not installed. Install it with: pip install 'lerobot[transformers-dep]'")


class One(Policy):
    def predict_action_chunk(self, batch):
        raise NotImplementedError

    def select_action(self, batch):
        return self.step(batch, 0)


class Queued(Policy):
    """Two moments make a chunk, of what was kept by `select_action` alone, as in upstream's diffusion policy: the sum of both, plus the step."""

    def __init__(self):
        self.reset()

    def reset(self):
        self._queues = {"observation.state": deque(maxlen=2), "action": deque(maxlen=CHUNK)}

    def predict_action_chunk(self, _batch):
        before, now = self._queues["observation.state"]
        return torch.stack([before + now + at for at in range(CHUNK)], dim=1)

    def select_action(self, batch):
        seen = self._queues["observation.state"]
        seen.append(self.step(batch, 0))
        while len(seen) < seen.maxlen:
            seen.append(seen[-1])
        actions = self._queues["action"]
        if not actions:
            chunk = self.predict_action_chunk(batch)
            actions.extend(chunk[:, at] for at in range(CHUNK))
        return actions.popleft()


def get_policy_class(name):
    known = {"pi05": Policy, "xvla": Policy, "sac": One, "diffusion": Queued, "smolvla": Lacking}
    if name == "groot":
        import flash_attn_that_is_not_here  # noqa: F401
    if name not in known:
        raise ValueError(f"Policy type '{name}' is not available.")
    return known[name]


def make_pre_post_processors(policy_cfg, pretrained_path=None, preprocessor_overrides=None, postprocessor_overrides=None):
    assert preprocessor_overrides == postprocessor_overrides == {"device_processor": {"device": "cpu"}}
    renamed = {"observation.images.front": "observation.images.top"} if pretrained_path.endswith("tuned") else {}

    def before(batch):
        batch = {renamed.get(name, name): value for name, value in batch.items()}
        state, image = batch["observation.state"], batch["observation.images.top"]
        if state.dtype != torch.float32:
            raise RuntimeError("mat1 and mat2 must have the same dtype")
        state = state if state.ndim >= 2 else state.unsqueeze(0)
        image = image if image.ndim >= 4 else image.unsqueeze(0)
        normal = (state - STATE["mean"]) / STATE["std"]
        return {"observation.state": normal, "observation.images.top": image, "task": [batch["task"]]}

    if renamed:
        before.steps = [SimpleNamespace(rename_map=renamed), SimpleNamespace(stats={"observation.state": STATE_STATS})]

    def after(action):
        assert action.ndim == 2, "one step at a time"
        return action * ACTION["std"] + ACTION["mean"]

    return before, after
