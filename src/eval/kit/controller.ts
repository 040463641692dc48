import type {Situation} from '#world/model/situation'

/** What to do next: plan entries `[entries, actionSize]`, or that nothing more may be asked of the model. */
type Decision =
  | {readonly kind: 'act'; readonly actions: Float64Array; readonly modelEvals: number}
  | {readonly kind: 'spent'}

/** Decides in one episode, from its start to its end. A planner keeps its last plan, so every episode needs a new one. */
export interface Controller {
  decide(now: Situation, signal: AbortSignal): Promise<Decision>
}
