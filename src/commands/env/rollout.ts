import {resolve} from 'node:path'
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import type {EnvRolloutResult} from '#contract/generated/types'
import {ROLLOUT_POLICIES} from '#rollout/rollout-order'

export default class EnvRollout extends BaseCommand<EnvRolloutResult> {
  static override summary = 'Write episodes of a world, to train a model on.'
  static override description =
    'Writes steps.ndjson (states, goals, actions, rewards, successes), world.json (names, units, rules), rollout.json and, with --pictures, a PNG of every state. The same seed gives the same steps. Starts are never those that suites try.'
  static override exits = {
    ok: 'written',
    usage: 'no such world, a count beyond its range, or a folder that is not empty',
  }
  static override examples = [
    '<%= config.bin %> env rollout two-room --output data --episodes 200',
    '<%= config.bin %> env rollout pendulum --output swings --policy expert --pictures --picture-size 96 --seed 7',
  ]
  static override flags = {
    output: Flags.string({char: 'o', required: true, helpValue: 'DIR', summary: 'New or empty folder to write to.'}),
    policy: Flags.option({options: ROLLOUT_POLICIES, default: 'random' as const, summary: 'Who acts.'})(),
    episodes: Flags.integer({default: 10, helpValue: 'N', summary: 'How many, 1 to 100000.'}),
    steps: Flags.integer({helpValue: 'N', summary: 'At most so many an episode; the budget of the world by default.'}),
    stratum: Flags.string({helpValue: 'NAME', summary: 'Family of starts; the first of the world by default.'}),
    pictures: Flags.boolean({default: false, summary: 'A PNG of every state as well.'}),
    'picture-size': Flags.integer({default: 64, helpValue: 'N', summary: 'Pixels of a side, 16 to 512.'}),
    seed: Flags.integer({default: 0, helpValue: 'N', summary: 'Another one gives other episodes.'}),
  }
  static override args = {world: Args.string({required: true, description: 'World.'})}

  protected override async contract() {
    return (await import('#contract/generated/env-rollout-result')).envRolloutResult
  }

  protected override async perform() {
    const {args, flags} = await this.parse(EnvRollout)
    const {writeRollout} = await import('#rollout/write-rollout')
    const {envRolloutReport} = await import('#rollout/worlds-report')
    const {output, pictures, 'picture-size': side, policy, stratum, seed, episodes, steps} = flags
    const pictureSide = pictures ? side : undefined
    const order = {world: args.world, policy, stratum, seed, episodes, steps, pictureSide}
    const folder = resolve(this.hall.cwd, output)
    const result = await writeRollout({order, folder, shown: output}, await this.ports(), this.signal)
    return {result, report: envRolloutReport(result)}
  }
}
