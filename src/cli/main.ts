import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {AssayError} from '#error/assay-error'
import {EXIT, type ExitCode} from '#error/exit'
import {composeRedactor} from './compose.ts'
import {commandWords, findCommand} from './find-command.ts'
import type {Hall, HallOptions} from './hall.ts'
import {Interrupts} from './signals.ts'
import {asksForJson, tellError} from './tell-error.ts'
import {type Program, ThinConfig} from './thin-config.ts'
import {unknownCommand} from './usage-error.ts'
import {processOutput} from './write-output.ts'

/**
 * Runs one command line and gives its exit code; never rejects and never ends the process. `root`: the folder with package.json.
 * `given` replaces the process's streams, environment and signals.
 */
export async function main(argv: readonly string[], root: string, given?: Hall): Promise<ExitCode> {
  using interrupts = new Interrupts()
  const hall = given ?? hallOfProcess(interrupts)
  try {
    const program: Program = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const options: HallOptions = {root, userPlugins: false, devPlugins: false, hall, version: program.version}
    return await dispatch(argv, program, options)
  } catch (error) {
    return await tellError(error, hall, {
      json: asksForJson(argv),
      logLevel: 'error',
      redactor: composeRedactor(hall),
    })
  }
}

async function dispatch(argv: readonly string[], program: Program, options: HallOptions): Promise<ExitCode> {
  if (options.hall.cwd === '') throw new AssayError('workspace_invalid', 'the current directory no longer exists')
  if (argv[0] === '--version') return tell(`${agentOf(program)}\n`, options.hall)
  if (asksForHelp(argv)) {
    const {helpText} = await import('./help.ts')
    return tell(await helpText(argv, options), options.hall)
  }
  const found = findCommand(argv, join(options.root, program.oclif.commands))
  if (!found) return await refuse(argv, options)
  const {default: CommandClass} = await import(pathToFileURL(found.file).href)
  CommandClass.id = found.words.join(':')
  return await new CommandClass([...found.rest], new ThinConfig(options, program)).run()
}

/** A word that is only a topic shows what belongs to it. */
async function refuse(argv: readonly string[], options: HallOptions): Promise<ExitCode> {
  const {commandIds, helpText} = await import('./help.ts')
  const words = commandWords(argv)
  const known = await commandIds(options)
  if (words.length === 0)
    throw new AssayError('unknown_command', 'a command line begins with a command', {hint: 'assay --help'})
  if (words.length === argv.length && known.some((id) => id.startsWith(`${words.join(' ')} `))) {
    return tell(await helpText(argv, options), options.hall)
  }
  throw unknownCommand(words, known)
}

function tell(text: string, hall: Hall): ExitCode {
  hall.output.out.write(composeRedactor(hall).text(text))
  return EXIT.ok
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const flags = end < 0 ? argv : argv.slice(0, end)
  return argv.length === 0 || argv[0] === 'help' || flags.includes('--help') || flags.includes('-h')
}

function agentOf({name, version}: Program): string {
  return `${name}/${version} ${process.platform}-${process.arch} node-${process.version}`
}

function hallOfProcess(interrupts: Interrupts): Hall {
  return {
    output: processOutput(),
    env: process.env,
    cwd: currentDirectory(),
    signal: interrupts.signal,
    interruptedBy: () => interrupts.came,
  }
}

/** Empty when it was removed under us: then nothing may run, for every relative path would mean something else. */
function currentDirectory(): string {
  try {
    return process.cwd()
  } catch {
    return ''
  }
}
