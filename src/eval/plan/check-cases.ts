import type {ProviderDiagnosis} from '#contract/generated/types'
import {AssayError, type Issue} from '#error/assay-error'
import type {Assay} from '#provider/assay'
import {isRefusal} from '#provider/model/provider-fault'
import {caseRequest} from '../kit/case-request.ts'
import type {Suite} from '../model/suite.ts'

/**
 * Holds the cases of the caller's files against the providers that will be asked: a question that is none says nothing about who is asked.
 * Throws `suite_invalid` with every such case.
 */
export async function checkCases(
  suites: readonly Suite[],
  chosen: readonly ProviderDiagnosis[],
  library: Pick<Assay, 'check'>,
): Promise<void> {
  for (const {name, file = name, cases = []} of suites) {
    const issues: Issue[] = []
    for (const [at, one] of cases.entries()) {
      for (const {name: provider} of chosen.filter((row) => canAnswer(row, one.operation))) {
        const fault = await faultOf(() => library.check(one.operation, caseRequest(one), provider))
        if (fault === undefined) continue
        const message = `is refused by ${provider} ${one.operation}: ${fault.message}`
        issues.push({pointer: `/cases/${at}/input`, rule: fault.code, message})
      }
    }
    const words = issues.length === 1 ? '1 issue' : `${issues.length} issues`
    if (issues.length > 0)
      throw new AssayError('suite_invalid', `${file} asks what is no question (${words})`, {issues})
  }
}

function canAnswer({registered, capabilities}: ProviderDiagnosis, operation: string): boolean {
  return registered && capabilities.some((capability) => capability === operation)
}

async function faultOf(check: () => Promise<void>): Promise<AssayError | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}
