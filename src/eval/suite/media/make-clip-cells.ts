import type {EvalEpisode} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {planShape, presetConfig} from '#world/planner/presets'
import {type Course, lacking, notRun, type ReadyCell, type SuiteCells} from '../../kit/course.ts'
import {makeTrialCell, runTrial, type TrialSetup} from '../../kit/make-trial-cell.ts'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import {wantedTrials} from '../../model/eval-plan.ts'
import {clipScene, encodeClip} from './clip-scene.ts'
import {CLIP_OPERATIONS, type ClipOperation} from './clip-stages.ts'
import {judgeClip, measureClip} from './measure-clip.ts'

/** A cell for each way to come by a clip in each environment, for a provider that has it; ways that it lacks are named. */
export function makeClipCells(course: Course): SuiteCells {
  const {suite, subject, environments, settings} = course
  const wanted = CLIP_OPERATIONS.filter((operation) => suite.sets?.includes(operation))
  const able = wanted.filter((operation) => subject.capabilities.includes(operation))
  if (able.length === 0) return lacking(course)
  const measure = rememberingFormat((operation: ClipOperation, place: TrialPlace, signal: AbortSignal) =>
    measureClip(subject, operation, place, signal),
  )
  const ready = environments.flatMap((environment) =>
    able.map((set): ReadyCell => {
      const trials = wantedTrials(settings, suite, {env: environment.id, part: set})
      const config = presetConfig(settings.planner, planShape(environment))
      const plan = {
        suite,
        environment,
        seed: settings.seed,
        set,
        starts: 'first',
        trials,
        planner: null,
        config,
      } as const
      return {
        cell: makeTrialCell(subject.name, plan, (place, signal) => measure(set, place, signal)),
        baselines: async (trial, signal) => ({
          random: await runReference('random', {...plan, set}, trial, signal),
          frozen: await runReference('frozen', {...plan, set}, trial, signal),
          oracle: await runReference('oracle', {...plan, set}, trial, signal),
        }),
      }
    }),
  )
  const left = wanted.filter((operation) => !able.includes(operation))
  return {
    ready: ready.filter(({cell}) => cell.trials.length > 0),
    notRun: left.map((operation) => notRun(course, {env: null, reason: `capability_missing (${operation})`})),
  }
}

type Measure = (operation: ClipOperation, place: TrialPlace, signal: AbortSignal) => Promise<StateOutcome>

/** A format that cannot be decoded will not be the next time either: nobody is asked, or paid, for it again. */
function rememberingFormat(measure: Measure): Measure {
  const met = new Map<ClipOperation, AssayError>()
  return async (operation, place, signal) => {
    const known = met.get(operation)
    if (known) throw known
    try {
      return await measure(operation, place, signal)
    } catch (error) {
      if (error instanceof AssayError && error.code === 'media_undecodable') met.set(operation, error)
      throw error
    }
  }
}

type Reference = 'random' | 'frozen' | 'oracle'
type ClipPlan = TrialSetup & {readonly set: ClipOperation}

/** Floor and ceiling on one trial: another motion, the first frame for ever, the true clip. */
function runReference(provider: Reference, plan: ClipPlan, episode: number, signal: AbortSignal): Promise<EvalEpisode> {
  const ask = async ({environment, key}: TrialPlace): Promise<StateOutcome> => {
    const scene = clipScene(environment, key)
    const [first] = scene.frames
    const frames = {
      random: () => clipScene(environment, key, 'noise').frames,
      frozen: () => scene.frames.map((frame) => first ?? frame),
      oracle: () => scene.frames,
    }
    // Nobody looks for the reason why a floor fails.
    const {snapshots: _, ...measured} = judgeClip(scene, 'generate', encodeClip(frames[provider]()))
    return measured
  }
  return runTrial({provider, plan, ask, episode}, signal)
}
