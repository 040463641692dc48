import {AssayError} from '#error/assay-error'
import type {PredictRequest, ScoreRequest, TransferRequest} from '#provider/model/provider'
import {
  type ContractProbe,
  probeAction,
  probeCandidates,
  probeDraws,
  probeWorld,
  scoreRequest,
} from '../../kit/contract-input.ts'
import type {ContractCase} from './contract-case.ts'

/** Bad input of callers: each must be refused as the caller's mistake, and the provider must never see it. */
export const REFUSAL_CASES: readonly ContractCase[] = [
  {
    name: 'predict-refusal',
    capability: 'predict',
    check: (probe) => {
      const good: PredictRequest = {world_state: probeWorld(probe), action: probeAction(probe), steps: 1}
      const bad = pick(probe, BAD_PREDICT)
      return refused(probe, bad.what, () => probe.subject.predict(bad.spoil(good), probe.signal))
    },
  },
  {
    name: 'score-refusal',
    capability: 'score',
    check: (probe) => {
      const good = scoreRequest(probe, probeCandidates(probe))
      const bad = pick(probe, BAD_SCORE)
      return refused(probe, bad.what, () => probe.subject.score(bad.spoil(good), probe.signal))
    },
  },
  refusalOf('reason', {
    'an empty question': (probe) => probe.subject.reason({query: ' '}, probe.signal),
    'a world state that climbs': (probe) =>
      probe.subject.reason({query: 'how many?', world_state: {...probeWorld(probe), id: '../x'}}, probe.signal),
  }),
  refusalOf('embed', {
    'neither text nor frame': (probe) => probe.subject.embed({}, probe.signal),
    'an empty text': (probe) => probe.subject.embed({text: ''}, probe.signal),
  }),
  refusalOf('generate', {
    'an empty prompt': (probe) => probe.subject.generate({prompt: '', duration_seconds: 1}, probe.signal),
    'a clip of no length': (probe) => probe.subject.generate({prompt: 'a disc', duration_seconds: 0}, probe.signal),
  }),
  refusalOf('transfer', {
    'a clip of one byte': (probe) => probe.subject.transfer(transferOf(Uint8Array.of(0)), probe.signal),
    'a clip of no bytes': (probe) => probe.subject.transfer(transferOf(new Uint8Array()), probe.signal),
  }),
]

type Call = (probe: ContractProbe) => Promise<unknown>

/** Bad requests by what is bad in them, one of them an episode. */
function refusalOf(
  capability: 'reason' | 'embed' | 'generate' | 'transfer',
  calls: Readonly<Record<string, Call>>,
): ContractCase {
  return {
    name: `${capability}-refusal`,
    capability,
    spread: 'episodes',
    check: (probe) => {
      const [what, call] = pick(probe, Object.entries(calls))
      return refused(probe, what, () => call(probe))
    },
  }
}

function transferOf(bytes: Uint8Array): TransferRequest {
  const clip = {fps: 8, resolution: [2, 2] as const, duration_seconds: 1, media_type: 'video/x-msvideo', bytes}
  return {clip, width: 2, height: 2, fps: 8}
}

interface Bad<Request> {
  readonly what: string
  spoil(good: Request): Request
}

/** A value of the wrong kind where the type promises the right one; that is the point. */
function wrong<T>(value: unknown): T {
  return value as T
}

const BAD_PREDICT: readonly Bad<PredictRequest>[] = [
  {what: 'no step', spoil: (good) => ({...good, steps: 0})},
  {what: 'a negative step', spoil: (good) => ({...good, steps: -1})},
  {what: 'half a step', spoil: (good) => ({...good, steps: 1.5})},
  {what: 'steps that are text', spoil: (good) => ({...good, steps: wrong('2')})},
  {what: 'an action without a kind', spoil: (good) => ({...good, action: {type: '', parameters: {}}})},
  {what: 'an action with NaN', spoil: (good) => ({...good, action: {type: 'control', parameters: {u: [Number.NaN]}}})},
  {what: 'a world state without an id', spoil: (good) => ({...good, world_state: {...good.world_state, id: ''}})},
  {what: 'a world state that climbs', spoil: (good) => ({...good, world_state: {...good.world_state, id: '../x'}})},
]

const BAD_SCORE: readonly Bad<ScoreRequest>[] = [
  {what: 'candidates of rank 2', spoil: (good) => ({...good, action_candidates: wrong([[1, 2]])})},
  {what: 'two batches', spoil: (good) => ({...good, action_candidates: wrong([[[[0]]], [[[0]]]])})},
  {what: 'ragged candidates', spoil: (good) => ({...good, action_candidates: wrong([[[[0], [0, 1]]]])})},
  {what: 'candidates with NaN', spoil: (good) => ({...good, action_candidates: wrong([[[[Number.NaN]]]])})},
  {what: 'no candidates', spoil: (good) => ({...good, action_candidates: wrong([])})},
]

function pick<T>(probe: ContractProbe, list: readonly [T, ...T[]] | readonly T[]): T {
  const chosen = list[probeDraws(probe).int(list.length)]
  if (chosen === undefined) throw new Error('a table of bad input is empty')
  return chosen
}

async function refused(probe: ContractProbe, what: string, call: () => Promise<unknown>): Promise<string | undefined> {
  const before = probe.subject.reached
  try {
    await call()
  } catch (error) {
    if (probe.subject.reached !== before) return `${what} reached the provider`
    const isCallers = error instanceof AssayError && (error.kind === 'caller' || error.kind === 'world_state')
    return isCallers ? undefined : `${what} was refused, but not as the caller's mistake`
  }
  return `${what} was accepted`
}
