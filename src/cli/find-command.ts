import {existsSync} from 'node:fs'
import {join} from 'node:path'

/** A command by its file: words, file, and what follows the words. */
export interface FoundCommand {
  readonly words: readonly string[]
  readonly file: string
  readonly rest: readonly string[]
}

const WORD = /^[a-z][a-z0-9-]*$/
const MOST_WORDS = 3

/** The words before the first flag that may name a command, at most three. */
export function commandWords(argv: readonly string[]): string[] {
  const end = argv.findIndex((arg) => !WORD.test(arg))
  return argv.slice(0, end < 0 ? MOST_WORDS : Math.min(end, MOST_WORDS))
}

/** The command with the most words that a file stands for: `runs list` is `runs/list` or `runs/list/index` in the folder. */
export function findCommand(argv: readonly string[], folder: string): FoundCommand | undefined {
  const words = commandWords(argv)
  for (let count = words.length; count > 0; count--) {
    const file = commandFile(words.slice(0, count), folder)
    if (file) return {words: words.slice(0, count), file, rest: argv.slice(count)}
  }
  return undefined
}

function commandFile(words: readonly string[], folder: string): string | undefined {
  const stem = join(folder, ...words)
  // `drills/index` is the command `drills`; the command `runs index` is the file `runs/index/index`.
  const stems = words.at(-1) === 'index' ? [join(stem, 'index')] : [stem, join(stem, 'index')]
  return stems.flatMap((name) => [`${name}.js`, `${name}.ts`]).find((file) => existsSync(file))
}

/** Whether a command line asks for help. Words behind `--` ask for nothing. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const flags = end < 0 ? argv : argv.slice(0, end)
  return argv.length === 0 || argv[0] === 'help' || flags.includes('--help') || flags.includes('-h')
}
