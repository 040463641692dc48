const DRIP_MS = 100

/** What can be written to and goes away some time: a socket, or the response of a server. */
interface Sink {
  readonly destroyed: boolean
  write(bytes: Uint8Array): unknown
  once(event: 'close', over: () => void): unknown
}

/** One byte every 100 ms, and `over` when all are written. */
export function drip(sink: Sink, bytes: Uint8Array, over: () => void = () => {}): void {
  let at = 0
  const timer = setInterval(() => {
    if (at < bytes.length && !sink.destroyed) {
      sink.write(bytes.subarray(at, ++at))
      return
    }
    clearInterval(timer)
    over()
  }, DRIP_MS)
  sink.once('close', () => clearInterval(timer))
}
