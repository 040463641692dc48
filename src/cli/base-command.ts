import {resolve} from 'node:path'
import type {Interfaces} from '@oclif/core'
import {Command} from '@oclif/core/command'
import {composeNamed} from '#compose/compose-named'
import {composeRedactor} from '#compose/compose-redactor'
import type {Ports} from '#compose/ports'
import {accessEnvironment} from '#compose/provider-access'
import type {Contract} from '#contract/contract'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import {type Exit, type ExitCode, type ExitContext, exitFor, type VerdictState} from '#error/exit'
import {type CommandOutcome, FILE_VIEW, renderSafe} from '#library/render-safe'
import {openOutputFiles, writeOutputFile} from '#library/write-output-files'
import type {Redactor} from '#redact/redactor'
import type {ResultDocument} from '#report/renderer'
import {type FormatName, isFormat} from '#report/renderers'
import {wantsColour} from './colour.ts'
import {compose} from './compose.ts'
import {flaggedAccess, flaggedNaming} from './flagged-access.ts'
import type {Hall, HallOptions} from './hall.ts'
import {isTelling} from './log-level.ts'
import {dotenvName, type PipelineFacts, pipelineFacts, pipelineLines} from './pipeline-facts.ts'
import {redactorFor} from './redactor-for.ts'
import {sharedFlags} from './shared-flags.ts'
import {asksForJson, tellError} from './tell-error.ts'
import {tellGithub, tellGithubIssues} from './tell-github.ts'
import {type Refused, usageError} from './usage-error.ts'

type Shared = Interfaces.InferredFlags<ReturnType<typeof sharedFlags>>

/**
 * What every command shares: flags, one outcome printed once, one exit code. A command says `perform` and names the contract of
 * its result; whatever it throws is told in one shape.
 */
export abstract class BaseCommand<Result extends ResultDocument> extends Command {
  static override baseFlags: Interfaces.FlagInput = sharedFlags()

  #shared: Shared | undefined
  #givenFormat: FormatName | undefined
  #redactor: Redactor | undefined
  #ports: (Ports & Disposable) | undefined

  /** Flags in, one use case, its result and Report out. The exit stands in the result. */
  protected abstract perform(): Promise<CommandOutcome<Result>>

  /** The schema of the result; loaded when JSON is written. */
  protected abstract contract(): Promise<Contract<Result>>

  /** Does everything from the flags to the last byte; never rejects. */
  override async run(): Promise<ExitCode> {
    try {
      return await this.#conduct()
    } catch (error) {
      return await this.#fail(error)
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

  protected async ports(): Promise<Ports> {
    if (this.#ports !== undefined) return this.#ports
    const env = accessEnvironment(this.hall.env, flaggedAccess(this.#shared ?? {}))
    const naming = flaggedNaming(this.#shared ?? {})
    const setting = {assayVersion: this.options.version, quiet: this.#shared?.quiet ?? false, naming}
    const ports = compose({...this.hall, env}, setting, this.#safety)
    const log = this.hall.ports?.log ?? (await this.#openLog(ports))
    this.#ports = {...ports, log, ...(await composeNamed(ports, this.signal))}
    return this.#ports
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

  /** A progress line that is drawn makes room for each record. */
  async #openLog(progress: Disposable): Promise<Ports['log']> {
    const level = this.#shared?.['log-level']
    if (!isTelling(level)) return undefined
    const {err} = this.hall.output
    const write = (text: Parameters<typeof err.write>[0]) => {
      progress[Symbol.dispose]()
      err.write(text)
    }
    return (await import('./log.ts')).openActivityLog({write}, level, this.#safety)
  }

  async #conduct(): Promise<ExitCode> {
    const parsed = await this.parse<Shared, Shared, Interfaces.OutputArgs<Interfaces.ArgInput>>(this.ctor as never)
    const {flags} = parsed
    this.#shared = flags
    if (!parsed.metadata.flags['format']?.setFromDefault) this.#givenFormat = flags.format
    const ports = await this.ports()
    // `runs bundle` and `keys generate` have an --output of their own: one folder.
    const copies = Array.isArray(flags.output) ? flags.output : []
    const files = await openOutputFiles(copies, this.#formats, this.hall, ports)
    const outcome = await this.perform()
    this.#ports?.[Symbol.dispose]()
    const format = this.#givenFormat ?? outcome.format ?? flags.format
    const formats = [format, ...files.map((file) => file.format)]
    if (formats.includes('json')) this.#mustMatch(await this.contract(), outcome.result)
    for (const file of files) {
      await writeOutputFile(file, await renderSafe(file.format, outcome, FILE_VIEW, this.#safety), ports)
    }
    await this.#print({...flags, format}, outcome)
    const facts = pipelineFacts(outcome, {cwd: this.hall.cwd, workspace: this.workspace})
    if (flags.dotenv !== undefined) await this.#writeDotenv(flags.dotenv, facts, ports)
    if (!flags['no-github']) await tellGithub(outcome, facts, this.hall, {files: ports.files, redactor: this.#safety})
    if (this.#safety.failed) throw new AssayError('bug', 'a redaction rule failed')
    return outcome.result.exit.code
  }

  async #writeDotenv(name: string, facts: PipelineFacts, ports: Ports): Promise<void> {
    const text = this.#safety.text(pipelineLines(facts, dotenvName))
    await writeOutputFile({path: resolve(this.hall.cwd, name)}, text, ports)
  }

  async #print(flags: Shared, outcome: CommandOutcome): Promise<void> {
    const {out} = this.hall.output
    if (outcome.plain !== undefined && flags.format === 'human') return out.write(this.#safety.text(outcome.plain))
    const colour = flags.format === 'human' && wantsColour(this.hall.env, out.isTerminal, flags['no-color'])
    // Logs are searched and copied from, as files are: without a terminal nothing is cut.
    const width = out.columns || FILE_VIEW.width
    const screen = {verbose: flags.verbose}
    const redactor = flags.format === 'human' ? redactorFor(out, this.#safety) : this.#safety
    out.write(await renderSafe(flags.format, outcome, {colour, width, screen}, redactor))
  }

  /** A result that its own schema refuses is our bug, whatever it says. */
  #mustMatch(contract: Contract<Result>, result: Result): void {
    try {
      parse(contract, result)
    } catch (error) {
      const issues = error instanceof AssayError ? error.issues : []
      throw new AssayError('bug', `the result of ${this.words} does not match its schema`, {issues, cause: error})
    }
  }

  async #fail(error: unknown): Promise<ExitCode> {
    this.#ports?.[Symbol.dispose]()
    const known = usageError(error, this.#refused) ?? error
    if (known instanceof AssayError && !this.#shared?.['no-github']) tellGithubIssues(known, this.hall, this.#safety)
    return await tellError(known, this.hall, {
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
    return {command: this.words, flags, args: this.ctor.args ?? {}, argv: this.argv}
  }
}
