import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {Config} from '@oclif/core/config'
import {composeRedactor} from '#compose/compose-redactor'
import {AssayError} from '#error/assay-error'
import {EXIT, type ExitCode, exitNamed, exitNameOf, worseExit} from '#error/exit'
import {CLEAR_LINE} from '#redact/styled'
import {HeldWords} from '#report/parting-words'
import {currentDirectory} from './current-directory.ts'
import {asksForHelp, commandWords, findCommand} from './find-command.ts'
import type {Hall, HallOptions} from './hall.ts'
import {LastResort} from './last-resort.ts'
import type {Program} from './program.ts'
import {type Interrupt, Interrupts} from './signals.ts'
import {asksForJson, tellError} from './tell-error.ts'
import {guardOutput, processOutput} from './write-output.ts'

/** For whoever asked for the end of what takes long to end. */
const heard = (signal: Interrupt) =>
  `${signal} was heard: what is under way ends first. A second one ends all at once, and leaves it half done.\n`

/** For whoever insists on the end: what they did not wait for. */
const INSISTED = `interrupted: ended at the second signal, at once
A run that was open stays open in its files; assay runs list shows it as interrupted.
`

/**
 * Runs one command line and gives its exit code; never rejects and never ends the process. `root`: the folder with package.json.
 * `given` replaces the process's streams, environment and signals; without it a crash of ours ends the process, told and redacted.
 */
export async function main(argv: readonly string[], root: string, given?: Hall): Promise<ExitCode> {
  if (given !== undefined) return await conduct(argv, root, given)
  const wasHandedOver = process.env['ASSAY_HANDED_OVER'] === '1'
  // It holds for this process alone.
  delete process.env['ASSAY_HANDED_OVER']
  const output = processOutput()
  const partingWords = new HeldWords()
  const say = (text: string) => output.err.write(composeRedactor(hall).text(text))
  using interrupts = new Interrupts(wasHandedOver, {
    onLong: (signal) => {
      // Progress is drawn on the line at hand, and again below.
      if (output.err.isTerminal) output.err.write(CLEAR_LINE)
      say(heard(signal))
    },
    onInsisted: () => {
      const {lines, isUnsafe} = partingWords.now()
      say([INSISTED, ...lines.map((line) => `${line}\n`)].join(''))
      return isUnsafe ? EXIT['unsafe-state'] : undefined
    },
  })
  const crash = new LastResort(output, asksForJson(argv), () => composeRedactor(hall))
  const hall: Hall = {
    ...hallOfProcess(interrupts),
    output,
    partingWords,
    onRedactor: (redactor) => crash.redactWith(redactor),
  }
  const code = await conduct(argv, root, hall)
  const fault = await output.lost()
  if (fault === undefined || code >= EXIT.bug) return code
  const lost = await (await import('./tell-lost.ts')).tellLost(fault, hall)
  // A bad verdict is one whoever could read it.
  return worseExit(exitNamed(exitNameOf(code), ''), exitNamed(exitNameOf(lost), '')).code
}

async function conduct(argv: readonly string[], root: string, open: Hall): Promise<ExitCode> {
  const hall = {...open, output: guardOutput(open.output, open.env)}
  try {
    const program: Program = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const options: HallOptions = {root, userPlugins: false, devPlugins: false, hall, version: program.version}
    return await dispatch(argv, program, options)
  } catch (error) {
    const redactor = composeRedactor(hall)
    return await tellError(error, hall, {json: asksForJson(argv), logLevel: 'error', redactor})
  }
}

async function dispatch(argv: readonly string[], program: Program, options: HallOptions): Promise<ExitCode> {
  if (options.hall.cwd === '') throw new AssayError('workspace_invalid', 'the current directory no longer exists')
  if (argv[0] === '--version') return tell(`${(await import('./program.ts')).agentOf(program)}\n`, options.hall)
  if (asksForHelp(argv)) return tell(await laidOutHelp(argv, options), options.hall)
  const found = findCommand(argv, join(options.root, program.oclif.commands))
  if (!found) return await refuse(argv, options)
  const {default: CommandClass} = await import(pathToFileURL(found.file).href)
  CommandClass.id = found.words.join(':')
  return await new CommandClass([...found.rest], new ThinConfig(options, program)).run()
}

async function laidOutHelp(argv: readonly string[], options: HallOptions): Promise<string> {
  const {helpText} = await import('./help.ts')
  return await helpText(argv, options)
}

/** A word that is only a topic shows what belongs to it. */
async function refuse(argv: readonly string[], options: HallOptions): Promise<ExitCode> {
  const {commandIds, helpText} = await import('./help.ts')
  const words = commandWords(argv)
  const known = await commandIds(options)
  if (words.length === argv.length && known.some((id) => id.startsWith(`${words.join(' ')} `))) {
    return tell(await helpText(argv, options), options.hall)
  }
  throw (await import('./usage-error.ts')).unknownCommand(argv, known)
}

function tell(text: string, hall: Hall): ExitCode {
  hall.output.out.write(composeRedactor(hall).text(text))
  return EXIT.ok
}

function hallOfProcess(interrupts: Interrupts): Omit<Hall, 'output'> {
  return {
    env: process.env,
    cwd: currentDirectory(),
    signal: interrupts.signal,
    interruptedBy: () => interrupts.came,
  }
}

/**
 * A configuration that knows its name and version and loads nothing: one command that was found by its file needs no list of all
 * commands, no plug-ins and no hooks. Loading the whole costs more than the rest of a start.
 */
class ThinConfig extends Config {
  constructor(options: HallOptions, program: Program) {
    super(options)
    this.root = options.root
    this.name = program.name
    this.bin = program.oclif.bin
    this.version = program.version
    this.topicSeparator = ' '
  }

  override async runHook(): Promise<never> {
    return {successes: [], failures: []} as never
  }
}
