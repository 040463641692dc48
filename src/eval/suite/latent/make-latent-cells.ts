import {episodeLabel, seedStream} from '#random/stream'
import {planShape, presetConfig} from '#world/planner/presets'
import {type Course, lacking, type ReadyCell, type SuiteCells} from '../../kit/course.ts'
import {makeTrialCell, runTrial} from '../../kit/make-trial-cell.ts'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import {wantedTrials} from '../../model/eval-plan.ts'
import type {Subject} from '../../model/subject.ts'
import {keptVector} from './kept-vector.ts'
import {latentScene} from './latent-scene.ts'

const SET = 'all'

/** A cell an environment, for a provider that embeds frames. */
export function makeLatentCells(course: Course): SuiteCells {
  const {suite, subject, environments, settings} = course
  if (!subject.capabilities.includes('embed')) return lacking(course)
  const ready = environments.map((environment): ReadyCell => {
    const trials = wantedTrials(settings, suite, {env: environment.id, part: SET})
    const config = presetConfig(settings.planner, planShape(environment))
    const plan = {
      suite,
      environment,
      seed: settings.seed,
      set: SET,
      starts: SET,
      trials,
      planner: null,
      config,
    } as const
    const ask = (vectorOf: VectorOf) => (place: TrialPlace, signal: AbortSignal) =>
      embedded(place, {vectorOf, shown: subject.shown}, signal)
    const embed: VectorOf = async ({frame}, _place, signal) => (await subject.embed({frame}, signal)).vector
    const refer = (provider: keyof typeof REFERENCES, episode: number, signal: AbortSignal) =>
      runTrial({provider, plan, ask: ask(REFERENCES[provider]), episode}, signal)
    return {
      cell: makeTrialCell(subject.name, plan, ask(embed)),
      baselines: async (episode, signal) => ({
        random: await refer('random', episode, signal),
        frozen: await refer('frozen', episode, signal),
        oracle: await refer('oracle', episode, signal),
      }),
    }
  })
  return {ready: ready.filter(({cell}) => cell.trials.length > 0), notRun: []}
}

type VectorOf = (
  scene: ReturnType<typeof latentScene>,
  place: TrialPlace,
  signal: AbortSignal,
) => Promise<readonly number[]>

/** Numbers of the random floor. */
const FLOOR_SIZE = 16

/** Floor and ceiling: numbers that know nothing, always the same ones, and what is to be read itself. */
const REFERENCES = {
  random: async (_scene, {key}) => {
    const stream = seedStream(episodeLabel(key, 'noise'))
    return Array.from({length: FLOOR_SIZE}, () => stream.gaussian())
  },
  frozen: async () => new Array<number>(FLOOR_SIZE).fill(1),
  oracle: async ({visible}) => Object.values(visible),
} as const satisfies Readonly<Record<string, VectorOf>>

interface Embedding extends Pick<Subject, 'shown'> {
  readonly vectorOf: VectorOf
}

async function embedded(place: TrialPlace, {vectorOf, shown}: Embedding, signal: AbortSignal): Promise<StateOutcome> {
  const scene = latentScene(place.environment, place.key, shown)
  const embedding = keptVector(await vectorOf(scene, place, signal))
  return {values: scene.visible, embedding, modelEvals: 0}
}
