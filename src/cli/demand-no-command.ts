import {AssayError} from '#error/assay-error'
import type {HallOptions} from './hall.ts'

/** Where a file is asked for and a command was named, as in `assay run eval`. Throws `usage`. No file of these may have such a name: it has no ending. */
export async function demandNoCommand(word: string, options: HallOptions): Promise<void> {
  if (!/^[a-z]+$/.test(word)) return
  const {commandIds} = await import('./help.ts')
  if (!(await commandIds(options)).includes(word)) return
  throw new AssayError('usage', `${word} is a command and no job file`, {hint: `assay ${word}`, given: word})
}
