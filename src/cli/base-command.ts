import {resolve} from 'node:path'
import type {Interfaces} from '@oclif/core'
import {Command} from '@oclif/core/command'
import {accessEnvironment, composeNamed} from '#compose/compose-named'
import {composeRedactor} from '#compose/compose-redactor'
import type {Contract} from '#contract/contract'
import {AssayError} from '#error/assay-error'
import {type Mistake, MistakeList} from '#error/collect-mistakes'
import {type Exit, type ExitCode, type ExitContext, exitFor, type VerdictState} from '#error/exit'
import {type CommandOutcome, FILE_VIEW, renderSafe} from '#library/render-safe'
import type {MeasurementPorts} from '#measurement/ports'
import type {Redactor} from '#redact/redactor'
import type {ResultDocument} from '#report/renderer'
import {type FormatName, isFormat} from '#report/renderers'
import type {CommandExits} from './command-exits.ts'
import {compose} from './compose.ts'
import {endedBy} from './error-document.ts'
import {asksForTelemetry, flaggedAccess, flaggedNaming, replacesFiles} from './flagged-access.ts'
import {emptyFlags, typedArguments} from './given-values.ts'
import type {Hall, HallOptions} from './hall.ts'
import type {Telemetry} from './open-telemetry.ts'
import {helpFor, readMistaken} from './read-mistaken.ts'
import {isTelling, type LogLevel, sharedFlags} from './shared-flags.ts'
import {asksForJson, tellError} from './tell-error.ts'
import {redactorFor, wantsColour} from './terminal-view.ts'
import type {Refused} from './usage-fault.ts'

type Shared = Interfaces.InferredFlags<ReturnType<typeof sharedFlags>>
type Values = Interfaces.OutputFlags<Interfaces.FlagInput>

/**
 * What every command shares: flags, one outcome printed once, one exit code. A command says `perform` and names the contract of
 * its result; whatever it throws is told in one shape.
 */
export abstract class BaseCommand<Result extends ResultDocument> extends Command {
  static override baseFlags: Interfaces.FlagInput = sharedFlags()
  /** Help and the reference page tell them; a test holds that each command names `ok` at least. */
  static exits: CommandExits = {}

  #shared: Shared | undefined
  #givenFormat: FormatName | undefined
  #redactor: Redactor | undefined
  #ports: (MeasurementPorts & Disposable) | undefined
  #telemetry: Telemetry | undefined

  /** Flags in, one use case, its result and Report out. The exit stands in the result. */
  protected abstract perform(): Promise<CommandOutcome<Result>>

  /** The schema of the result; loaded when JSON is written. */
  protected abstract contract(): Promise<Contract<Result>>

  /** Does everything from the flags to the last byte; never rejects. */
  override async run(): Promise<ExitCode> {
    try {
      const code = await this.#conduct().catch((error: unknown) => this.#fail(error))
      await this.#telemetry?.close(code)
      return code
    } finally {
      this.#ports?.[Symbol.dispose]()
      await this.#ports?.extras?.close()
    }
  }

  protected get hall(): Hall {
    return this.options.hall
  }

  /** Aborted by Ctrl-C: work ends early and cleanly. */
  protected get signal(): AbortSignal {
    return this.hall.signal
  }

  /** `--format`, where the caller gave it. */
  protected get givenFormat(): FormatName | undefined {
    return this.#givenFormat
  }

  /** The command's words, as its result document names it. */
  protected get words(): string {
    return (this.id ?? '').replaceAll(':', ' ')
  }

