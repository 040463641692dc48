from types import SimpleNamespace


class PreTrainedConfig:
    type = "pi05"

    def __init__(self, state=2):
        shapes = {"observation.state": (state,), "observation.images.top": (3, 2, 4)}
        self.input_features = {name: SimpleNamespace(shape=shape) for name, shape in shapes.items()}
        self.image_features = {name: feature for name, feature in self.input_features.items() if "images" in name}

    @classmethod
    def from_pretrained(cls, path):
        """`tuned` was trained on from a model of wider states, and keeps the configuration of that, as upstream does."""
        return cls(state=32 if path.endswith("tuned") else 2)
