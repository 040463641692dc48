import type {NodeBaseline, NodeBaselineNode, NodeInventory, RuleOutcome} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {judgeVerdict, reasonCode} from '#gate/verdict'
import type {MeasurementPorts} from '#measurement/ports'
import {timestamp} from '#random/clock'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import {askStatus} from '../check/ask-status.ts'
import type {CheckContext, NodeSide} from '../check/check.ts'
import {HEALTH_CHECKS} from '../check/check-health.ts'
import {serviceState} from '../check/check-service.ts'
import {probeWindow} from '../check/probe-window.ts'
import {isOk} from '../client/host-client.ts'
import {asCount, asText, readField} from '../model/field.ts'
import {instanceIn, validatorsIn, versionIn} from '../model/status-values.ts'
import {baselineReport} from '../report/baseline-report.ts'
import {BASELINE_FILE, INVENTORY_FILE, REFS_FILE} from './host-files.ts'
import {makeInventory} from './make-inventory.ts'
import {makeSentinels} from './make-sentinels.ts'
import {demandReach} from './measure-checks.ts'
import {openCheckContext} from './open-context.ts'
import type {NodeBaselinePlan} from './plan-baseline.ts'

/** What a baseline took down, beside its outcome. */
export interface NodeBaselineOutcome extends RunOutcome {
  readonly baseline: NodeBaseline
  readonly inventory: NodeInventory
}

/** Sentinels, then the load of a window, then what the nodes say and what users have: nothing of ours moves a ref after that. */
export async function measureBaseline(
  {setting, windowMs, isFenced}: NodeBaselinePlan,
  trial: RunRecorder,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<NodeBaselineOutcome> {
  const nothing = {
    before: undefined,
    to: undefined,
    named: new Set<string>(),
    log: () => undefined,
    keep: () => undefined,
  }
  await using context = await openCheckContext(
    {setting, mode: 'standard', runId: trial.runId, ...nothing},
    ports,
    signal,
  )
  await demandReach(context)
  const step = async <Value>(stepId: string, work: () => Promise<Value>): Promise<Value> => {
    await trial.steps.start({stepId, operation: `node.${stepId}`})
    ports.progress.update(0, 1, stepId)
    const value = await work()
    await trial.steps.finish(stepId, {status: 'success'})
    return value
  }
  await step('health', () => demandHealth(context))
  const sentinels = await step('sentinels', () => makeSentinels(context))
  const window = await step('window', () => probeWindow(context, windowMs))
  const nodes = await step('status', () => Promise.all(context.nodes.map((node) => nodeFacts(context, node))))
  const {inventory, refs} = await step('inventory', () => makeInventory(context, sentinels, isFenced))
  const services = await step('services', () => serviceState(context))
  const taken = timestamp(context.time.nowMs())
  const baseline: NodeBaseline = {
    schema_version: 1,
    taken_at: taken,
    target: setting.target.profile.alias,
    nodes,
    ...window,
    ...services,
  }
  await trial.write({path: BASELINE_FILE, label: 'baseline', kind: 'result', content: {json: baseline}})
  await trial.write({path: INVENTORY_FILE, label: 'inventory', kind: 'result', content: {json: inventory}})
  await writeRefs(trial, refs)
  const rules = baselineRules(baseline, inventory)
  const counts = {
    planned: rules.length,
    run: rules.length,
    passed: rules.filter(({state}) => state === 'pass').length,
    failed: 0,
    errored: rules.filter(({state}) => state !== 'pass').length,
    skipped: 0,
    not_run: 0,
    reused: 0,
  }
  const verdict = judgeVerdict({basis: 'default-gate', rules, counts, claims: [], caveats: []})
  return {
    verdict,
    reasonCode: reasonCode(verdict),
    result: {schema_version: 1, kind: 'node-baseline', inventory_sha256: inventory.sha256, nodes},
    resultSummary: {repositories: inventory.repos.length, nodes: nodes.length, window_s: baseline.window_s},
    report: baselineReport({baseline, inventory, verdict}),
    baseline,
    inventory,
  }
}

/** A baseline of a host that is not well would make every later state look fine. Throws `host_unfit` or `unreachable`. */
async function demandHealth(context: CheckContext): Promise<void> {
  const ready = HEALTH_CHECKS.find(({id}) => id === 'health.ready')
  const finding = await ready?.ask(context)
  if (finding?.status !== 'pass')
    throw new AssayError('host_unfit', `the host is not ready: ${finding?.reason ?? 'unknown'}`)
}

async function nodeFacts(context: CheckContext, node: NodeSide): Promise<NodeBaselineNode> {
  const {signal} = context
  const list = node.isValidator ? await node.open.ask({path: '/api/consensus/validators'}, signal) : undefined
  const config = await askStatus(context, node, (document) => {
    const keys = isRecord(document) ? document['config_keys'] : undefined
    return isRecord(keys) ? keys : undefined
  })
  return {
    name: node.name,
    version: (await askStatus(context, node, versionIn))?.value ?? null,
    instance_id: (await askStatus(context, node, instanceIn))?.value ?? null,
    schema_version:
      (await askStatus(context, node, (document) => readField(document, ['schema_version'], asCount)))?.value ?? null,
    config_sha256:
      (await askStatus(context, node, (document) => readField(document, ['config_sha256'], asText)))?.value ?? null,
    ...(config && {config}),
    validators: list && isOk(list) ? (validatorsIn(list.json)?.value.map(({id}) => id) ?? null) : null,
  }
}

async function writeRefs(trial: RunRecorder, refs: ReadonlyMap<string, ReadonlyMap<string, string>>): Promise<void> {
  const lines = await trial.lines(REFS_FILE, 'refs', 'result')
  for (const [repository, own] of refs) {
    if (own.size === 0) lines.append({repository})
    for (const [ref, oid] of own) lines.append({repository, ref, oid})
  }
  await lines.flush()
}

/** A baseline that holds too little is told as such when it is taken, not after the upgrade. */
function baselineRules({nodes, probes}: NodeBaseline, {repos}: NodeInventory): RuleOutcome[] {
  const rule = (id: string, n: number, isGood: boolean, reason: string): RuleOutcome => ({
    id,
    severity: 'gate',
    state: isGood ? 'pass' : 'inconclusive',
    metric: 'count',
    select: id,
    n,
    ...(!isGood && {reason}),
  })
  const sampled = repos.filter(({refs_sha256}) => refs_sha256 !== null).length
  return [
    rule('nodes', nodes.length, nodes.length > 0, 'no node'),
    rule('refs', sampled, repos.length === 0 || sampled > 0, 'no repository could be read'),
    rule(
      'probes',
      probes.length,
      probes.some(({ms}) => ms.length > 0),
      'no request succeeded',
    ),
  ]
}
