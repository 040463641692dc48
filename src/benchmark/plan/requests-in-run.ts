import {canonicalJson} from '#digest/canonical-json'
import type {Examples} from '#provider/model/provider'
import type {ResolvedInputs} from '../model/inputs.ts'
import type {PlannedItem} from '../model/ledger.ts'
import type {Operation} from '../model/operation.ts'
import {requestsDocument} from '../model/requests.ts'

/**
 * The requests that are sent, by operation. If providers are sent different requests, because one refuses what another takes by default, an
 * operation holds them by provider: their rows then measure different things.
 */
export function requestsInRun(
  items: readonly PlannedItem[],
  cases: readonly ResolvedInputs[],
  examples: ReadonlyMap<string, Examples>,
): Readonly<Record<string, unknown>> {
  const operations = [...new Set(items.map(({operation}) => operation))]
  const usual = requestsDocument(cases, operations)
  const sentTo = (provider: string, operation: Operation) => {
    const own = examples.get(provider)
    const isUsual = own === undefined || !Object.hasOwn(own, operation)
    return isUsual ? usual[operation] : requestsDocument(cases, [operation], own)[operation]
  }
  return Object.fromEntries(
    operations.map((operation) => {
      const providers = items.filter((item) => item.operation === operation).map(({provider}) => provider)
      const own = providers.map((name) => [name, sentTo(name, operation)] as const)
      const isSame = new Set(own.map(([, document]) => canonicalJson(document))).size === 1
      return [operation, isSame ? own[0]?.[1] : {by_provider: Object.fromEntries(own)}]
    }),
  )
}