  /** Absolute. `--workspace-dir` where the command has it, else the current directory. */
  protected get workspace(): string {
    return resolve(this.hall.cwd, this.#workspaceFlag ?? '.')
  }

  protected async ports(): Promise<MeasurementPorts> {
    if (this.#ports === undefined) throw new Error('ports are open once the flags are read')
    return this.#ports
  }

  /** Nothing that is missing on the line is taken from standard input. */
  protected override parse<F extends Values, B extends Values, A extends Values>(
    {flags, baseFlags, args, ...form}: Interfaces.Input<F, B, A> = this.ctor as never,
    argv = this.argv,
  ) {
    const typed = typedArguments(args ?? {}) as typeof args
    return super.parse<F, B, A>({...form, flags, baseFlags, args: typed} as Interfaces.Input<F, B, A>, argv)
  }

  /** What is wrong with the flags beyond their form; `isWrong`: something is, whatever is found here. */
  protected async furtherMistakes(
    _flags: Readonly<Record<string, unknown>>,
    _isWrong: boolean,
  ): Promise<readonly Mistake[]> {
    return []
  }

  /** A secret, typed without being shown where a terminal is, else all of standard input. Never an argument: those are seen by others. */
  protected async askSecret(prompt: string): Promise<string> {
    const ask = this.hall.askSecret ?? (await import('./ask-secret.ts')).askSecret
    const secret = await ask(prompt, this.signal)
    this.#safety.register(secret)
    return secret
  }

  /** The exit of a verdict; knows which signal came. */
  protected exitFor(verdict: VerdictState, reason: string, context: ExitContext = {}): Exit {
    const signal = this.hall.interruptedBy()
    return exitFor(verdict, reason, {...context, ...(signal && {signal})})
  }

  /** What the program was started with. */
  protected get options(): HallOptions {
    return this.config.options as HallOptions
  }

  get #workspaceFlag(): string | undefined {
    const value: unknown = Object.entries(this.#shared ?? {}).find(([name]) => name === 'workspace-dir')?.[1]
    return typeof value === 'string' ? value : undefined
  }

  get #safety(): Redactor {
    if (this.#redactor === undefined) {
      this.#redactor = composeRedactor(this.hall, this.#workspaceFlag === undefined ? undefined : this.workspace)
      this.hall.onRedactor?.(this.#redactor)
    }
    return this.#redactor
  }

  async #openTelemetry(ports: MeasurementPorts, mistakes: MistakeList): Promise<Telemetry | undefined> {
    // A file that is refused already is not looked at for more.
    const flags = {...this.#shared, ...(mistakes.has('metrics-file') && {'metrics-file': undefined})}
    if (!asksForTelemetry(flags, ports.env)) return undefined
    return await (await import('./open-telemetry.ts')).openTelemetry(flags, this.hall, ports)
  }

  /** A progress line that is drawn makes room for each record. */
  async #openLog(level: LogLevel, progress: Disposable): Promise<MeasurementPorts['log']> {
    const {err} = this.hall.output
    const write = (text: Parameters<typeof err.write>[0]) => {
      progress[Symbol.dispose]()
      err.write(text)
    }
    return (await import('./log.ts')).openActivityLog({write}, level, this.#safety)
  }

  async #conduct(): Promise<ExitCode> {
    const mistakes = new MistakeList()
    const read = (argv?: string[]) =>
      this.parse<Shared, Shared, Interfaces.OutputArgs<Interfaces.ArgInput>>(this.ctor as never, argv)
    const parsed = await readMistaken(read, () => this.#refused, mistakes)
    mistakes.add(emptyFlags(parsed.raw))
    const {flags} = parsed
    this.#shared = flags
    if (!parsed.metadata.flags['format']?.setFromDefault) this.#givenFormat = flags.format
    const outputs = replacesFiles(flags) ? await import('./open-outputs.ts') : undefined
    mistakes.add(outputs?.replacedFiles(parsed.raw, this.hall.cwd) ?? [])
    const ports = await this.#openPorts(flags, mistakes)
    const place = {cwd: this.hall.cwd, workspace: this.workspace}
    const opened = await outputs?.openOutputs(parsed, {...place, formats: this.#formats, ports, mistakes})
    mistakes.add(await this.furtherMistakes(flags, mistakes.any))
    mistakes.end(helpFor(this.#refused))
    await (await this.#github())?.openStepOutputs(this.hall, ports)
    const outcome = await this.perform()
    this.#ports?.[Symbol.dispose]()
    const format = this.#givenFormat ?? outcome.format ?? flags.format
    const formats = [format, ...(opened?.files ?? []).map((file) => file.format)]
    if (formats.includes('json'))
      (await import('./must-match.ts')).mustMatch(await this.contract(), outcome.result, this.words)
    const faults = outcome.fault ? [outcome.fault] : []
    faults.push(...((await outputs?.writeCopies(opened?.files ?? [], outcome, ports)) ?? []))
    const ended = () => (faults.length === 0 ? outcome : endedBy(outcome, faults))
    if (opened?.dotenv) faults.push(...((await outputs?.writeDotenv(opened.dotenv, ended(), place, ports)) ?? []))
    const told = ended()
    await this.#print({...flags, format}, told)
    await (await this.#github())?.tellGithub(told, place, this.hall, {files: ports.files, redactor: this.#safety})
    const telling = {json: false, logLevel: flags['log-level'], redactor: this.#safety}
    for (const fault of faults) await tellError(fault, this.hall, telling)
    if (this.#safety.failed) throw new AssayError('bug', 'a redaction rule failed')
    return told.result.exit.code
  }

  async #openPorts(flags: Shared, mistakes: MistakeList): Promise<MeasurementPorts> {
    const env = accessEnvironment(this.hall.env, flaggedAccess(flags))
    const naming = (await mistakes.at('', () => flaggedNaming(flags, this.ctor.flags))) ?? {}
    const setting = {assayVersion: this.options.version, quiet: flags.quiet, naming}
    const ports = compose({...this.hall, env}, setting, this.#safety)
    const level = flags['log-level']
    const log = this.hall.ports?.log ?? (isTelling(level) ? await this.#openLog(level, ports) : undefined)
    this.#ports = {...ports, log}
    this.#telemetry = await mistakes.at('', () => this.#openTelemetry(ports, mistakes))
    const named = await mistakes.at('', () => composeNamed(ports, this.signal))
    // Without the providers that were named nothing further can be asked.
    if (named === undefined) mistakes.end()
    this.#ports = {...this.#ports, ...this.#telemetry?.ports, ...named}
    return this.#ports
  }

  async #github() {
    const isTold = this.hall.env['GITHUB_ACTIONS'] === 'true' && !this.#shared?.['no-github']
    return isTold ? await import('./tell-github.ts') : undefined
  }

  async #print(flags: Shared, outcome: CommandOutcome): Promise<void> {
    const {out} = this.hall.output
    if (outcome.plain !== undefined && flags.format === 'human') return out.write(this.#safety.text(outcome.plain))
    const colour = flags.format === 'human' && wantsColour(this.hall.env, out.isTerminal, flags['no-color'])
    // Logs are searched and copied from, as files are: where neither a terminal nor the caller tells a width, a row is a line.
    const told = Number(this.hall.env['COLUMNS'])
    const width = out.columns || (told > 0 ? told : FILE_VIEW.width)
    const screen = {verbose: flags.verbose}
    const redactor = flags.format === 'human' ? redactorFor(out, this.#safety) : this.#safety
    out.write(await renderSafe(flags.format, outcome, {colour, width, screen}, redactor))
  }

  async #fail(error: unknown): Promise<ExitCode> {
    this.#ports?.[Symbol.dispose]()
    if (error instanceof AssayError) (await this.#github())?.tellGithubIssues(error, this.hall, this.#safety)
    return await tellError(error, this.hall, {
      json: asksForJson(this.argv),
      logLevel: this.#shared?.['log-level'] ?? 'error',
      redactor: this.#safety,
    })
  }

  get #formats(): FormatName[] {
    const {format} = this.#refused.flags
    return (format?.type === 'option' ? (format.options ?? []) : []).filter(isFormat)
  }

  get #refused(): Refused {
    const flags = {...this.ctor.baseFlags, ...this.ctor.flags}
    return {command: this.words, flags, args: this.ctor.args ?? {}, strict: this.ctor.strict, argv: this.argv}
  }
}
