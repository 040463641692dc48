import {judgeSteadiness} from '#host/judge/judge-steadiness'
import {type ProcessLook, tellsProcess} from '#host/model/process-look'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import type {SeenNode} from '../model/seen.ts'
import {type ActEnd, bad, GOOD, LOOK_MS, open, type UpgradeWork} from './upgrade-work.ts'

const READY_MS = 60_000
const SYNCED_MS = 600_000
const IN_A_ROW = 3

/** How long a node may take to be what it should be. */
export const readyMs = ({setting}: UpgradeWork): number => {
  const seconds = setting.target.objectives.ready_within_s
  return seconds === undefined ? READY_MS : seconds * 1000
}

/** Until the node is ready and of the release, so often in a row. A process that is gone is not waited for. */
export async function waitReady(
  work: UpgradeWork,
  name: string,
  version: string,
  signal: AbortSignal,
): Promise<ActEnd> {
  const isReady = (node: SeenNode) => node.ready && node.version === version
  const isGone = () => work.hands.isAlive(name) === false
  // From here on it is to stay the same process.
  const onWell = (node: SeenNode) => void work.processes.set(name, processOf(node, work))
  const end = await waitFor(work, {name, mostMs: readyMs(work), isWell: isReady, isGone, onWell}, signal)
  if (end === 'well') return GOOD
  if (end === 'gone') return bad('its process ended')
  const seen = await work.sight.look(signal)
  const last = seen.find((node) => node.name === name)
  if (last?.answers !== true) return bad(`no answer within ${readyMs(work) / 1000} s`)
  const other = whoseProcess(seen, last)
  if (other !== undefined) return bad(`the process of ${other} answers for it`)
  return last.version !== undefined && last.version !== version
    ? bad(`it runs ${last.version}, and not ${version}`)
    : {...bad(`not ready within ${readyMs(work) / 1000} s`), isUnready: true}
}

/** Until a validator is in step with the others; too long is no verdict. */
export async function waitSynced(work: UpgradeWork, name: string, signal: AbortSignal): Promise<ActEnd> {
  const isWell = (node: SeenNode) => node.synced === true
  const isGone = () => work.hands.isAlive(name) === false
  const end = await waitFor(work, {name, mostMs: SYNCED_MS, isWell, isGone}, signal)
  if (end === 'well') return GOOD
  return end === 'gone' ? bad('its process ended') : {...open('not in step with the others'), isUnready: true}
}

/** Whether a node stays well for so long; each time it is not the time begins again, up to a limit. One that was started again since it was ready crashed. */
export async function watchStable(work: UpgradeWork, name: string, signal: AbortSignal): Promise<ActEnd> {
  const {clock} = work.ports
  const {stable_ms: stableMs, to} = work.plan
  const mostMs = stableMs * 3 + readyMs(work)
  const begun = clock.monotonicNs()
  for (let since = begun; elapsedMs(clock, since) < stableMs; ) {
    const [node] = (await work.sight.look(signal)).filter((one) => one.name === name)
    if (work.hands.isAlive(name) === false) return bad('its process ended')
    const crash = node?.answers ? crashOf(work, node) : undefined
    if (crash !== undefined) return bad(crash)
    const isWell = node?.ready === true && node.synced !== false && node.version === to
    if (!isWell) since = clock.monotonicNs()
    if (elapsedMs(clock, begun) > mostMs) return {...bad('it does not stay ready'), isUnready: node?.answers === true}
    await sleep(clock, Math.min(LOOK_MS, stableMs), signal)
  }
  return GOOD
}

/** Why a node is another process than at the look before, if it tells so; what it tells now is what the next look is held against. */
function crashOf(work: UpgradeWork, node: SeenNode): string | undefined {
  const now = processOf(node, work)
  const {status, reason} = judgeSteadiness(work.processes.get(node.name), now)
  if (tellsProcess(now)) work.processes.set(node.name, now)
  return status === 'fail' ? reason : undefined
}

/** What a look tells of the process of a node. */
export const processOf = ({instance, startedAtMs, uptimeSeconds}: SeenNode, {ports}: UpgradeWork): ProcessLook => ({
  instance,
  startedAtMs,
  uptimeSeconds,
  atMs: ports.clock.nowMs(),
})

/** Another node for which the process answers that answers for this one: an address that leads elsewhere by now. */
export const whoseProcess = (seen: readonly SeenNode[], {name, instance}: SeenNode): string | undefined =>
  seen.find((one) => one.name !== name && one.instance !== undefined && one.instance === instance)?.name

/** The node, where it serves. What stands before a node may answer for it that it is away. */
export function servingNode(name: string, seen: readonly SeenNode[]): SeenNode | undefined {
  const node = seen.find((one) => one.name === name)
  if (node === undefined || !node.answers || whoseProcess(seen, node) !== undefined) return undefined
  return node.ready || node.instance !== undefined ? node : undefined
}

/** Keeps by which process a node serves that is about to be stopped. */
export function noteProcess(work: UpgradeWork, name: string, seen: readonly SeenNode[]): void {
  const node = servingNode(name, seen)
  if (node === undefined) work.stopping.delete(name)
  else work.stopping.set(name, processOf(node, work))
}

interface Wait {
  readonly name: string
  readonly mostMs: number
  readonly isWell: (node: SeenNode) => boolean
  readonly isGone: () => boolean
  /** What was seen of it at the last of the looks. */
  readonly onWell?: (node: SeenNode) => void
}

async function waitFor({sight, ports: {clock}}: UpgradeWork, wait: Wait, signal: AbortSignal) {
  let well = 0
  for (const begun = clock.monotonicNs(); elapsedMs(clock, begun) <= wait.mostMs; ) {
    const seen = await sight.look(signal)
    const node = seen.find(({name}) => name === wait.name)
    well = node !== undefined && wait.isWell(node) && whoseProcess(seen, node) === undefined ? well + 1 : 0
    if (well === IN_A_ROW && node !== undefined) {
      wait.onWell?.(node)
      return 'well'
    }
    if (wait.isGone()) return 'gone'
    await sleep(clock, LOOK_MS, signal)
  }
  return 'late'
}
