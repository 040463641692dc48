import {AssayError} from '#error/assay-error'
import type {Order, Planned} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import type {RunDescription} from '#run/run-recorder'
import type {NodeBaselineRequest} from '../model/host-options.ts'
import {BASELINE_COMMAND} from './host-files.ts'
import {type HostSetting, loadSetting} from './load-setting.ts'

/** A baseline before its run exists. */
export interface NodeBaselinePlan {
  readonly setting: HostSetting
  readonly windowMs: number
  readonly isFenced: boolean
}

const USUAL_WINDOW_MS = 300_000
const MOST_WINDOW_MS = 3_600_000

/** Throws as `loadSetting` does; `out_of_range` for a window over an hour, `config_invalid` for a target without a token. */
export async function planBaseline(
  order: Order<NodeBaselineRequest>,
  ports: MeasurementPorts,
): Promise<Planned<NodeBaselinePlan>> {
  const {windowMs = USUAL_WINDOW_MS, isFenced = false} = order.request
  if (windowMs > MOST_WINDOW_MS) throw new AssayError('out_of_range', '--window must be at most 1h')
  const setting = await loadSetting(order, ports)
  if (setting.token === undefined) {
    throw new AssayError(
      'config_invalid',
      'a baseline needs a token: name its variable as auth.token_env in the target',
    )
  }
  return {plan: {setting, windowMs, isFenced}, workspace: setting.workspace}
}

export function describeBaseline({setting, windowMs, isFenced}: NodeBaselinePlan): RunDescription {
  const {target, argv, envSummary} = setting
  return {
    kind: 'node',
    command: BASELINE_COMMAND,
    commandArgv: argv,
    providers: [],
    capabilities: [],
    operations: ['node.baseline'],
    envSummary,
    inputSummary: {target: target.profile.alias, window_ms: windowMs, fenced: isFenced, target_sha256: target.sha256},
    inputs: [{path: 'inputs/target.json', label: 'target', kind: 'input', content: {json: target.profile}}],
  }
}
