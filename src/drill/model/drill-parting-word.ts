import {shellWord} from '#path/shown-path'
import type {PartingWord} from '#report/parting-words'
import {flagWords} from '#upgrade/model/next-command'

/** What to tell a user who leaves before a drill has undone everything; undefined if nothing is open. */
export function drillPartingWord(id: string, open: number, recover: string): PartingWord | undefined {
  if (open === 0) return undefined
  const what = open === 1 ? 'one change' : `${open} changes`
  return {lines: [`The drill ${id} left ${what} that nobody put back`, `State open, next  ${recover}`], isUnsafe: true}
}

/** The command that puts back what the drills of a command line left, as a shell takes it. */
export const recoverCommand = (argv: readonly string[]): string =>
  ['assay', 'drills', 'recover', ...flagWords(argv, ['--workspace-dir', '--target'])].map(shellWord).join(' ')
