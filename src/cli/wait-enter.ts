import {AssayError} from '#error/assay-error'
import type {Safe} from '#redact/safe'
import type {Output, OutputStream} from './write-output.ts'

/** Shows a text, waits until somebody presses Enter, and gives what they typed before. Rejects with `interrupted` at the end of input, and with the reason of the signal. */
export type AwaitEnter = (shown: Safe, signal: AbortSignal) => Promise<string>

/** Waits for Enter from the person at the keyboard who sees the screen, or from a stand-in; undefined if there is nobody. */
export function keyboardOf({awaitEnter, output: {err}}: Seat): AwaitEnter | undefined {
  if (awaitEnter) return awaitEnter
  const {stdin} = process
  return stdin.isTTY && err.isTerminal ? atKeyboard(err) : undefined
}

interface Seat {
  readonly awaitEnter?: AwaitEnter
  readonly output: Pick<Output, 'err'>
}

const atKeyboard =
  (err: OutputStream): AwaitEnter =>
  async (shown, signal) => {
    const {stdin} = process
    signal.throwIfAborted()
    err.write(shown)
    const {promise, resolve, reject} = Promise.withResolvers<string>()
    const stop = () => reject(signal.reason)
    const end = () => reject(new AssayError('interrupted', 'the keyboard is gone'))
    // A terminal gives whole lines.
    const line = (typed: Uint8Array | string) => resolve(String(typed))
    stdin.once('data', line)
    stdin.once('end', end)
    signal.addEventListener('abort', stop, {once: true})
    try {
      stdin.resume()
      return await promise
    } finally {
      stdin.pause()
      stdin.off('data', line)
      stdin.off('end', end)
      signal.removeEventListener('abort', stop)
    }
  }
