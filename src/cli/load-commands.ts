import {Config} from '@oclif/core/config'
import type {CommandEntry} from './command-table.ts'
import {offerOfArgument, offerOfFlag} from './completed-places.ts'
import type {HallOptions} from './hall.ts'

/** Every command, sorted by its words. From the manifest of a build, else by importing all command files. */
export async function loadCommandTable(options: HallOptions): Promise<CommandEntry[]> {
  const config = await Config.load(options)
  const table = config.commands.map(({id, summary = '', flags, args}) => {
    const words = id.split(':')
    const command = words.join(' ')
    return {words, summary, flags: Object.values(flags).flatMap(entryOf(command)), argument: argumentOf(command, args)}
  })
  return table.sort((a, b) => (a.words.join(' ') < b.words.join(' ') ? -1 : 1))
}

type Loaded = Config['commands'][number]

function entryOf(command: string) {
  return (flag: Loaded['flags'][string]): CommandEntry['flags'] => {
    if (flag.hidden) return []
    const given = ('options' in flag && flag.options) || []
    const offer = given.length > 0 ? {values: given} : offerOfFlag(command, flag.name)
    const {name, char, summary = ''} = flag
    return [{...offer, name, char, takesValue: flag.type === 'option', summary}]
  }
}

function argumentOf(command: string, args: Loaded['args']): CommandEntry['argument'] {
  const [first] = Object.values(args)
  if (first === undefined) return undefined
  return first.options && first.options.length > 0 ? {values: first.options} : offerOfArgument(command)
}
