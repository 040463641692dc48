import {Config} from '@oclif/core/config'
import {Help} from '@oclif/core/help'
import {EXIT, type ExitName} from '#error/exit'
import type {CommandExits} from './command-exits.ts'
import {commandWords} from './find-command.ts'
import {GroupedHelp} from './grouped-help.ts'
import type {HallOptions} from './hall.ts'

/** oclif's help, kept as text: what is printed goes through the one way out. */
class CollectedHelp extends Help {
  protected override CommandHelpClass = GroupedHelp
  readonly lines: string[] = []

  /** oclif wraps all but what stands at the margin: what the program or a command is. */
  protected override log(...args: string[]): void {
    const lines = args.join(' ').split('\n')
    this.lines.push(...lines.map((line) => (line.startsWith(' ') ? line : this.wrap(line))))
  }

  /** One exit and when it comes. */
  exitRow(code: number, when: string): string {
    return `  ${`${code}`.padEnd(4)}${this.indent(this.wrap(when, 6), 6).trimStart()}`
  }
}

/** Help for a command line: the whole program, a topic or a command. Throws `unknown_command` for another subject. */
export async function helpText(argv: readonly string[], options: Omit<HallOptions, 'hall'>): Promise<string> {
  const config = await Config.load(options)
  const help = new CollectedHelp(config, {stripAnsi: true})
  const subject = argv[0] === 'help' ? argv.slice(1) : argv
  await mustBeKnown(commandWords(subject), spaced(config.commandIDs))
  await help.showHelp(subject.filter((arg) => arg !== '-h' && arg !== '--help'))
  return `${help.lines.join('\n').trimEnd()}\n${exitTable(subject, config, help)}`
}

async function mustBeKnown(words: readonly string[], known: readonly string[]): Promise<void> {
  const line = `${words.join(' ')} `
  const isKnown = known.some((id) => line.startsWith(`${id} `) || id.startsWith(line))
  if (words.length > 0 && !isKnown) throw (await import('./usage-error.ts')).unknownCommand(words, known)
}

/** How a command ends: the exits that mean something of their own with it. Empty for the program and for topics. */
function exitTable(subject: readonly string[], config: Config, help: CollectedHelp): string {
  const ids = config.commandIDs
  const words = commandWords(subject)
  const command = words.map((_, at) => words.slice(0, words.length - at)).find((some) => ids.includes(some.join(':')))
  const own = command && exitsOf(config.findCommand(command.join(':')))
  if (own === undefined) return ''
  const exits = Object.entries({usage: 'the command line or a file that it names is wrong', ...own})
  const rows = exits.flatMap(([name, when]) => (isExitName(name) ? [{code: EXIT[name], when}] : []))
  const lines = rows.sort((one, other) => one.code - other.code).map(({code, when}) => help.exitRow(code, when))
  return `\nEXIT CODES\n${lines.join('\n')}\n`
}

/** Statics of a command class reach the list of commands as they are. */
export function exitsOf(command: {readonly [name: string]: unknown} | undefined): CommandExits | undefined {
  return command?.['exits'] as CommandExits | undefined
}

const isExitName = (name: string): name is ExitName => Object.hasOwn(EXIT, name)

/** Every command, words separated by spaces. */
export async function commandIds(options: HallOptions): Promise<string[]> {
  const config = await Config.load(options)
  return spaced(config.commandIDs)
}

function spaced(ids: readonly string[]): string[] {
  return ids.map((id) => id.replaceAll(':', ' ')).sort()
}
