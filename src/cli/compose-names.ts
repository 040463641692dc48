import {hereFiles} from '#compose/here-files'
import type {Variables} from '#process/variables'
import {currentDirectory} from './current-directory.ts'
import {listNames} from './list-names.ts'

/** What scripts of `assay completion` ask for, a name a line; with as little loaded as it takes, for somebody waits. */
export async function answerShell([thing, ...words]: readonly string[], env: Variables): Promise<string> {
  const names = await listNames({thing, words, cwd: currentDirectory(), env}, hereFiles.reader)
  return names.map((name) => `${name}\n`).join('')
}
