import type {Environment} from '#world/model/environment'
import type {StatedClaims} from '../../kit/stated-claims.ts'
import type {Subject} from '../../model/subject.ts'
import type {Suite} from '../../model/suite.ts'

/** What a provider states in each environment, by id; asked only where some suite wants to know. An abort of `signal` is thrown on. */
export async function askAllClaims(
  subject: Subject,
  course: {readonly suites: readonly Suite[]; readonly environments: readonly Environment[]; readonly seed: number},
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StatedClaims>> {
  const stated = new Map<string, StatedClaims>()
  if (!course.suites.some(({kind}) => kind === 'calibration')) return stated
  const {askClaims} = await import('./ask-claims.ts')
  for (const environment of course.environments) {
    stated.set(environment.id, await askClaims(subject, environment, course.seed, signal))
  }
  return stated
}
