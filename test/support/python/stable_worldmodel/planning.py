"""The interface of upstream's evaluator and objectives: a goal is encoded without the actions, candidates are rolled out, the last step is judged."""


class GoalMSE:
    def __init__(self, pred_key="predicted_emb", goal_key="goal_emb", reduction="sum"):
        self.keys, self.reduction = (pred_key, goal_key), reduction

    def __call__(self, info):
        reached, goal = (info[key] for key in self.keys)
        off = (reached[:, :, -1] - goal[:, -1].unsqueeze(1)) ** 2
        batch, samples, size = off.shape
        mean = off.reshape(batch * samples, size).mean(dim=1).reshape(batch, samples)
        return mean if self.reduction == "mean" else mean * size


class WeightedSum:
    def __init__(self, terms):
        self.terms = terms

    def __call__(self, info):
        first, *others = [objective(info) * weight for weight, objective in self.terms]
        return sum(others, first)


class ShootingCostEvaluator:
    def __init__(self, model, objective):
        self.model, self.objective = model, objective

    def get_cost(self, info, candidates):
        assert info["action"].ndim == 4 and info["pixels"].shape[1] == candidates.shape[1], "one row of what is shown a candidate"
        first = {name: value[:, 0] for name, value in info.items()}
        info.update(self.model.goal(first))
        return self.objective(self.model.rollout(info, candidates))
