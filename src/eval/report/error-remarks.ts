import type {EvalEpisode} from '#contract/generated/types'

/** What went wrong in the words of who was asked: a line for each suite, provider and code, the most frequent first. */
export function errorRemarks(episodes: readonly EvalEpisode[]): string[] {
  const groups = new Map<string, {readonly message: string; count: number}>()
  for (const {suite, provider, error} of episodes) {
    if (error === undefined) continue
    const name = `${provider} ${suite}: ${error.code}`
    const group = groups.get(name) ?? {message: error.message, count: 0}
    group.count++
    groups.set(name, group)
  }
  const byCount = [...groups].toSorted(([, a], [, b]) => b.count - a.count)
  return byCount.map(
    ([name, {message, count}]) => `${name} ${count === 1 ? 'once' : `${count} times, at first`}: ${message}`,
  )
}
