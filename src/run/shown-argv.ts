const ABSOLUTE = /^((?:--?[\w-]+=)?)(?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]|\\\\)(?:.*[\\/])?([^\\/]*)[\\/]*$/

/**
 * An argument vector as it may stand in evidence: absolute paths that no known root has shortened keep their last part
 * only. Works on redacted arguments, so `<cwd>/job.yaml` stays as it is.
 */
export function shownArgv(argv: readonly string[]): string[] {
  return argv.map((argument) => argument.replace(ABSOLUTE, (_, flag: string, last: string) => `${flag}<path>/${last}`))
}
