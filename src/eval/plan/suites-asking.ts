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
