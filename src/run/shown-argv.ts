import type {Redactor} from '#redact/redactor'

const ABSOLUTE = /^((?:--?[\w-]+=)?)(?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]|\\\\)(?:.*[\\/])?([^\\/]*)[\\/]*$/

/**
 * An argument vector as it may stand in evidence: absolute paths that no known root has shortened keep their last part
 * only. Works on redacted arguments, so `<cwd>/job.yaml` stays as it is.
 */
export function shownArgv(argv: readonly string[]): string[] {
  return argv.map((argument) => argument.replace(ABSOLUTE, (_, flag: string, last: string) => `${flag}<path>/${last}`))
}

/** An argument vector as the manifest of its run holds it. Applying it to its own result changes nothing. */
export const recordedArgv = (argv: readonly string[], redactor: Pick<Redactor, 'value'>): string[] =>
  shownArgv(redactor.value([...argv]))
