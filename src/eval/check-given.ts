import {AssayError, codeOf, type Issue} from '#error/assay-error'
import type {Assay} from '#provider/assay'
import {isRefusal} from '#provider/model/provider-fault'
import type {GivenRequests} from './check-sensitivity.ts'

const KEYS = {score: 'score_info', policy: 'policy_info'} as const
/** Says nothing of what is asked: the provider is not known, not here, or answers no such question. */
const ABOUT_PROVIDER: readonly unknown[] = ['unknown_provider', 'capability_missing', 'config_invalid']

/** Holds what an author wrote down against what the provider says it takes, before it is asked. Throws `inputs_invalid` with every case. */
export async function checkGiven(
  assay: Pick<Assay, 'check'>,
  provider: string,
  requests: readonly GivenRequests[],
): Promise<void> {
  const issues: Issue[] = []
  for (const [at, given] of requests.entries()) {
    for (const operation of ['score', 'policy'] as const) {
      const request = given[operation]
      const refusal = request && (await refusalOf(() => assay.check(operation, request, provider)))
      if (!refusal) continue
      const message = `is refused by ${provider} ${operation}: ${refusal.message}`
      issues.push({pointer: `/cases/${at}/${KEYS[operation]}`, rule: refusal.code, message})
    }
  }
  if (issues.length === 0) return
  const words = issues.length === 1 ? '1 issue' : `${issues.length} issues`
  throw new AssayError('inputs_invalid', `the input file asks what ${provider} does not take (${words})`, {issues})
}

async function refusalOf(check: () => Promise<void>): Promise<AssayError | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    return isRefusal(error) && !ABOUT_PROVIDER.includes(codeOf(error)) ? error : undefined
  }
}
