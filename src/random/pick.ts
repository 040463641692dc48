import type {Stream} from './stream.ts'

/** An element of a list that is not empty, each as likely as another. */
export function pick<T>(all: readonly T[], stream: Stream): T {
  const chosen = all[stream.int(all.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}

/** The items in another order. Source: Fisher and Yates, from the end. */
export function shuffled<T>(items: readonly T[], stream: Stream): T[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = stream.int(at + 1)
    const [one, two] = [mixed[at], mixed[other]]
    if (one !== undefined && two !== undefined) [mixed[at], mixed[other]] = [two, one]
  }
  return mixed
}
