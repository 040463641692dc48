import {CLIError} from '@oclif/core/errors'
import type {MistakeList} from '#error/collect-mistakes'
import type {Refused} from './usage-fault.ts'

/**
 * What `read` makes of a line. Of one that the parser refuses the mistakes are kept, and what is left of it is read instead: whoever asks goes on
 * looking for further ones. Throws them where what is left is no line of this command.
 */
export async function readMistaken<Parsed>(
  read: (argv?: string[]) => Promise<Parsed>,
  refused: () => Refused,
  mistakes: MistakeList,
): Promise<Parsed> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CLIError)) throw error
    const line = (await import('./usage-error.ts')).refusedLine(refused())
    mistakes.add(line.mistakes)
    return await read([...line.rest]).catch((left: unknown) => {
      if (left instanceof CLIError) mistakes.end(helpFor(refused()))
      throw left
    })
  }
}

/** Hint for a mistake that has none of its own. */
export function helpFor({command}: Pick<Refused, 'command'>): string {
  return `assay ${command} --help`
}
