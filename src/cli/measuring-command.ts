import {AssayError} from '#error/assay-error'
import {asMistake, type Mistake} from '#error/collect-mistakes'
import {askedByFlags, checkAsked, findMisasked} from '#measurement/asked'
import type {Option} from '#measurement/option'
import type {Order, SharedRequest} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import type {ResultDocument} from '#report/renderer'
import {BaseCommand} from './base-command.ts'

type Flags = Readonly<Record<string, unknown>>

/** The part of a kind of run that finds everything that can be the caller's mistake. */
interface Planning {
  plan(order: Order<SharedRequest>, ports: MeasurementPorts, signal: AbortSignal): Promise<unknown>
}

/** A command whose flags come from the options of a kind of run. */
export abstract class MeasuringCommand<Result extends ResultDocument> extends BaseCommand<Result> {
  /** What may be asked for. */
  protected abstract readonly table: readonly Option[]

  /** The kind of run: a line that is wrong in one way is planned as well, for its other mistakes. */
  protected abstract kind(): Promise<Planning>

  /** What the flags ask for, within the ranges and without the conflicts that the table names. */
  protected asked<Request extends object>(options: readonly Option[], flags: Flags): Request {
    const request = askedByFlags<Request>(options, flags)
    checkAsked(options, request)
    return request
  }

  protected order<Request extends SharedRequest>(
    command: string,
    request: Request,
    {'workspace-dir': workspace}: {readonly 'workspace-dir'?: string | undefined},
  ): Order<Request> {
    return {
      commandArgv: [command, ...this.argv],
      workingDirectory: this.hall.cwd,
      workspace,
      outputFormat: this.givenFormat,
      request,
    }
  }

  protected override async furtherMistakes(flags: Flags, isWrong: boolean): Promise<readonly Mistake[]> {
    const {mistakes, rest} = findMisasked(this.table, askedByFlags<SharedRequest>(this.table, flags), flags)
    // Planning tells its own.
    if (!isWrong && mistakes.length === 0) return []
    const place = typeof flags['workspace-dir'] === 'string' ? {'workspace-dir': flags['workspace-dir']} : {}
    try {
      const kind = await this.kind()
      await kind.plan(this.order(this.words, rest, place), await this.ports(), this.signal)
    } catch (error) {
      const isOther = error instanceof AssayError && error.exit !== 'usage'
      if (!isOther) return [...mistakes, asMistake('', error)]
    }
    return mistakes
  }
}
