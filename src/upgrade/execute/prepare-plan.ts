import {nodeUpgradePlan} from '#contract/generated/node-upgrade-plan'
import type {NodeUpgradePlan} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {parse} from '#contract/parse'
import {loadDocument} from '#document/load-document'
import {AssayError} from '#error/assay-error'
import {errorTextOf} from '#host/client/host-client'
import {OWN_PAGE, tokenRefusal} from '#host/client/token-refusal'
import type {HostSetting} from '#host/execute/load-setting'
import {exactRelease, releaseText} from '#host/model/version'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import {absolutePath, fileName} from '#path/safe-relative-path'
import {adapterGaps} from '../model/adapter-gaps.ts'
import {dataRefusal} from '../model/data-refusal.ts'
import {missedProcesses} from '../model/missed-processes.ts'
import {neededActs} from '../model/needed-acts.ts'
import type {SeenNode} from '../model/seen.ts'
import type {UpgradeRequest} from '../model/upgrade-options.ts'
import {makeUpgradePlan, planDigest, stateDigest} from '../model/upgrade-plan.ts'
import type {UpgradeWish} from '../model/upgrade-wish.ts'
import {openSight, type Sight} from '../site/open-sight.ts'
import type {UpgradeSite} from './open-site.ts'

const WINDOW_MS = 60_000
const STABLE_MS = 30_000
const CANARY_MS = 3_600_000
const TRAFFIC_MS = 60_000
const LIMIT_BYTES = 1024 * 1024

/**
 * The plan that a request asks for: made of what is seen now, or a kept one, of which nothing that it rests on may have changed. Throws `usage`, `plan_invalid`,
 * `upgrade_refused`, `upgrade_unreachable`, `unauthorized`, `host_unfit`, and as reading documents does.
 */
