import {resolve} from 'node:path'
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import type {EnvInfoResult} from '#contract/generated/types'

export default class EnvInfo extends BaseCommand<EnvInfoResult> {
  static override summary = 'Show one world: names, units, rules, and what it looks like.'
  static override description =
    'Names and units are those that translators take. --picture writes a PNG of one of its starts.'
  static override exits = {ok: 'shown', usage: 'no such world'}
  static override examples = [
    '<%= config.bin %> env info two-room',
    '<%= config.bin %> env info push-block --picture push-block.png --picture-size 224',
  ]
  static override flags = {
    picture: Flags.string({helpValue: 'FILE', summary: 'Write a picture of a start as PNG.'}),
    'picture-size': Flags.integer({default: 64, helpValue: 'N', summary: 'Pixels of a side, 16 to 512.'}),
  }
  static override args = {world: Args.string({required: true, description: 'World.'})}

  protected override async contract() {
    return (await import('#contract/generated/env-info-result')).envInfoResult
  }

  protected override async perform() {
    const {args, flags} = await this.parse(EnvInfo)
    const {showWorldOf} = await import('#rollout/show-world')
    const {envInfoReport} = await import('#rollout/worlds-report')
    const {picture: file, 'picture-size': side} = flags
    const picture = file === undefined ? undefined : {path: resolve(this.hall.cwd, file), shown: file, side}
    const result = await showWorldOf({world: args.world, picture}, await this.ports())
    return {result, report: envInfoReport(result)}
  }
}
