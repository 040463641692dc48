/** Waits so long, or rejects with the signal's reason as soon as it is aborted. Milliseconds. */
export type WaitOut = (ms: number, signal: AbortSignal) => Promise<void>

/** The work's answer, or the signal's reason when that comes first; an answer after that is thrown away. */
export async function waitWithin<T>(signal: AbortSignal, work: () => T | Promise<T>): Promise<T> {
  if (signal.aborted) throw signal.reason
  let aborted = () => {}
  const stopped = new Promise<never>((_, stop) => {
    aborted = () => stop(signal.reason)
    signal.addEventListener('abort', aborted, {once: true})
  })
  try {
    return await Promise.race([work(), stopped])
  } finally {
    signal.removeEventListener('abort', aborted)
  }
}
