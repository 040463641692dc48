import type {NodeUpgradePlan, NodeUpgradeProgress, NodeUpgradeState, NodeUpgradeStep} from '#contract/generated/types'
import type {FoundNode} from './found-nodes.ts'

/** One line of the ledger of an upgrade. `way`: towards the new release, or back. */
export type UpgradeEntry =
  | {readonly kind: 'intent'; readonly step: string; readonly way: Way}
  | {readonly kind: 'end'; readonly step: string; readonly way: Way; readonly isGood: boolean; readonly detail: string}
  | {
      readonly kind: 'state'
      readonly state: NodeUpgradeState
      readonly reason: string
      readonly found?: readonly FoundNode[]
      /** For whom the way back waits, where it went no further. */
      readonly waits?: string
    }
  | {readonly kind: 'chosen'; readonly node: string}
  | {readonly kind: 'moved'; readonly node: string; readonly detail: string}
  | ({readonly kind: 'checked'; readonly node: string} & NodeMarks)
type StateEntry = Omit<Extract<UpgradeEntry, {readonly kind: 'state'}>, 'kind'>
export type Way = 'forth' | 'back'

/** By what a node is known again that was checked; null is not told. */
export interface NodeMarks {
  readonly nodeId: string | null
  readonly schema: number | null
}

/** Where an upgrade stands, told by its ledger alone. */
export interface UpgradeProgress {
  readonly state: NodeUpgradeState
  /** Why it stands so, with whom the way back waits for. */
  readonly reason: string
  /** That alone which led there. */
  readonly cause: string
  readonly begun: Readonly<Record<Way, ReadonlySet<string>>>
  readonly done: Readonly<Record<Way, ReadonlySet<string>>>
  /** Nodes in the order in which they were taken on. */
  readonly chosen: readonly string[]
  /** Nodes whose data may have been moved although the plan leaves them as they are, and what was seen of each. */
  readonly moved: ReadonlyMap<string, string>
  /** What nodes told when they had passed their checks. Nodes of upgrades that were begun by an earlier release are not in it. */
  readonly checked: ReadonlyMap<string, NodeMarks>
  /** Steps that failed and were not done since, and why, by the way on which they did. */
  readonly failures: Readonly<Record<Way, ReadonlyMap<string, string>>>
  /** All of them, as sentences; what failed both ways for the same reason is told once. */
  readonly failed: readonly string[]
  /** Steps that were done in another way than they should be, as sentences. */
  readonly odd: readonly string[]
  /** How the nodes were found once the way back had failed; none where it did not, or where it is under way again. */
  readonly found: readonly FoundNode[]
}

/** What a node is at a moment, and not what was put back for good: a retry does it again, so that a node reads the configuration that was mended meanwhile. */
const OF_A_MOMENT = ['room', 'stop', 'start', 'ready', 'synced']

/** A step without an end is unknown: it is neither done nor failed. */
export function progressOf(entries: readonly UpgradeEntry[]): UpgradeProgress {
  const begun = {forth: new Set<string>(), back: new Set<string>()}
  const done = {forth: new Set<string>(), back: new Set<string>()}
  const chosen: string[] = []
  const moved = new Map<string, string>()
  const checked = new Map<string, NodeMarks>()
  const failed = {forth: new Map<string, string>(), back: new Map<string, string>()}
  let stood: StateEntry = {state: 'planned', reason: ''}
  for (const entry of entries) {
    forgetPassed(entry, stood.state, done.back)
    if (entry.kind === 'intent') begun[entry.way].add(entry.step)
    else if (entry.kind === 'chosen') chosen.push(entry.node)
    else if (entry.kind === 'moved') moved.set(entry.node, entry.detail)
    else if (entry.kind === 'checked') checked.set(entry.node, entry)
    else if (entry.kind === 'state') stood = entry
    else if (entry.isGood) {
      done[entry.way].add(entry.step)
      failed[entry.way].delete(entry.step)
    } else failed[entry.way].set(entry.step, entry.detail)
  }
  const told = new Set([...failed.forth, ...failed.back].map(([step, detail]) => `${step}: ${detail}`))
  const {state, reason: cause, waits, found = []} = stood
  const reason = waits === undefined ? cause : `${waits}; put back because: ${cause}`
  return {
    state,
    reason,
    cause,
    begun,
    done,
    chosen,
    moved,
    checked,
    failures: failed,
    failed: [...told],
    odd: oddOf(entries),
    found,
  }
}

