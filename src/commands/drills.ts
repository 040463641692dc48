import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import {MeasuringCommand} from '#cli/measuring-command'
import {optionFlags} from '#cli/option-flags'
import {reachFlags} from '#cli/provider-flags'
import {namingFlags, RUN_GROUP, sharedFlags, telemetryFlags, workspaceFlag} from '#cli/shared-flags'
import {keyboardOf} from '#cli/wait-enter'
import type {DrillsListResult, DrillsResult} from '#contract/generated/types'
import {DRILL_OPTIONS, type DrillRequest} from '#drill/model/drill-options'
import {AssayError} from '#error/assay-error'
import {asMistake} from '#error/collect-mistakes'

export default class Drills extends MeasuringCommand<DrillsResult | DrillsListResult> {
  static override summary = 'Break things on purpose, and prove that it was noticed, answered and put back.'
  static override description =
    'Each drill starts what it works on by itself, waits for its steady state, breaks something real, waits for the signals that an operator would see, answers, waits until all is well again, and puts everything back whatever happens. Without arguments it runs the drills tagged core.'
  static override exits = {
    ok: 'every drill passed; with `--sham`: no drill noticed anything',
    failed: 'a drill failed and was put back, or the bundle is incomplete',
    usage: 'a drill file is not valid, or there is no such drill; nothing was started',
    unavailable: 'what a drill works on could not be started',
    inconclusive: 'there was no steady state, a probe gave no answer, or nothing ran',
    restored: 'a drill had to end early; everything was put back, which was verified',
    'unsafe-state': 'something was not put back, now or by an earlier drill: `assay drills recover`',
    refused: 'the target does not allow a drill; nothing was sent',
  }
  static override examples = [
    '<%= config.bin %> <%= command.id %> --bundle',
    '<%= config.bin %> <%= command.id %> P01 budget-violation',
    '<%= config.bin %> <%= command.id %> --tag core --sham',
  ]
  static override strict = false
  static override args = {
    drill: Args.string({description: 'Drills by id or number, or files of your own; those tagged core by default.'}),
  }
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {
    ...workspaceFlag,
    ...namingFlags,
    ...telemetryFlags,
    ...reachFlags,
    ...optionFlags(DRILL_OPTIONS),
    'dry-run': Flags.boolean({
      default: false,
      helpGroup: 'LISTING',
      summary: 'Say what each drill would do, and start nothing.',
    }),
    guided: Flags.boolean({
      default: false,
      helpGroup: RUN_GROUP,
      summary: 'Show each step of a response at the terminal and wait for Enter.',
    }),
    bundle: Flags.boolean({
      default: false,
      helpGroup: RUN_GROUP,
      summary: 'Publish an evidence bundle, whatever the drills came to, but for an interrupt.',
    }),
  }

  protected override readonly table = DRILL_OPTIONS

  protected override async kind() {
    return (await import('#drill/drill-kind')).drillKind
  }

  protected override async contract() {
    const {flags} = await this.parse(Drills)
    if (isIdle(flags)) return (await import('#contract/generated/drills-list-result')).drillsListResult
    return (await import('#contract/generated/drills-result')).drillsResult
  }

  /** What waits for a person where there is none would wait until the drill is over. */
  protected override async furtherMistakes(flags: Readonly<Record<string, unknown>>, isWrong: boolean) {
    if (flags['guided'] !== true || keyboardOf(this.hall)) return await super.furtherMistakes(flags, isWrong)
    const hint = 'Leave it out, or type the command at a terminal.'
    const lonely = new AssayError('usage', '--guided waits for somebody at a terminal, and there is none', {hint})
    return [...(await super.furtherMistakes(flags, true)), asMistake('guided', lonely)]
  }

  protected override async perform() {
    const {flags, argv} = await this.parse(Drills)
    const {withNamed} = await import('#drill/read/named-drills')
    const request = withNamed(this.asked<DrillRequest>(DRILL_OPTIONS, flags), argv.map(String))
    const guide = flags.guided ? keyboardOf(this.hall) : undefined
    const order = {...this.order('drills', request, flags), bundle: flags.bundle, guide}
    const ports = await this.ports()
    if (isIdle(flags)) return await (await import('#drill/execute/list-drills')).listDrills(order, 'drills', ports)
    return await (await import('#drill/conduct-drills')).conductDrills(order, ports, this.signal)
  }
}

/** Nobody works on nodes that are not the drill's without being told to. */
const isIdle = (flags: Readonly<Record<string, unknown>>): boolean =>
  flags['dry-run'] === true || (flags['target'] !== undefined && flags['apply'] !== true)
