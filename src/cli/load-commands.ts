import {Config} from '@oclif/core/config'
import type {CommandEntry} from './command-table.ts'
import type {HallOptions} from './hall.ts'

/** Every command, sorted by its words. From the manifest of a build, else by importing all command files. */
export async function loadCommandTable(options: HallOptions): Promise<CommandEntry[]> {
  const config = await Config.load(options)
  const table = config.commands.map(({id, summary = '', flags}) => ({
    words: id.split(':'),
    summary,
    flags: Object.values(flags)
      .filter((flag) => !flag.hidden)
      .map((flag) => ({
        name: flag.name,
        takesValue: flag.type === 'option',
        values: ('options' in flag && flag.options) || [],
        summary: flag.summary ?? '',
      })),
  }))
  return table.sort((a, b) => (a.words.join(' ') < b.words.join(' ') ? -1 : 1))
}
