import {cutText} from '#error/cut-text'
import type {ProgramEnd} from '#host/client/workbench'
import {DONE, type HandEnd, undone} from '../model/hands.ts'

const LONGEST = 300

/** What the end of a program means for the act that it was started for; its last line tells why. */
export function handEndOf({code, output, isMissing, fault}: ProgramEnd): HandEnd {
  if (isMissing) return undone('the program cannot be started')
  if (fault !== undefined) return undone(`the program ${fault}`)
  if (code === 0) return DONE
  const said = output.trim().split('\n').at(-1) ?? ''
  const end = code === undefined ? 'was ended from outside' : `ended with ${code}`
  return undone(cutText(`the program ${end}${said === '' ? '' : `: ${said}`}`, LONGEST))
}

/** What programs end with that looked at a backup and found it not whole: `hostnode`, and most that compare digests. */
const NOT_WHOLE = 1

/** What the end of a program that looked at a backup means. Only one end speaks against the backup: others, such as of a disk without room to unpack it, do not. */
export function lookEndOf(program: ProgramEnd): HandEnd {
  const end = handEndOf(program)
  return !program.isMissing && program.fault === undefined && program.code === NOT_WHOLE
    ? {...end, isDamaged: true}
    : end
}
