/** Waits so long, or rejects with the signal's reason as soon as it is aborted. Milliseconds. */
export type WaitOut = (ms: number, signal: AbortSignal) => Promise<void>

/** The work's answer, or the signal's reason when that comes first; an answer after that is thrown away. */
export function waitWithin<T>(signal: AbortSignal, work: () => T | Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    if (signal.aborted) return fail(signal.reason)
    const stop = () => fail(signal.reason)
    const end = <Value>(settle: (value: Value) => void) => {
      return (value: Value) => {
        signal.removeEventListener('abort', stop)
        settle(value)
      }
    }
    signal.addEventListener('abort', stop, {once: true})
    Promise.try(work).then(end(done), end(fail))
  })
}
