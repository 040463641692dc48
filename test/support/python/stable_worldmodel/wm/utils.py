"""The interface of `load_pretrained`, of LeWM, whose latent is one vector, and of PreJEPA, whose latent has parts and which keeps what it encoded."""

import os

import torch

MEAN = torch.tensor([0.485, 0.456, 0.406])
STD = torch.tensor([0.229, 0.224, 0.225])


def light(pixels):
    """Pictures (batch, time, 3, height, width), normalised as upstream's scripts do, to their light channel by channel, from 0 to 1."""
    batch, time, channels, height, width = pixels.shape
    assert channels == 3, "channels come before height and width"
    rows = pixels.reshape(batch * time * 3, height * width).mean(dim=1).reshape(batch, time, 3)
    return rows * STD + MEAN


class Flat:
    to = lambda self, _device: self
    eval = lambda self: self

    def goal(self, first):
        return {"goal_emb": light(first["goal"])}

    def rollout(self, info, candidates):
        info["predicted_emb"] = self.moved(light(info["pixels"][:, 0]), candidates)
        return info

    def moved(self, seen, candidates):
        """Each action adds its sum to the light."""
        batch, samples, steps, size = candidates.shape
        sums = (candidates.reshape(samples * steps, size).mean(dim=1) * size).reshape(samples, steps)
        total = (sums.mean(dim=1) * steps).reshape(batch, samples, 1, 1)
        return seen[:, -1:].unsqueeze(1) + total


class Parts(Flat):
    extra_encoders = {"proprio": None, "action": None}
    kept = None

    def goal(self, first):
        return {"pixels_goal_emb": light(first["goal"]), "proprio_goal_emb": first["goal_proprio"].float()}

    def rollout(self, info, candidates):
        now = info["id"][:, 0].flat, info["step_idx"][:, 0].flat
        if self.kept is None or self.kept[0] != now:
            self.kept = now, light(info["pixels"][:, 0])
        info["predicted_pixels_emb"] = self.moved(self.kept[1], candidates)
        info["predicted_proprio_emb"] = info["proprio"].float()
        return info


class Past(Flat):
    """Of several moments: between each two of them lies a row of commands, as wide as those of candidates. Oldest and newest show in what it predicts."""

    def rollout(self, info, candidates):
        moments, width = info["pixels"].shape[2], candidates.shape[3]
        assert info["action"].shape[2:] == (moments - 1, width), (info["action"].shape, moments, width)
        turn = info["action"][:, 0, -1, 0] - info["action"][:, 0, 0, width - 2]
        info["predicted_emb"] = self.moved(light(info["pixels"][:, 0]), candidates) + turn.reshape(1, 1, 1, 1)
        return info


def load_pretrained(name):
    assert os.environ.get("TORCH_FORCE_WEIGHTS_ONLY_LOAD") == "1", "a checkpoint is read without running what it holds"
    return Past() if "past" in name else Parts() if "parts" in name else Flat()
