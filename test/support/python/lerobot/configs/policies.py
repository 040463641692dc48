class PreTrainedConfig:
    type = "pi05"
    image_features = {"observation.images.top": None}

    @classmethod
    def from_pretrained(cls, path):
        return cls()
