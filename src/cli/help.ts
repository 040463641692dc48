import {Config} from '@oclif/core/config'
import {Help} from '@oclif/core/help'
import type {HallOptions} from './hall.ts'

/** oclif's help, kept as text: what is printed goes through the one way out. */
class CollectedHelp extends Help {
  readonly lines: string[] = []

  protected override log(...args: string[]): void {
    this.lines.push(args.join(' '))
  }
}

/** Help for a command line: the whole program, a topic or a command. An unknown subject throws oclif's own error. */
export async function helpText(argv: readonly string[], options: HallOptions): Promise<string> {
  const config = await Config.load(options)
  const help = new CollectedHelp(config, {stripAnsi: true})
  const subject = argv[0] === 'help' ? argv.slice(1) : argv
  await help.showHelp(subject.filter((arg) => arg !== '-h' && arg !== '--help'))
  return `${help.lines.join('\n').trimEnd()}\n`
}

/** Every command, words separated by spaces. */
export async function commandIds(options: HallOptions): Promise<string[]> {
  const config = await Config.load(options)
  return config.commandIDs.map((id) => id.replaceAll(':', ' ')).sort()
}
