import {resolve} from 'node:path'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import type {KeysGenerateResult} from '#contract/generated/types'

export default class KeysGenerate extends BaseCommand<KeysGenerateResult> {
  static override summary = 'Make an Ed25519 pair for signing bundles.'
  static override description =
    'Writes key.pem (private, mode 0600) and key.pub.pem. Never overwrites, and refuses folders whose content is published.'
  static override exits = {
    ok: 'the pair was written',
    usage: 'a key is already there, or the folder is one that is published',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --output ../keys',
  ]
  static override flags = {
    output: Flags.string({
      char: 'o',
      helpValue: 'DIR',
      summary: 'Existing folder to write to; the current directory by default.',
    }),
  }

  protected override async contract() {
    return (await import('#contract/generated/keys-generate-result')).keysGenerateResult
  }

  protected override async perform() {
    const {flags} = await this.parse(KeysGenerate)
    const {makeKeyPair} = await import('#evidence/sign/generate-keys')
    const {keysReport} = await import('#evidence/sign/keys-report')
    const output = flags.output ?? '.'
    const result = await makeKeyPair({folder: resolve(this.hall.cwd, output), shown: output}, await this.ports())
    return {result, report: keysReport(result)}
  }
}
