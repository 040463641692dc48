import {AssayError} from '#error/assay-error'
import {errorKind} from '#gate/execution-rule'
import type {Environment} from '#world/model/environment'
import {probeAction, probeCandidates, probeStart, probeWorld} from '../kit/contract-input.ts'
import {scoreQuestion} from '../kit/score-question.ts'
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
    if (subject.capabilities.includes('predict')) {
      await subject.predict({world_state: probeWorld(probe), action: probeAction(probe), steps: 1}, signal)
    } else if (subject.capabilities.includes('score')) {
      const values = probeCandidates(probe)
      const {horizon, actionSize} = environment
      const candidates = {values, samples: values.length / (horizon * actionSize), horizon, actionSize}
      await subject.score(scoreQuestion(subject, environment, probeStart(probe), candidates), signal)
    } else if (subject.capabilities.includes('policy') && suites.some(({kind}) => kind === 'policy')) {
      const {askPolicy} = await import('../suite/policy/ask-policy.ts')
      await askPolicy(subject)(environment, probeStart(probe), signal)
    }
    return {support: 'supported'}
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
