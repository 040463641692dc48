import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import type {InitResult} from '#contract/generated/types'
import {CI_SERVICES} from '#job/first-job'

export default class Init extends BaseCommand<InitResult> {
  static override summary = 'Write a first job, and a pipeline that runs it.'
  static override description =
    'Writes assay.yaml, a job that passes offline in seconds, and with --ci the file of a CI service. What is there already is left as it is.'
  static override exits = {ok: 'written, or everything was there already'}
  static override examples = ['<%= config.bin %> init', '<%= config.bin %> init --ci github']
  static override flags = {
    ci: Flags.option({options: CI_SERVICES, summary: 'Write the pipeline of this service as well.'})(),
  }

  protected override async contract() {
    return (await import('#contract/generated/init-result')).initResult
  }

  protected override async perform() {
    const {flags} = await this.parse(Init)
    const {writeFirstJob} = await import('#job/write-first-job')
    return await writeFirstJob({folder: this.hall.cwd, ci: flags.ci}, await this.ports())
  }
}
