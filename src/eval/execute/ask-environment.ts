import {AssayError} from '#error/assay-error'
import {errorKind} from '#gate/execution-rule'
import type {Environment} from '#world/model/environment'
import {decodeState} from '#world/model/scene'
import {type ContractProbe, probeAction, probeCandidates, probeStart, probeWorld} from '../kit/contract-input.ts'
import type {FirstAnswer} from '../kit/first-answer.ts'
import {scoreQuestion} from '../kit/score-question.ts'
import {isAgainstContract} from '../model/episode-error.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Subject} from '../model/subject.ts'

/**
 * Whether trials make sense: `unsupported` is a provider that refuses a good question, `unreachable` one that does not answer at all,
 * `refused` one that a safety rule of ours keeps us from asking, `unread` one whose answer the caller's translator cannot read.
 */
export interface EnvironmentSupport {
  readonly support: 'supported' | 'unsupported' | 'unreachable' | 'refused' | 'unread'
  /** The message of the error, where there was one of ours. */
  readonly said?: string
  /** What came, where it was asked for numbers. */
  readonly first?: FirstAnswer | undefined
}

/** Asks one good question of an environment before any trial. A wrong answer is no reason not to try: the trials will show it. */
export async function askEnvironment(
  subject: Subject,
  environment: Environment,
  {seed, suites}: Pick<EvalSettings, 'seed' | 'suites'>,
  signal: AbortSignal,
): Promise<EnvironmentSupport> {
  const key = {seed, environment: environment.key, stratum: environment.strata[0], episode: 0}
  const probe = {subject, environment, key, signal}
  try {
    const first = await askFirst(probe)
    const isPolicy = first === undefined && subject.capabilities.includes('policy')
    if (isPolicy && suites.some(({kind}) => kind === 'policy')) {
      const {askPolicy} = await import('../suite/policy/ask-policy.ts')
      await askPolicy(subject)(environment, probeStart(probe), signal)
    }
    return {support: 'supported', first}
  } catch (error) {
    signal.throwIfAborted()
    return {support: supportAfter(error), ...(error instanceof AssayError && {said: error.message})}
  }
}

function supportAfter(error: unknown): EnvironmentSupport['support'] {
  const kind = errorKind(error)
  if (kind === 'refused') return kind
  // No trial could tell anything of the provider.
  if (error instanceof AssayError && error.code === 'translator_invalid') return 'unread'
  if (error instanceof AssayError && error.kind === 'caller') return 'unsupported'
  return kind === 'unreachable' ? kind : 'supported'
}

/** Asks a good question of an environment; undefined of who neither predicts nor scores. Throws as a call does, but where an answer came that is none. */
async function askFirst(probe: ContractProbe): Promise<FirstAnswer | undefined> {
  const {subject, environment} = probe
  const capability = CAPABILITIES.find((name) => subject.capabilities.includes(name))
  if (capability === undefined) return undefined
  const ask = (signal: AbortSignal) => ASK[capability]({...probe, signal})
  return {capability, environment: environment.key, answer: await unlessNone(ask, probe.signal), ask}
}

const CAPABILITIES = ['predict', 'score'] as const satisfies readonly Subject['capabilities'][number][]

const ASK = {
  async predict(probe: ContractProbe): Promise<ArrayLike<number>> {
    const request = {world_state: probeWorld(probe), action: probeAction(probe), steps: 1}
    return decodeState(probe.environment, await probe.subject.predict(request, probe.signal), 'provider').state
  },
  async score(probe: ContractProbe): Promise<ArrayLike<number>> {
    const {subject, environment, signal} = probe
    const {horizon, actionSize} = environment
    const values = probeCandidates(probe)
    const candidates = {values, samples: values.length / (horizon * actionSize), horizon, actionSize}
    return (await subject.score(scoreQuestion(subject, environment, probeStart(probe), candidates), signal)).scores
  },
} as const

/** A wrong answer is no reason not to try. */
async function unlessNone(ask: FirstAnswer['ask'], signal: AbortSignal): Promise<FirstAnswer['answer']> {
  try {
    return Float64Array.from(await ask(signal))
  } catch (error) {
    if (!isAgainstContract(error)) throw error
    return {broken: error.message}
  }
}
