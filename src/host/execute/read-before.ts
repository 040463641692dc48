import {nodeBaseline} from '#contract/generated/node-baseline'
import {nodeInventory} from '#contract/generated/node-inventory'
import type {NodeBaseline, NodeTarget, RunManifest} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {readBaseline} from '#run/read-baseline'
import {newestRecorded, type RecordedPlace, type RecordedRun, readAs} from '#run/read-recorded'
import type {NodeBefore} from '../check/check.ts'
import {BASELINE_COMMAND, BASELINE_FILE, INVENTORY_FILE, REFS_FILE} from './host-files.ts'

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
  return {
    baseline: readAs(BASELINE_FILE, () => parse(nodeBaseline, json(BASELINE_FILE))),
    inventory: readAs(INVENTORY_FILE, () => parse(nodeInventory, json(INVENTORY_FILE))),
    refs: readAs(REFS_FILE, () => refsIn(run.lines(REFS_FILE) ?? [])),
  }
}

function refsIn(lines: readonly string[]): Map<string, Map<string, string>> {
  const all = new Map<string, Map<string, string>>()
  for (const line of lines) {
    const entry: unknown = JSON.parse(line)
    if (!isRecord(entry)) continue
    const {repository, ref, oid} = entry
    if (typeof repository !== 'string') continue
    const own = all.get(repository) ?? new Map<string, string>()
    all.set(repository, own)
    if (typeof ref === 'string' && typeof oid === 'string') own.set(ref, oid)
  }
  return all
}