export async function preparePlan(
  {request, workingDirectory}: Order<UpgradeRequest>,
  site: UpgradeSite,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<NodeUpgradePlan> {
  const kept =
    request.plan === undefined ? undefined : await readPlan(absolutePath(workingDirectory, request.plan), ports)
  if (kept !== undefined) demandTarget(kept, site)
  const wish = kept === undefined ? wishOf(request) : wishOfPlan(kept)
  const nodes = await lookOnce(site, ports, signal)
  const missed = missedProcesses(nodes, site.hands)
  if (missed !== undefined) throw new AssayError('upgrade_refused', missed.message, {hint: missed.hint})
  const release = await site.hands.look(wish.release, releaseText(wish.to), signal)
  const {target} = site.setting
  const drains = site.hands.can.has('drain') && site.adapter !== 'embedded'
  const makesGreen = site.hands.can.has('green_create')
  const scene = {
    profile: target.profile,
    targetSha256: target.sha256,
    adapter: site.adapter,
    nodes,
    release,
    drains,
    makesGreen,
    known: site.hands.releases(),
  }
  if (kept !== undefined) demandState(kept, scene)
  const plan = makeUpgradePlan(wish, scene)
  const missing = neededActs(plan).filter((act) => !site.hands.can.has(act))
  if (missing.length > 0)
    throw new AssayError('plan_invalid', `the adapter lacks ${missing.join(', ')}`, {
      hint: 'Name a program for each in the adapter of the target.',
    })
  demandAdapter(site, plan)
  await demandWriting(plan, site, ports, signal)
  return kept ?? plan
}

/** Whether the nodes are still what a plan rests on; time may have passed since it was made. Throws `upgrade_refused`. */
export async function demandUnchanged(
  plan: NodeUpgradePlan,
  site: UpgradeSite,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<void> {
  const nodes = await lookOnce(site, ports, signal)
  const release = await site.hands.look(plan.release, plan.to, signal)
  demandState(plan, {nodes, release, targetSha256: site.setting.target.sha256})
}

function demandState(plan: NodeUpgradePlan, scene: Parameters<typeof stateDigest>[0]): void {
  if (stateDigest(scene) === plan.state_sha256) return
  const files = new Map(scene.nodes.map(({name, configFileSha256}) => [name, configFileSha256]))
  const changed = plan.nodes.filter((one) => one.config_file_sha256 !== files.get(one.name)).map(({name}) => name)
  if (changed.length > 0)
    throw new AssayError(
      'upgrade_refused',
      `the configuration file of ${changed.join(', ')} was changed since the plan was made`,
      {
        hint: 'Put it back as it was; or start the node with it, see that it is well, and make a new plan: assay node plan.',
      },
    )
  throw new AssayError('upgrade_refused', 'the nodes are not as they were when the plan was made', {
    hint: 'Make a new plan, and read it: assay node plan.',
  })
}

/** Throws `plan_invalid`, and `upgrade_refused` where data are that could not be put back. */
function demandAdapter({adapter, setting, hands}: UpgradeSite, plan: NodeUpgradePlan): void {
  const refusal = dataRefusal(plan, hands)
  if (refusal !== undefined) throw new AssayError('upgrade_refused', refusal.message, {hint: refusal.hint})
  const told = setting.target.profile.adapter
  const gaps = told === undefined || adapter === 'embedded' ? [] : adapterGaps(told, neededActs(plan), plan)
  if (gaps.length > 0) throw new AssayError('plan_invalid', `the adapter cannot carry this out: ${gaps.join('; ')}`)
}

async function lookOnce(site: UpgradeSite, ports: MeasurementPorts, signal: AbortSignal): Promise<readonly SeenNode[]> {
  await using sight = openSight(site.setting, ports)
  const nodes = await sight.look(signal)
  await demandTokens(site.setting, {sight, nodes, signal})
  return nodes.map((node) => ({...node, configFileSha256: site.hands.configOf(node.name)}))
}

interface Looked {
  readonly sight: Sight
  readonly nodes: readonly SeenNode[]
  readonly signal: AbortSignal
}

/** Before anything is begun: a baseline and checks with a token that is refused would end in the middle, and with one that does not see what is there they would prove nothing. Throws `unauthorized`, `host_unfit`. */
async function demandTokens({target, token, nodeTokens}: HostSetting, {sight, nodes, signal}: Looked): Promise<void> {
  for (const {name, answers} of nodes) {
    if (!answers || (token === undefined && !nodeTokens.has(name))) continue
    const reply = await sight.tell(name, {method: 'GET', path: OWN_PAGE}, signal)
    if (reply?.status === 401) throw tokenRefusal(target.profile, name)
    const blind = await sight.blindness(name, signal)
    if (blind !== undefined) throw new AssayError(blind.code, `${name}: ${blind.message}`, {hint: blind.hint})
  }
}

/** Checks after each node make repositories, unless writes are held back: a token that may not would have a good release put back. Nothing is made of an empty wish. Throws `unauthorized`. */
async function demandWriting(
  plan: NodeUpgradePlan,
  {setting}: UpgradeSite,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<void> {
  if (!setting.target.checks.mutate || plan.steps.some(({act}) => act === 'fence')) return
  await using sight = openSight(setting, ports)
  for (const {name} of plan.nodes) {
    const reply = await sight.tell(name, {method: 'POST', path: '/api/repos', body: {}}, signal)
    if (reply?.status !== 403) continue
    throw new AssayError('unauthorized', `${name}: the token may make no repository: ${errorTextOf(reply)}`, {
      hint: 'Give a token with the scope repo, or of an administrator; or set checks.mutate: false in the target, and the checks after the upgrade make nothing.',
    })
  }
}

/** Throws `usage`. */
function wishOf({to, strategy, release, ...rest}: UpgradeRequest): UpgradeWish {
  const wanted = to === undefined ? undefined : exactRelease(to)
  if (wanted === undefined) {
    throw new AssayError('usage', to === undefined ? 'no release was named' : '--to names no release', {
      hint: 'Give all three numbers, such as --to 1.2.0.',
      ...(to !== undefined && {given: to}),
    })
  }
  return {
    to: wanted,
    strategy,
    release: release ?? releaseText(wanted),
    windowMs: rest.isUntimed ? 0 : (rest.windowMs ?? WINDOW_MS),
    observeMs: rest.observeMs ?? (strategy === 'canary' ? CANARY_MS : 0),
    trafficWindowMs: rest.trafficWindowMs ?? TRAFFIC_MS,
    stableMs: rest.stableMs ?? STABLE_MS,
    acceptsHalt: rest.acceptsHalt ?? false,
    maxParallel: rest.maxParallel ?? 1,
  }
}

function wishOfPlan(plan: NodeUpgradePlan): UpgradeWish {
  const {strategy, release, window_ms, observe_ms, traffic_window_ms, stable_ms, accepts_halt, max_parallel} = plan
  const to = exactRelease(plan.to)
  if (to === undefined) throw new AssayError('plan_invalid', 'the plan names no release', {given: plan.to})
  return {
    to,
    strategy,
    release,
    windowMs: window_ms,
    observeMs: observe_ms,
    trafficWindowMs: traffic_window_ms,
    stableMs: stable_ms,
    acceptsHalt: accepts_halt,
    maxParallel: max_parallel,
  }
}

async function readPlan(path: string, {files: {reader}}: MeasurementPorts): Promise<NodeUpgradePlan> {
  const {value} = await loadDocument({path, name: fileName(path), limitBytes: LIMIT_BYTES}, reader)
  const plan = parse(nodeUpgradePlan, isRecord(value) && isRecord(value['plan']) ? value['plan'] : value)
  if (planDigest(plan) === plan.plan_sha256) return plan
  throw new AssayError('plan_invalid', 'the plan was changed since it was made: its digest is another one')
}

function demandTarget(plan: NodeUpgradePlan, {setting: {target}}: UpgradeSite): void {
  if (plan.target !== target.profile.alias)
    throw new AssayError('plan_invalid', `the plan is one for ${plan.target}, and not for ${target.profile.alias}`)
  if (plan.target_sha256 === target.sha256) return
  throw new AssayError('upgrade_refused', 'the target file was changed since the plan was made', {
    hint: 'Make a new plan, and read it: assay node plan.',
  })
}
