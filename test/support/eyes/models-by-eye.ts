import type {Fields, Provider} from '#provider/model/provider'
import {Tensor} from '#world/tensor/tensor'
import {costsByEye, frameAt, mirrored, walkByEye} from '../fakes/sighted.ts'
import type {ByEye} from './examine-by-eye.ts'

/** One that is wrong, and the metric that must say so with so many trials. */
export interface WrongByEye extends ByEye {
  readonly what: string
  readonly metric: string
  readonly n: number
}

const SIZE = [48, 48]

/** A server of a policy that answers one command in the space of its training data. */
const acting = (see: (info: Fields) => number[]): Partial<Provider> => ({
  policy: ({info}) => ({raw_actions: {actions: Tensor.of('float32', [1, 2], see(info))}}),
})
const NORM = {mean: [0.8, -0.8], std: [0.2, 0.2]}
const trained = (command: number[]) => command.map((value, at) => (value - (NORM.mean[at] ?? 0)) / 0.2)
const reading = (more: Record<string, unknown>) => ({
  time: {path: 'actions', axis: 0},
  emit: [{kind: 'control', parameters: {u: {path: 'actions', slice: ['$t', [0, 2]], clip: [-1, 1], ...more}}}],
})
const seeing = (more: Record<string, unknown> = {}, norm: Record<string, unknown> = {denorm: NORM}) => ({
  observe: {image: {from: ['picture'], size: SIZE, ...more}},
  ...reading(norm),
})
const policy = (slots: Partial<Provider>, document: Record<string, unknown>) => ({suite: 'policy', slots, document})
const walker = acting(({image}) => trained(walkByEye(image)))
const HISTORY = {history: 2, axes: ['time', 'height', 'width', 'channel']}
const ofTwo = (at: number) => acting(({image}) => trained(walkByEye(frameAt(image as Tensor, at))))

/** Finds its way by the picture, its actions taken back from the space of its data. */
export const POLICY_BY_EYE: ByEye = policy(walker, seeing())
/** Takes the last of two pictures. */
export const TIMELY_BY_EYE: ByEye = policy(ofTwo(1), seeing(HISTORY))

const NOTHING = Tensor.from({dtype: 'uint8', shape: [8, 8, 3], fill: 0})
const lost = (what: string, slots: Partial<Provider>, document: Record<string, unknown>) =>
  ({what, ...policy(slots, document), metric: 'success_rate', n: 24}) as const

export const WRONG_POLICIES: readonly WrongByEye[] = [
  lost(
    'blind',
    acting(() => trained(walkByEye(NOTHING))),
    seeing(),
  ),
  lost(
    'mirrored',
    acting(({image}) => trained(walkByEye(mirrored(image as Tensor)))),
    seeing(),
  ),
  lost('looking through the wrong camera', walker, seeing({camera: 'close'})),
  lost('read without its normalisation', walker, seeing({}, {})),
  lost('fed with channels in the wrong order', walker, seeing({channels: 'bgr'})),
  {what: 'shown every picture one step late', ...policy(ofTwo(0), seeing(HISTORY)), metric: 'unsafe_rate', n: 32},
]

const RANK_6 = {size: SIZE, axes: ['batch', 'sample', 'time', 'height', 'width', 'channel']}
const OBSERVE = {pixels: {from: ['picture'], ...RANK_6}, goal: {from: ['goal_picture'], ...RANK_6}}
/** Rows are plan entries of three steps, in the space of the training data. */
const ACTIONS = {norm: {mean: 0, std: 0.5}}
const DOCUMENT = {observe: OBSERVE, actions: ACTIONS}
const halved = (candidates: Tensor) =>
  Tensor.of(
    'float64',
    candidates.shape,
    candidates.toFloat64().map((value) => value / 2),
  )
const scoring = (see: (info: Fields) => Fields): Partial<Provider> => ({
  score: ({info, action_candidates}) => ({
    scores: costsByEye(see(info), halved(action_candidates), 3),
    lower_is_better: true,
  }),
})
const scorer = scoring((info) => info)

/** Scores by pixels of rank 6, in the suite of a name. */
export const scorerByEye = (suite: string): ByEye => ({suite, slots: scorer, document: DOCUMENT})

const disordered = (what: string, slots: Partial<Provider>, document: Record<string, unknown> = DOCUMENT) =>
  ({what, suite: 'score-ranking', slots, document, metric: 'rank_rho', n: 16}) as const

export const WRONG_SCORERS: readonly WrongByEye[] = [
  disordered(
    'blind',
    scoring(({goal}) => ({pixels: goal, goal}) as Fields),
  ),
  disordered(
    'mirrored',
    scoring(({pixels, goal}) => ({pixels: mirrored(pixels as Tensor), goal}) as Fields),
  ),
  disordered('fed with channels in the wrong order', scorer, {
    observe: {...OBSERVE, pixels: {...OBSERVE.pixels, channels: 'bgr'}},
    actions: ACTIONS,
  }),
  disordered('given candidates of another scale', scorer, {
    observe: OBSERVE,
    actions: {norm: {mean: 1.5, std: 0.5}},
  }),
]
