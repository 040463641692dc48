import {AssayError} from '#error/assay-error'
import type {Suite} from '../model/suite.ts'

/** The suites that ask any of these operations, in their order; all without a choice. Throws `usage` where none does. */
export function suitesAsking(suites: readonly Suite[], operations: readonly string[] | undefined): readonly Suite[] {
  if (operations === undefined) return suites
  const asking = suites.filter(({asks}) => asks.some((operation) => operations.includes(operation)))
  if (asking.length > 0) return asking
  throw new AssayError('usage', `no suite of an evaluation asks for ${operations.join(', ')}`, {
    hint: 'Name suites with --suite, or other operations in the profile.',
  })
}

/**
 * The suites with those kinds of trials alone that these operations stand for; suites whose kinds are no operations stay as they are.
 * Throws `usage` for an operation that no suite of the run has.
 */
export function narrowedSuites(suites: readonly Suite[], operations: readonly string[] | undefined): Suite[] {
  if (operations === undefined) return [...suites]
  const known = [...new Set(suites.flatMap((suite) => operationsOf(suite)))]
  const unknown = operations.filter((operation) => !known.includes(operation))
  if (operations.length === 0 || unknown.length > 0) {
    throw new AssayError('usage', '--operation names no kind of trial of these suites', {
      hint: known.length > 0 ? `Use one of: ${known.join(', ')}.` : 'It narrows suites such as media.',
    })
  }
  return suites.map((suite) => {
    const [only, ...further] = operationsOf(suite).filter((operation) => operations.includes(operation))
    return only === undefined ? suite : {...suite, sets: [only, ...further] as const}
  })
}

function operationsOf({sets, setsAreOperations}: Suite): readonly string[] {
  return setsAreOperations && sets ? sets : []
}
