import type {NodeBaseline, NodeInventory, RuleOutcome} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {judgeVerdict, reasonCode} from '#gate/verdict'
import type {MeasurementPorts} from '#measurement/ports'
import {AFTER_UNTRUSTED, isUntrusted} from '#net/http-fault'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import type {HeldData, NodeBefore} from '../check/check.ts'
import {baselineReport} from '../report/baseline-report.ts'
import {askToken} from './ask-token.ts'
import {BASELINE_FILE, INVENTORY_FILE, NODE_REFS_FILE, REFS_FILE} from './host-files.ts'
import {makeBefore} from './make-before.ts'
import {demandReach} from './measure-checks.ts'
import {openCheckContext} from './open-context.ts'
import type {NodeBaselinePlan} from './plan-baseline.ts'

/** What a baseline took down, beside its outcome. */
export interface NodeBaselineOutcome extends RunOutcome {
  readonly baseline: NodeBaseline
  readonly inventory: NodeInventory
}

/** Takes a baseline. A certificate that nobody trusts is told as that, and not as another service. Throws what asking throws. */
export async function measureBaseline(...taken: Parameters<typeof takeBaseline>): Promise<NodeBaselineOutcome> {
  try {
    return await takeBaseline(...taken)
  } catch (error) {
    if (!isUntrusted(error)) throw error
    throw new AssayError('unreachable', error.message, {cause: error, hint: AFTER_UNTRUSTED})
  }
}

/** Sentinels, then the load of a window, then what the nodes say and what users have: nothing of ours moves a ref after that. */
async function takeBaseline(
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
  await askToken(context, setting)
  const step = async <Value>(stepId: string, work: () => Promise<Value>): Promise<Value> => {
    await trial.steps.start({stepId, operation: `node.${stepId}`})
    ports.progress.update(0, 1, stepId)
    const value = await work()
    await trial.steps.finish(stepId, {status: 'success'})
    return value
  }
  const before = await makeBefore(context, {windowMs, isFenced, hasSentinels: true}, step)
  const {baseline, inventory} = before
  const {nodes} = baseline
  await trial.write({path: BASELINE_FILE, label: 'baseline', kind: 'result', content: {json: baseline}})
  await trial.write({path: INVENTORY_FILE, label: 'inventory', kind: 'result', content: {json: inventory}})
  await writeRefs(trial, before)
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
  const verdict = judgeVerdict({basis: 'default-gate', rules, counts, claims: [], caveats: caveatsOf(inventory)})
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

async function writeRefs(trial: RunRecorder, {refs, others}: NodeBefore): Promise<void> {
  const lines = await trial.lines(REFS_FILE, 'refs', 'result')
  for (const line of refLines(refs)) lines.append(line)
  await lines.flush()
  if (others.size === 0) return
  const nodeLines = await trial.lines(NODE_REFS_FILE, 'node-refs', 'result')
  for (const [node, {held}] of others)
    for (const line of refLines(held?.refs ?? new Map())) nodeLines.append({node, ...line})
  await nodeLines.flush()
}

const refLines = (refs: HeldData['refs']): object[] =>
  [...refs].flatMap(([repository, own]) =>
    own.size === 0 ? [{repository}] : [...own].map(([ref, oid]) => ({repository, ref, oid})),
  )

/** Nodes whose data no check can hold against anything. */
const caveatsOf = ({nodes = []}: NodeInventory): string[] =>
  nodes.flatMap(({name, unread, repos}) =>
    unread === null ? [] : [`${name}: ${repos === null ? 'its data' : 'its accounts'} could not be read: ${unread}`],
  )

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
