import {join} from 'node:path'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {uniqueName, writeAtomic} from '#path/write-atomic'
import {sleep} from '#random/timers'
import {HEARTBEAT_MS, judgeLease, leaseFor, readLease} from './hold-lease.ts'
import type {RunPorts} from './ports.ts'

/** Number of looks for other claims; a process that came at the same moment and gives way is gone by then. */
const LOOKS = 100
const LOOK_AGAIN_MS = 20

/** The holder: its run, and the workspace to which its host digests are bound. */
export interface ClaimOwner {
  readonly runId: RunId
  readonly workspaceId: string
}

/**
 * The right that is held: claims lie in an existing folder, under names that begin with the stem. `what`: the message for a process that
 * comes second.
 */
export interface ClaimPlace {
  readonly folder: string
  readonly stem: string
  readonly what: string
}

/**
 * Holds a right until it is disposed of. Each process writes a claim of its own and then looks for others, so two can never both hold it;
 * of two that came at once the one whose name is lower goes on. A claim of a dead process does not count and is removed. Throws
 * `workspace_busy` if another process holds the right.
 */
export async function holdClaim(place: ClaimPlace, owner: ClaimOwner, ports: RunPorts): Promise<AsyncDisposable> {
  const name = uniqueName(place.stem, ports.entropy)
  const path = join(place.folder, name)
  await writeAtomic(path, ports.redactor.json(leaseFor({...owner, epoch: 1}, ports.processes)), ports)
  // To other machines a claim whose file is not touched belongs to a dead process.
  const stopBeating = ports.clock.every(HEARTBEAT_MS, () => void ports.files.writer.touch(path).catch(() => undefined))
  const release = async () => {
    stopBeating()
    await ports.files.writer.remove(path)
  }
  try {
    for (let look = 0; look < LOOKS; look++) {
      const others = await removeDeadClaims(place, owner.workspaceId, ports, name)
      if (others.length === 0) return {[Symbol.asyncDispose]: release}
      if (others.some((other) => other < name)) break
      await sleep(ports.clock, LOOK_AGAIN_MS)
    }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  throw new AssayError('workspace_busy', place.what)
}

/** Names of the claims of living processes other than this one; claims of dead processes are removed. */
async function removeDeadClaims(
  {folder, stem}: ClaimPlace,
  workspaceId: string,
  ports: RunPorts,
  own: string,
): Promise<string[]> {
  const {reader, writer} = ports.files
  const living: string[] = []
  for (const {name} of reader.list(folder)) {
    if (!name.startsWith(stem) || name === own) continue
    const path = join(folder, name)
    const facts = reader.facts(path)
    const lease = readLease(path, reader)
    // The claim was released between the two looks.
    if (facts === undefined || lease === undefined) continue
    const seen = {heartbeatMs: facts.mtimeMs, nowMs: ports.clock.nowMs(), workspaceId}
    if (judgeLease(lease, seen, ports.processes) === 'dead') await writer.remove(path)
    else living.push(name)
  }
  return living
}
