import type {Safe} from '#redact/safe'

/** One of the two ways out. `columns` is undefined where nobody told. */
export interface Stream {
  write(text: Safe): void
  readonly isTerminal: boolean
  readonly columns: number | undefined
}

/** Standard output carries the one document, standard error progress, logs and messages. */
export interface Output {
  readonly out: Stream
  readonly err: Stream
}

/** The process's own streams. The only module that touches them; a reader that leaves early is no error. */
export function processOutput(): Output {
  return {out: streamOf(process.stdout), err: streamOf(process.stderr)}
}

function streamOf(stream: NodeJS.WriteStream): Stream {
  stream.on('error', ignoreBrokenPipe)
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns
    },
  }
}

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
