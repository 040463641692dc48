import {PROVIDER_OPERATIONS} from '#provider/model/operations'

/** What can be measured: the capabilities of a provider, and its health probe. */
export const OPERATIONS = PROVIDER_OPERATIONS
export type Operation = (typeof OPERATIONS)[number]

export function isOperation(name: string): name is Operation {
  return OPERATIONS.some((operation) => operation === name)
}

/** The operations of a provider with these capabilities, in one fixed order. */
export function measurableOperations(capabilities: readonly string[]): readonly Operation[] {
  return OPERATIONS.filter((operation) => operation === 'health' || capabilities.includes(operation))
}
