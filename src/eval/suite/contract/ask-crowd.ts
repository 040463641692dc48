import {errorKind} from '#gate/execution-rule'
import type {Stream} from '#random/stream'
import type {Subject} from '../../model/subject.ts'
import type {KnownAnswer} from './ask-known.ts'

/** Calls that are under way at once: more than a pool of buffers has places. */
const CROWD = 40
/** Crowds of calls: of the first some come so slowly that each is answered before the next one is there. Elsewhere each costs time of others. */
const CROWDS = {here: 2, elsewhere: 1} as const

/** Elsewhere one call is under way unless somebody says that more may be: a server may take one at a time. */
export function takesMany({descriptor, inProcess}: Pick<Subject, 'descriptor' | 'inProcess'>): boolean {
  return descriptor.parallel_safe ?? inProcess
}

/**
 * What is wrong with an answer in one of several crowds of calls among these. In what order they stand is drawn, so that no ring of places holds the same one
 * again. A call that is not taken, or lost on its way, is no answer.
 */
export async function wrongAmong(
  known: readonly KnownAnswer[],
  {subject, stream, signal}: {readonly subject: Subject; readonly stream: Stream; readonly signal: AbortSignal},
): Promise<string | undefined> {
  const crowds = subject.inProcess ? CROWDS.here : CROWDS.elsewhere
  for (let crowd = 0; crowd < crowds; crowd++) {
    const asked = Array.from({length: CROWD}, () => known[stream.int(known.length)]).filter((one) => one !== undefined)
    const ends = await Promise.allSettled(asked.map((one) => one.ask()))
    signal.throwIfAborted()
    const wrong = asked.map((one, at) => wrongIn(one, ends[at])).find((words) => words !== undefined)
    if (wrong !== undefined) return `${wrong} while ${CROWD} calls are under way`
  }
  return undefined
}

function wrongIn(one: KnownAnswer, end: PromiseSettledResult<Float64Array> | undefined): string | undefined {
  if (end?.status === 'fulfilled')
    return one.isSame(end.value) ? undefined : 'a question is answered otherwise than alone'
  const kind = end && errorKind(end.reason)
  if (kind === 'refused') throw end?.reason
  return kind === 'wrong' ? 'a call that is answered alone fails' : undefined
}