/** A step that is as it should be has nothing to tell. */
function oddOf(entries: readonly UpgradeEntry[]): string[] {
  const told = entries.flatMap((entry): [string, string][] => {
    if (entry.kind !== 'end' || !entry.isGood || entry.detail === '') return []
    return [[entry.way === 'forth' ? entry.step : `back:${entry.step}`, entry.detail]]
  })
  return [...new Map(told)].map(([step, detail]) => `${step}: ${detail}`)
}

/** What was done on the way back, and is to be done again. */
function forgetPassed(entry: UpgradeEntry, state: NodeUpgradeState, back: Set<string>): void {
  // It runs: whatever was done to it before, it is to be stopped before its data are touched.
  if (entry.kind === 'moved') forgetMoments(back, entry.node)
  const isRetry = entry.kind === 'state' && entry.state === 'rolling_back' && state === 'rollback_failed'
  if (isRetry) forgetMoments(back)
}

/** Forgets the steps back of one node, or of each that was not healthy at the end. Their data and programs were put back once, and a retry loses nothing written since. */
function forgetMoments(back: Set<string>, node?: string): void {
  for (const id of back) {
    const at = id.indexOf(':')
    const isMeant = node === undefined ? !back.has(`check${id.slice(at)}`) : id.slice(at + 1) === node
    if (isMeant && OF_A_MOMENT.includes(id.slice(0, at))) back.delete(id)
  }
}

const CHANGES: ReadonlySet<NodeUpgradeStep['act']> = new Set([
  'fence',
  'drain',
  'stop',
  'install',
  'migrate',
  'start',
  'green_create',
  'green_start',
  'switch',
])

/** Whether anything was changed that would have to be put back. */
export function hasChanged({steps}: Pick<NodeUpgradePlan, 'steps'>, {begun}: UpgradeProgress): boolean {
  return steps.some(({id, act}) => CHANGES.has(act) && begun.forth.has(id))
}

/** Whether all that was begun of a node was to end it, and to keep writes out: then its program and its data are what they were, and a stop that ended nothing left it as it was. */
export function isOnlyStopped(
  {steps}: Pick<NodeUpgradePlan, 'steps'>,
  {begun, moved}: Pick<UpgradeProgress, 'begun' | 'moved'>,
  node: string,
): boolean {
  const own = steps.filter((step) => step.node === node && CHANGES.has(step.act) && begun.forth.has(step.id))
  return !moved.has(node) && own.every(({act}) => act === 'stop' || act === 'fence')
}

/** Whether a step need not be done any more. That a validator may be stopped holds for that moment alone, and not for a driver that comes later. */
export function isStepDone({id, act, node}: NodeUpgradeStep, {done}: Pick<UpgradeProgress, 'done'>): boolean {
  return done.forth.has(id) && (act !== 'hand_over' || done.forth.has(`stop:${node}`))
}

/** Each node as the ledger knows it. */
export function nodesOf({nodes, steps}: NodeUpgradePlan, progress: UpgradeProgress): NodeUpgradeProgress[] {
  const {begun, done, state} = progress
  return nodes.map(({name}) => {
    const own = steps.filter(
      ({node, act}) => node === name && (CHANGES.has(act) || act === 'check' || act === 'stable'),
    )
    const isBegun = own.some(({id, act}) => act !== 'fence' && begun.forth.has(id))
    const isBack = done.back.has(`ready:${name}`)
    if (!isBegun) return {name, state: 'untouched'}
    if (isBack) return {name, state: 'restored'}
    if (state === 'rollback_failed') return {name, state: 'unknown'}
    return {name, state: own.every(({id}) => done.forth.has(id)) ? 'upgraded' : 'under_way'}
  })
}

/** States in which a driver is at work, or was when it ended. */
export const isOpenState = (state: NodeUpgradeState): boolean =>
  !['finalised', 'rolled_back', 'stopped'].includes(state)

/** The way back was taken, and is not at its end. */
export const isBackState = (state: NodeUpgradeState): boolean => state === 'rolling_back' || state === 'rollback_failed'

/** In the middle of it. One that is rolled and not yet final is as good as any release. */
export const isUnderWay = (state: NodeUpgradeState): boolean => isOpenState(state) && state !== 'rolled'
