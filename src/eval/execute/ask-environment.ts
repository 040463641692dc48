import {AssayError} from '#error/assay-error'
import {errorKind} from '#gate/execution-rule'
import type {Environment} from '#world/model/environment'
import {probeAction, probeCandidates, probeWorld, scoreRequest} from '../kit/contract-input.ts'
import {startOfEpisode} from '../kit/make-actions.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Subject} from '../model/subject.ts'

/**
 * Whether trials make sense: `unsupported` is a provider that refuses a good question, `unreachable` one that does not answer at all,
 * `refused` one that a safety rule of ours keeps us from asking.
 */
export type EnvironmentSupport = 'supported' | 'unsupported' | 'unreachable' | 'refused'

/** Asks one good question of an environment before any trial. A wrong answer is no reason not to try: the trials will show it. */
export async function askEnvironment(
  subject: Subject,
  environment: Environment,
  {seed, suites, translator}: Pick<EvalSettings, 'seed' | 'suites' | 'translator'>,
  signal: AbortSignal,
): Promise<EnvironmentSupport> {
  const key = {seed, environment: environment.key, stratum: environment.strata[0], episode: 0}
  const probe = {subject, environment, key, signal}
  try {
    if (subject.capabilities.includes('predict')) {
      await subject.predict({world_state: probeWorld(probe), action: probeAction(probe), steps: 1}, signal)
    } else if (subject.capabilities.includes('score')) {
      await subject.score(scoreRequest(probe, probeCandidates(probe)), signal)
    } else if (subject.capabilities.includes('policy') && suites.some(({kind}) => kind === 'policy')) {
      const {askPolicy} = await import('../suite/policy/ask-policy.ts')
      await askPolicy(subject, translator)(environment, startOfEpisode(environment, key), signal)
    }
    return 'supported'
  } catch (error) {
    signal.throwIfAborted()
    const kind = errorKind(error)
    if (kind === 'refused') return kind
    // A translator that does not fit is a mistake that its trials tell.
    if (error instanceof AssayError && error.kind === 'caller' && error.code !== 'translator_invalid')
      return 'unsupported'
    return kind === 'unreachable' ? kind : 'supported'
  }
}
