import {askedByFlags} from '#measurement/asked'
import {checkAsked} from '#measurement/check-asked'
import type {Option} from '#measurement/option'
import type {Order, SharedRequest} from '#measurement/order'
import type {ResultDocument} from '#report/renderer'
import {BaseCommand} from './base-command.ts'

/** A command whose flags come from the options of a kind of run. */
export abstract class MeasuringCommand<Result extends ResultDocument> extends BaseCommand<Result> {
  /** What the flags ask for, within the ranges and without the conflicts that the table names. */
  protected asked<Request extends object>(
    options: readonly Option[],
    flags: Readonly<Record<string, unknown>>,
  ): Request {
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
}
