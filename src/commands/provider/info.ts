import {resolve} from 'node:path'
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags} from '#cli/provider-flags'
import type {ProviderInfoResult} from '#contract/generated/types'

export default class ProviderInfo extends BaseCommand<ProviderInfoResult> {
  static override summary = 'Show what one provider is, needs and promises.'
  static override description =
    'Names the variables that configure it and whether they are set; never their values. Nothing is dialled, unless a GR00T server is to say what a file is written from.'
  static override exits = {
    ok: 'shown',
    usage: 'no such provider, or a file that cannot be written',
    unavailable: 'the server to be asked cannot be reached',
  }
  static override examples = [
    '<%= config.bin %> provider info mock',
    '<%= config.bin %> provider info gr00t --format json',
    '<%= config.bin %> provider info openpi --translator builtin:openpi-libero --write-translator libero.json',
  ]
  static override flags = {
    ...providerAccessFlags,
    'write-translator': Flags.string({
      helpValue: 'FILE',
      summary: "Write a translator to start from: of a GR00T server's own configuration, else of a built-in one.",
    }),
    'write-input': Flags.string({
      helpValue: 'FILE',
      summary: 'Write inputs for a benchmark with the same names and shapes.',
    }),
    translator: Flags.string({
      helpValue: 'NAME',
      summary: 'Built-in translator to write from, such as builtin:openpi-droid; then nobody is asked.',
    }),
  }
  static override args = {name: Args.string({required: true, description: 'Provider.'})}

  protected override contract() {
    return import('#contract/generated/provider-info-result').then((file) => file.providerInfoResult)
  }

  protected override async perform() {
    const {args, flags} = await this.parse(ProviderInfo)
    const {tellProvider} = await import('#library/show-provider')
    const place = (shown: string | undefined) =>
      shown === undefined ? undefined : {path: resolve(this.hall.cwd, shown), shown}
    const order = {
      name: args.name,
      translator: flags.translator,
      writeTranslator: place(flags['write-translator']),
      writeInput: place(flags['write-input']),
    }
    return await tellProvider(order, await this.ports(), this.signal)
  }
}
