import type {Variables} from '#process/variables'
import {inertForRunner} from '#redact/inert-for-runner'
import type {Output, OutputStream} from './write-output.ts'

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
