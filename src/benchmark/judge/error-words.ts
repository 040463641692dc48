import {cutText} from '#error/cut-text'
import type {Executed} from './execution.ts'

/** Most characters of a caveat. */
const MOST_WORDS = 500

/** What went wrong, in the words of the provider, the most frequent first; then what failed during the warm-up. */
export function errorWords(executed: Executed): string[] {
  const {
    row: {provider, operation, errors},
    repeats,
  } = executed
  const said = new Map(repeats.toReversed().flatMap(({store}) => [...store.messages]))
  const measured = frequent(errors).flatMap(([code, count]) => {
    const message = said.get(code)
    return message === undefined ? [] : [`${provider} ${operation}: ${code} ${count} times, at first: ${message}`]
  })
  return [...measured, ...warmUpWords(executed)]
}

/** The failures of the warm-up as a caveat: they decide nothing, but a user who calls a provider for the first time meets them too. */
function warmUpWords({row, repeats}: Executed): string[] {
  const {provider, operation, warmup_count: calls, warmup_errors: errors = {}} = row
  const codes = frequent(errors)
  if (codes.length === 0) return []
  const failed = codes.reduce((sum, [, count]) => sum + count, 0)
  const said = new Map(repeats.toReversed().flatMap(({warmUpFailed}) => [...(warmUpFailed?.messages ?? [])]))
  const told = codes.map(([code, count]) => {
    const message = said.get(code)
    return `${code} ${count} times${message === undefined ? '' : `, at first: ${message}`}`
  })
  const head = `warmup_failed: ${failed} of ${calls} warm-up calls of ${provider} ${operation} failed, which no limit counts`
  return [cutText(`${head}: ${told.join('; ')}`, MOST_WORDS)]
}

function frequent(errors: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(errors).toSorted(([, a], [, b]) => b - a)
}
