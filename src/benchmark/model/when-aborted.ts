/** Resolves when the signal is aborted; disposing removes the listener. */
export function whenAborted(signal: AbortSignal): Disposable & {readonly promise: Promise<void>} {
  const {promise, resolve} = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  if (signal.aborted) resolve()
  signal.addEventListener('abort', onAbort, {once: true})
  return {promise, [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort)}
}
