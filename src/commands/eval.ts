import {MeasuringCommand} from '#cli/measuring-command'
import {optionFlags} from '#cli/option-flags'
import {providerAccessFlags} from '#cli/provider-flags'
import {assetsFlag, namingFlags, sharedFlags, telemetryFlags, workspaceFlag} from '#cli/shared-flags'
import type {EvalResult} from '#contract/generated/types'
import type {EvalRequest} from '#eval/model/eval-options'
import {EVAL_OPTIONS} from '#eval/model/eval-options'

export default class Eval extends MeasuringCommand<EvalResult> {
  static override summary = 'Evaluate providers against environments with exact rules, and judge them by gates.'
  static override description =
    'Tries the contract of each provider and lets a planner finish tasks with it, while the exact environment executes. Every trial, row and rule is kept in a run. Without --provider or --profile it evaluates analytic, or observer where answers about scenes are asked for; what --providers or --provider-module brings comes first.'
  static override exits = {
    ok: 'every rule passed',
    failed: 'a rule failed',
    unavailable: 'a provider could not be reached',
    inconclusive: 'too few trials for a rule, or what was named did not run',
    refused: 'the address policy does not let a connection go to a provider',
  }
  static override examples = [
    '<%= config.bin %> eval --provider analytic',
    '<%= config.bin %> eval --suite closed-loop --env two-room --provider zoo.sign-flip --size standard   # exit 1',
    '<%= config.bin %> eval --list',
  ]
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {
    ...workspaceFlag,
    ...providerAccessFlags,
    ...assetsFlag,
    ...namingFlags,
    ...telemetryFlags,
    ...optionFlags(EVAL_OPTIONS),
  }

  protected override readonly table = EVAL_OPTIONS

  protected override async kind() {
    return (await import('#eval/eval-kind')).evalKind
  }

  protected override async contract() {
    return (await import('#contract/generated/eval-result')).evalResult
  }

  protected override async perform() {
    const {flags} = await this.parse(Eval)
    const {list, show, selftest, ...request} = this.asked<EvalRequest & Listing>(EVAL_OPTIONS, flags)
    if (list) return (await import('#eval/catalogue/eval-catalogue')).evalList()
    if (show !== undefined) return (await import('#eval/catalogue/eval-catalogue')).evalShow(show)
    const order = this.order('eval', request, flags)
    const ports = await this.ports()
    if (selftest) {
      const {files, clock, redactor} = ports
      return await (await import('#eval/run-selftest')).runEvalSelftest(order, {reader: files.reader, clock, redactor})
    }
    const {conductMeasurement} = await import('#measurement/conduct-measurement')
    const told = await conductMeasurement(await this.kind(), order, ports, this.signal)
    const {report} = told
    if (request.episode === undefined || report.status !== 'pass') return told
    return {...told, report: {...report, remarks: [PASSES_ALONE, ...report.remarks]}}
  }
}

/** For who runs a failed trial again: nothing of it is wrong by itself. It is told here alone, for the run does not know why it was asked for. */
const PASSES_ALONE =
  'passes_alone: where this trial failed in a whole run, that hangs on what was asked before it; run its suite again without --episode'

/** Flags that measure nothing. */
interface Listing {
  readonly list?: boolean
  readonly show?: string
  readonly selftest?: boolean
}
