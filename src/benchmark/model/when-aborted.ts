/** Resolves when the signal comes; disposing takes the listener away. */
export function whenAborted(signal: AbortSignal): Disposable & {readonly promise: Promise<void>} {
  const {promise, resolve} = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  if (signal.aborted) resolve()
  signal.addEventListener('abort', onAbort, {once: true})
  return {promise, [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort)}
}
