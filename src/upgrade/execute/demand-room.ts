import {dirname} from 'node:path/posix'
import type {NodeUpgradePlan} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {MeasurementPorts} from '#measurement/ports'
import type {NodeHands} from '../model/hands.ts'

/** What a run and its ledger take. */
const BESIDE_BYTES = 1024 * 1024

/**
 * Whether a workspace has room for the backups, as far as whoever works on the nodes knows how much their data are: for each of them, and for one that is unpacked
 * for a test; packing makes little of what git has packed. Throws `disk_full`.
 */
export function demandRoom(
  {nodes}: Pick<NodeUpgradePlan, 'nodes'>,
  {workspace, hands}: {readonly workspace: string; readonly hands: Pick<NodeHands, 'dataBytes'>},
  {space, files}: Pick<MeasurementPorts, 'space' | 'files'>,
): void {
  let folder = workspace
  while (files.reader.facts(folder) === undefined && folder !== dirname(folder)) folder = dirname(folder)
  const free = space.freeBytes(folder)
  const sizes = nodes.flatMap(({name}) => hands.dataBytes(name) ?? [])
  if (free === undefined || sizes.length < nodes.length) return
  const needed = sizes.reduce((sum, size) => sum + size, 0) + Math.max(...sizes) + BESIDE_BYTES
  if (needed <= free) return
  const names = nodes.map(({name}) => name).join(', ')
  throw new AssayError(
    'disk_full',
    `the workspace has no room for the backups of ${names}: about ${needed} bytes are needed, ${free} are free: nothing was done`,
    {hint: 'Free that much, or name another workspace with --workspace-dir, and give the line again.'},
  )
}
