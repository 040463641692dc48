import type {Readable} from 'node:stream'

/** How long a stream may be silent after the exit before it is let go. */
const QUIET_MS = 1_000
/** How long whoever goes on talking after the exit is heard. */
const HEARD_MS = 2_000
/** Far less than is read at once: a piece as short was all that there was. */
const SHORT_BYTES = 16 * 1024
/** More than the largest pipe holds: what comes beyond it after the exit was written by somebody else. */
const MOST_LEFT_BYTES = 2 * 1024 * 1024

/**
 * Hands over a child's stream piece by piece, the next one when the last is done. Ends with the stream or, where a process that the child started
 * holds it open, soon after the child's exit; true in that case.
 */
export async function readUntilExit(
  stream: Readable,
  exited: Promise<unknown>,
  take: (piece: Uint8Array) => Promise<void>,
): Promise<boolean> {
  const watch = new ExitWatch(stream, exited)
  try {
    for await (const piece of stream) {
      watch.begin(piece.length)
      await take(piece)
      free(piece)
      watch.done()
    }
  } catch (error) {
    // A stream that was let go ends with an error of its own.
    if (!watch.isLetGo) throw error
  } finally {
    watch.stop()
  }
  return watch.isLetGo
}

/** A fast child would else fill the memory with pieces that are done with: so little is made of each that nothing collects them. */
function free(piece: Uint8Array): void {
  const {buffer} = piece
  if (buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength) buffer.transfer(0)
}

class ExitWatch {
  readonly #stream: Readable
  #hasExited = false
  /** The stream often ends before its child does: what is heard of the exit then must not begin to wait. */
  #isOver = false
  #isBusy = false
  #pieces = 0
  #bytesSince = 0
  #timer: NodeJS.Timeout | undefined
  #late: NodeJS.Timeout | undefined
  #isLate = false
  /** Nothing of the child itself is left behind this piece, however fast others fill the pipe while it is kept. */
  #isLast = false
  isLetGo = false

  constructor(stream: Readable, exited: Promise<unknown>) {
    this.#stream = stream
    void exited.then(() => {
      this.#hasExited = true
      if (this.#isOver) return
      this.#late = setTimeout(() => {
        this.#isLate = true
        this.#look()
      }, HEARD_MS)
      this.#look()
    })
  }

  begin(bytes: number): void {
    clearTimeout(this.#timer)
    this.#isBusy = true
    this.#isLast = this.#isLate && bytes < SHORT_BYTES
    this.#pieces++
    if (this.#hasExited) this.#bytesSince += bytes
  }

  done(): void {
    this.#isBusy = false
    if (this.#isLast || this.#bytesSince > MOST_LEFT_BYTES) this.#letGo()
    else if (this.#hasExited) this.#wait()
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#late)
    this.#isOver = true
  }

  #look(): void {
    clearTimeout(this.#timer)
    if (!this.#isBusy) this.#wait()
  }

  /** On a busy machine the time may be over before what lies in the pipe was looked at: only a look that finds nothing counts. */
  #wait(): void {
    const seen = this.#pieces
    const quietMs = this.#isLate ? 0 : QUIET_MS
    this.#timer = setTimeout(() => setImmediate(() => this.#pieces === seen && this.#letGo()), quietMs)
  }

  #letGo(): void {
    if (this.#stream.readableEnded) return
    this.isLetGo = true
    this.#stream.destroy()
  }
}
