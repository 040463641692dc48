import {nodeBaseline} from '#contract/generated/node-baseline'
import {nodeInventory} from '#contract/generated/node-inventory'
import {isRecord} from '#contract/is-record'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import type {NodeBefore} from '#host/check/check'
import {fileName} from '#path/safe-relative-path'
import {writeAtomic} from '#path/write-atomic'
import type {RunPorts} from '#run/ports'
import {beforeFile} from './upgrade-places.ts'

type Ports = Pick<RunPorts, 'files' | 'entropy' | 'redactor'>

/** Keeps what was taken down of a node, for drivers that come later. */
export async function keepBefore(folder: string, node: string, before: NodeBefore, ports: Ports): Promise<void> {
  const {baseline, inventory, refs} = before
  const document = {baseline, inventory, refs: [...refs].map(([name, own]) => [name, [...own]])}
  await writeAtomic(beforeFile(folder, node), ports.redactor.json(document), ports)
}

/** Throws `upgrade_unreadable` where there is none that can be read. */
export function keptBefore(folder: string, node: string, {files: {reader}}: Pick<Ports, 'files'>): NodeBefore {
  const path = beforeFile(folder, node)
  try {
    const document: unknown = JSON.parse(new TextDecoder().decode(reader.read(path)))
    if (!isRecord(document)) throw new TypeError('no document')
    const baseline = parse(nodeBaseline, document['baseline'])
    const inventory = parse(nodeInventory, document['inventory'])
    // It is of one node.
    return {baseline, inventory, refs: refsOf(document['refs']), others: new Map()}
  } catch (error) {
    throw new AssayError('upgrade_unreadable', `what was taken down of ${node} before the upgrade cannot be read`, {
      hint: `Put ${fileName(path)} back as it was; or put the nodes back as they were: assay node rollback.`,
      cause: error,
    })
  }
}

function refsOf(value: unknown): Map<string, Map<string, string>> {
  const pairs = (list: unknown): [string, unknown][] =>
    (Array.isArray(list) ? list : []).flatMap((pair: unknown) =>
      Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], pair[1]] as [string, unknown]] : [],
    )
  return new Map(pairs(value).map(([name, own]) => [name, new Map(pairs(own).map(([ref, oid]) => [ref, String(oid)]))]))
}
