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

/** What to do about a process of this machine that does not move any more: commands that hold something end tidily by this signal. */
export const howToEnd = (pid: number): string => `If it hangs: kill -INT ${pid} ends it as Ctrl-C does.`

/** The refusal of a process that comes second. `pid`: the holder, if it runs on this machine. */
export function claimHeld(what: string, pid: number | undefined): AssayError {
  const hint = pid === undefined ? {} : {hint: `Wait for the process ${pid} to end. ${howToEnd(pid)}`}
  return new AssayError('workspace_busy', what, hint)
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
  let others: readonly LivingClaim[] = []
  try {
    for (let look = 0; look < LOOKS; look++) {
      others = await removeDeadClaims(place, owner.workspaceId, ports, name)
      if (others.length === 0) return {[Symbol.asyncDispose]: release}
      if (others.some((other) => other.name < name)) break
      await sleep(ports.clock, LOOK_AGAIN_MS)
    }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  throw claimHeld(place.what, others.find(({pid}) => pid !== undefined)?.pid)
}

/** `pid`: of its process, if that runs on this machine. */
interface LivingClaim {
  readonly name: string
  readonly pid: number | undefined
}

/** The claims of living processes other than this one; claims of dead processes are removed. */
async function removeDeadClaims(
  {folder, stem}: ClaimPlace,
  workspaceId: string,
  ports: RunPorts,
  own: string,
): Promise<LivingClaim[]> {
  const {reader, writer} = ports.files
  const living: LivingClaim[] = []
  for (const {name} of reader.list(folder)) {
    if (!name.startsWith(stem) || name === own) continue
    const path = join(folder, name)
    const facts = reader.facts(path)
    const lease = readLease(path, reader)
    // The claim was released between the two looks.
    if (facts === undefined || lease === undefined) continue
    const seen = {heartbeatMs: facts.mtimeMs, nowMs: ports.clock.nowMs(), workspaceId}
    if (judgeLease(lease, seen, ports.processes) === 'dead') await writer.remove(path)
    else living.push({name, pid: ports.processes.startOf(lease.pid) === lease.process_start ? lease.pid : undefined})
  }
  return living
}
