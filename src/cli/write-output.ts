import type {Variables} from '#process/variables'
import {inertForRunner} from '#redact/runner-log'
import type {Safe} from '#redact/safe'

/** Standard output or standard error. `columns` is the width of the terminal, undefined where nobody told. */
export interface OutputStream {
  write(text: Safe): void
  /** Lines that are meant to command the system that reads the log; there only where others would be kept from it. */
  command?(text: Safe): void
  readonly isTerminal: boolean
  /** Whether others read it as well, such as the log of a build. */
  readonly isShared?: boolean
  readonly columns: number | undefined
}

/** Standard output carries the one document, standard error progress, logs and messages. */
export interface Output {
  readonly out: OutputStream
  readonly err: OutputStream
}

export interface ProcessOutput extends Output {
  /** Whether anything went to standard output. */
  readonly hasSpoken: boolean
  /** Settles when all of standard output is written, with the reason where it is not. A reader who leaves early is none. */
  lost(): Promise<Error | undefined>
  /** Whether this is that reason. */
  isLostBy(error: unknown): boolean
}

/** The process's own streams. The only module that touches them. What standard error cannot take is lost: the exit code still tells. */
export function processOutput(): ProcessOutput {
  const stdout = process.stdout
  const stderr = process.stderr
  let fault: Error | undefined
  let hasSpoken = false
  // Before oclif's listener, which throws; the built program leaves that one out.
  stdout.prependListener('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fault ??= error
  })
  stderr.on('error', () => {})
  const speak = () => {
    hasSpoken = true
  }
  return {
    out: streamOf(stdout, speak),
    err: streamOf(stderr),
    get hasSpoken() {
      return hasSpoken
    },
    isLostBy: (error) => error !== undefined && error === fault,
    lost: () => new Promise((done) => void stdout.write('', () => setImmediate(() => done(fault)))),
  }
}

function streamOf(stream: NodeJS.WriteStream, onWrite = () => {}): OutputStream {
  return {
    write: (text) => {
      onWrite()
      stream.write(text)
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns
    },
  }
}

/** Set by the systems whose logs are read for commands; `CI` alone is set by most others too. */
const RUNNERS = ['CI', 'GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION']

/**
 * Both ways out as a step of a build may use them: what a provider, a file or a flag says cannot speak to the system that reads
 * the log. Elsewhere nothing changes.
 */
export function guardOutput(output: Output, env: Variables): Output {
  const isRunner = RUNNERS.some((name) => (env[name] ?? '') !== '' && env[name] !== 'false')
  return isRunner ? {out: guarded(output.out), err: guarded(output.err)} : output
}

function guarded(stream: OutputStream): OutputStream {
  return {
    write: (text) => stream.write(inertForRunner(text)),
    command: (text) => stream.write(text),
    isShared: true,
    get isTerminal() {
      return stream.isTerminal
    },
    get columns() {
      return stream.columns
    },
  }
}
