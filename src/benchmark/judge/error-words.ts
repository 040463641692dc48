import type {Executed} from './execution.ts'

/** What went wrong in the words of who was asked, the most frequent first. */
export function errorWords({row: {provider, operation, errors}, repeats}: Executed): string[] {
  const said = new Map(repeats.toReversed().flatMap(({store}) => [...store.messages]))
  return Object.entries(errors)
    .toSorted(([, a], [, b]) => b - a)
    .flatMap(([code, count]) => {
      const message = said.get(code)
      return message === undefined ? [] : [`${provider} ${operation}: ${code} ${count} times, at first: ${message}`]
    })
}
