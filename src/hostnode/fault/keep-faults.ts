import {join} from 'node:path'
import type {Files} from '#path/files'
import {writeAtomic} from '#path/write-atomic'
import type {BasicPorts} from '#port/basic-ports'
import {START_FAULTS} from '../model/fault-forms.ts'
import {faultOrder, isOrderRefusal} from '../model/fault-orders.ts'
import type {FaultTable} from './fault-table.ts'

const MOST_BYTES = 64 * 1024

/** The file in which faults of the start are kept for the next start. */
function keptPath(dataDir: string): string {
  return join(dataDir, 'faults.jsonl')
}

/** Saves the faults of the start with their end times: the process that accepted them is gone by the time they take effect. */
export async function keepFaults(
  dataDir: string,
  faults: FaultTable,
  ports: Pick<BasicPorts, 'files' | 'entropy' | 'redactor'>,
): Promise<void> {
  const kept = faults.list().filter(({fault}) => START_FAULTS.includes(fault))
  const path = keptPath(dataDir)
  if (kept.length === 0) return ports.files.reader.facts(path) && ports.files.writer.remove(path)
  const lines = kept.map(({fault, args, endsAtMs}) => `${JSON.stringify({fault, args, ends_at_ms: endsAtMs})}\n`)
  await writeAtomic(path, ports.redactor.bytes(new TextEncoder().encode(lines.join(''))), ports)
}

/** Sets the saved faults that have not ended yet; returns the number of unreadable ones. */
export function loadFaults(
  dataDir: string,
  faults: FaultTable,
  {files, nowMs}: {readonly files: Files; readonly nowMs: number},
): number {
  const path = keptPath(dataDir)
  if (files.reader.facts(path) === undefined) return 0
  const text = new TextDecoder().decode(files.reader.read(path, MOST_BYTES))
  const orders = text
    .split('\n')
    .filter(Boolean)
    .map((line) => keptOrder(line, nowMs))
  for (const order of orders) if (order !== 'over' && order !== 'broken') faults.set(order)
  return orders.filter((one) => one === 'broken').length
}

function keptOrder(line: string, nowMs: number) {
  const [, head = '', endsAtMs = ''] = /^(\{.*),"ends_at_ms":(\d{1,15})\}$/.exec(line) ?? []
  const ttlS = (Number(endsAtMs) - nowMs) / 1000
  if (head !== '' && ttlS <= 0) return 'over'
  const order = faultOrder(new TextEncoder().encode(`${head},"op":"set","ttl_s":${ttlS}}`))
  return isOrderRefusal(order) || order.op !== 'set' ? 'broken' : order
}
