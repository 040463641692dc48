import type {EvalSnapshots} from '#contract/generated/types'
import {type EpisodeKey, episodeLabel} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {PlannerConfig} from '#world/planner/config'
import type {WorldModel} from './world-model.ts'

/** Where one trial begins, and of which kind it is. */
export interface TrialPlace {
  readonly environment: Environment
  readonly key: EpisodeKey
  readonly set: string
  /** The planner of the run, for trials that plan. */
  readonly config: PlannerConfig
}

/** One question put to a model. */
export interface StateTrial extends TrialPlace {
  readonly model: WorldModel
}

/** What came of it. `modelEvals`: environment steps the model was asked for. */
export interface StateOutcome {
  /** By name; null where a value is undefined, and `reason` says why. */
  readonly values?: Readonly<Record<string, number | null>>
  readonly modelEvals: number
  /** Digest of the answer, where trials are compared by it. */
  readonly digest?: `sha256:${string}`
  /** What makes the trial a failure. */
  readonly broken?: string
  readonly reason?: string
  /** What came back for a frame. */
  readonly embedding?: readonly number[]
  /** What is kept of a failure, to be drawn. */
  readonly snapshots?: EvalSnapshots
}

/** Model steps of one trial, known beforehand. */
type EvalsOf = (place: Pick<TrialPlace, 'environment' | 'config' | 'set'>) => number

/** Calls of one trial where a model answers one question a call. */
type CallsOf = EvalsOf

/** Measures one trial. Throws what the model throws. */
export interface MeasureTrial {
  (trial: StateTrial, signal: AbortSignal): Promise<StateOutcome>
  readonly evals: EvalsOf
  /** Absent is one call a model step. */
  readonly calls?: CallsOf | undefined
}

/** A trial in two parts: what is true there, whoever is asked, and what a model says of it. */
export interface StateTest<Scene> {
  readonly evals: EvalsOf
  readonly calls?: CallsOf
  prepare(place: TrialPlace, signal: AbortSignal): Promise<Scene>
  measure(scene: Scene, trial: StateTrial, signal: AbortSignal): Promise<Omit<StateOutcome, 'modelEvals'>>
}

/** The test with every scene prepared once: floors, ceiling and the next provider meet the same one. */
export function remembering<Scene>({prepare, measure, evals, calls}: StateTest<Scene>): MeasureTrial {
  const scenes = new Map<string, Promise<Scene>>()
  const sceneOf = (trial: StateTrial, signal: AbortSignal) => {
    const label = `${episodeLabel(trial.key, 'reset')}|${trial.set}`
    const scene = scenes.get(label) ?? prepare(trial, signal)
    scenes.set(label, scene)
    return scene
  }
  const ask = (trial: StateTrial, signal: AbortSignal) =>
    sceneOf(trial, signal)
      .then((scene) => measure(scene, trial, signal))
      .then((found) => ({...found, modelEvals: evals(trial)}))
  return Object.assign(ask, {evals, calls})
}
