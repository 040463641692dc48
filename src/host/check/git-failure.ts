import {cutText} from '#error/cut-text'
import type {ProgramEnd} from '../client/workbench.ts'

const LONGEST = 240
/** What git adds to whatever went wrong before. */
const NO_CAUSE = /^(?:hint:|error: failed to push some refs to )/

/** Why a call of git did not end well: how it ended, and the last that it said of the cause. */
export function gitFailure(args: readonly string[], {code, output}: Pick<ProgramEnd, 'code' | 'output'>): string {
  const lines = output.split(/[\r\n]+/).map((line) => line.trim())
  const said = lines.findLast((line) => line !== '' && !NO_CAUSE.test(line))
  const ended = code === undefined ? 'did not end by itself' : `ended with ${code}`
  return `git ${args[0]} ${ended}${said === undefined ? '' : `: ${cutText(said, LONGEST)}`}`
}
