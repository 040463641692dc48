import type {ProviderCapability} from '#contract/generated/types'
import {unreachable} from '#error/unreachable'
import type {TextRedactor} from '../model/provider-fault.ts'
import {generateRules, transferRules} from '../operation/media-rules.ts'
import {checkRequest, type OperationRules} from '../operation/operation-rules.ts'
import {policyRules} from '../operation/policy-rules.ts'
import {predictRules} from '../operation/predict-rules.ts'
import {scoreRules} from '../operation/score-rules.ts'
import {embedRules, reasonRules} from '../operation/text-rules.ts'
import {checkCapability, type Registered} from '../registry/provider-table.ts'

/** Throws what a call with this request is refused with before anything is sent. Loads the provider, starts and asks nothing. */
export async function checkCall(
  find: () => Registered,
  operation: ProviderCapability,
  request: unknown,
  redactor: TextRedactor,
): Promise<void> {
  const row = find()
  checkCapability(row.profile, operation)
  checkRequest(rulesOf(operation), request, await row.provider(), redactor)
}

function rulesOf(operation: ProviderCapability): OperationRules<unknown, unknown> {
  switch (operation) {
    case 'predict':
      return predictRules as never
    case 'score':
      return scoreRules as never
    case 'policy':
      // What becomes of the answer is no part of the request.
      return policyRules(() => []) as never
    case 'embed':
      return embedRules as never
    case 'reason':
      return reasonRules as never
    case 'generate':
      return generateRules as never
    case 'transfer':
      return transferRules as never
    default:
      return unreachable(operation)
  }
}
