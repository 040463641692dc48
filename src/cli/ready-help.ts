import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {commandWords} from './find-command.ts'

/** For so many columns the build lays out every help text; a pipe and most terminals have as many. */
export const READY_COLUMNS = 80
/** Where a ready text tells the versions of Assay and Node, and the machine. */
export const READY_VERSIONS = '<versions>'

/** Where the text for these words lies in a build; no words are the whole program. */
export function readyHelpFile(root: string, words: readonly string[]): string {
  return join(root, 'help', `${['all', ...words].join('.')}.txt`)
}

/** Help as the build laid it out; undefined for other widths and for what is not known. */
export function readyHelp(
  argv: readonly string[],
  {root, versions, columns}: {readonly root: string; readonly versions: string; readonly columns: number},
): string | undefined {
  if (columns !== READY_COLUMNS) return undefined
  const subject = argv.filter((arg) => arg !== '--help' && arg !== '-h')
  const words = subject[0] === 'help' ? subject.slice(1) : subject
  if (commandWords(words).length < words.length) return undefined
  const file = readyHelpFile(root, words)
  return existsSync(file) ? readFileSync(file, 'utf8').replace(READY_VERSIONS, versions) : undefined
}
