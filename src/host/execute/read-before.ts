import {nodeBaseline} from '#contract/generated/node-baseline'
import {nodeInventory} from '#contract/generated/node-inventory'
import type {NodeBaseline, NodeInventory, NodeInventoryNode, NodeTarget, RunManifest} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {readBaseline} from '#run/read-baseline'
import {newestRecorded, type RecordedPlace, type RecordedRun, readAs} from '#run/read-recorded'
import type {HeldData, NodeBefore, NodeHolding} from '../check/check.ts'
import {BASELINE_COMMAND, BASELINE_FILE, INVENTORY_FILE, NODE_REFS_FILE, REFS_FILE} from './host-files.ts'

/** What stands for the newest baseline of the same target. */
const LATEST = 'latest'

/** Where baselines are looked for, and the target that one must be of. */
interface BeforePlace extends RecordedPlace {
  readonly target: NodeTarget
}

/** What a run of `node baseline` took down. Throws `run_not_found`; `file_unreadable` where it is of another kind or not as it was written; `usage` where it is of another target. */
export function readBefore(
  name: string,
  {target, ...place}: BeforePlace,
  reader: FileReader,
): {readonly before: NodeBefore; readonly parents: RunManifest['parents']} {
  const id = name === LATEST ? newestOf(target.alias, place, reader) : name
  const found = readBaseline(id, {place, reader}, beforeIn)
  if (found.kind === 'missing')
    throw new AssayError('run_not_found', 'there is no such run to hold the nodes against', {given: name})
  if (found.kind === 'damaged' || found.damaged.length > 0) {
    throw new AssayError(
      'file_unreadable',
      `the baseline is not as it was written: ${found.damaged.slice(0, 3).join(', ')}`,
    )
  }
  demandSame(found.side.baseline, target)
  return {before: found.side, parents: [found.parent]}
}

/** Addresses may change, and instances do with every start: the alias and the names of the nodes are what stays. Throws `usage`. */
function demandSame(baseline: NodeBaseline, {alias, nodes}: NodeTarget): void {
  const refuse = (message: string) => {
    throw new AssayError('usage', message, {
      hint: 'Give --baseline latest or the run of a baseline of this target; assay node baseline takes one.',
    })
  }
  if (baseline.target !== alias) refuse(`this baseline is of ${baseline.target}, and not of ${alias}`)
  const [old, now] = [baseline.nodes.map(({name}) => name), nodes.map(({name}) => name)]
  if (old.length > 0 && !old.some((name) => now.includes(name)))
    refuse(`this baseline is of other nodes: of ${old.join(', ')}, and not of ${now.join(', ')}`)
}

/** Throws `run_not_found`. */
function newestOf(alias: string, {workspace}: RecordedPlace, reader: FileReader): string {
  const isWanted = ({manifest}: RecordedRun) => {
    const {command, status, input_summary} = manifest
    return command === BASELINE_COMMAND && status === 'passed' && input_summary['target'] === alias
  }
  const found = newestRecorded(workspace, reader, isWanted)
  if (found !== undefined) return found.manifest.run_id
  throw new AssayError('run_not_found', 'there is no baseline of this target in the workspace', {
    hint: 'Take one with assay node baseline.',
  })
}

function beforeIn(run: RecordedRun): NodeBefore {
  if (run.manifest.command !== BASELINE_COMMAND) {
    throw new AssayError('file_unreadable', 'the run is no baseline of nodes', {
      hint: 'Make one with assay node baseline.',
    })
  }
  const json = (path: string): unknown => JSON.parse(run.text(path) ?? 'null')
  const baseline = readAs(BASELINE_FILE, () => parse(nodeBaseline, json(BASELINE_FILE)))
  const inventory = readAs(INVENTORY_FILE, () => parse(nodeInventory, json(INVENTORY_FILE)))
  const refs = readAs(REFS_FILE, () => refsIn(run.lines(REFS_FILE) ?? []))
  const nodeRefs = readAs(NODE_REFS_FILE, () => refLines(run.lines(NODE_REFS_FILE) ?? []))
  const others = (inventory.nodes ?? []).map((node) => {
    const own = nodeRefs.filter((line) => line['node'] === node.name)
    return [node.name, holdingIn(inventory, node, refsOf(own))] as const
  })
  return {baseline, inventory, refs, others: new Map(others)}
}

/** What is told of all is told of each: when it was taken, and whether anybody could write. What is ours was left where users go. */
function holdingIn(
  {nodes: _, ...all}: NodeInventory,
  {unread, repos, counts, accounts}: NodeInventoryNode,
  refs: HeldData['refs'],
): NodeHolding {
  if (repos === null) return {held: undefined, unread}
  const sentinels = {token_id: null, hook_id: null, repository: null}
  return {held: {inventory: {...all, repos, counts, accounts, sentinels}, refs}, unread}
}

const refsIn = (lines: readonly string[]) => refsOf(refLines(lines))

const refLines = (lines: readonly string[]) => lines.map((line): unknown => JSON.parse(line)).filter(isRecord)

function refsOf(entries: readonly Readonly<Record<string, unknown>>[]): Map<string, Map<string, string>> {
  const all = new Map<string, Map<string, string>>()
  for (const {repository, ref, oid} of entries) {
    if (typeof repository !== 'string') continue
    const own = all.get(repository) ?? new Map<string, string>()
    all.set(repository, own)
    if (typeof ref === 'string' && typeof oid === 'string') own.set(ref, oid)
  }
  return all
}
