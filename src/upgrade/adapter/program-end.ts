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
