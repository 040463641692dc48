import {join} from 'node:path'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {uniqueName} from '#path/unique-name'
import {writeAtomic} from '#path/write-atomic'
import {sleep} from '#random/timers'
import {RUNS, UNDO} from '#run/layout'
import {judgeLease, leaseFor} from '#run/lease'
import type {RunPorts} from '#run/ports'
import {readLease} from '#run/read-lease'

/** Who came at the same moment and has to give way needs no longer. */
const LOOKS = 100
const LOOK_AGAIN_MS = 20

/** A run that is put back, and the workspace that its host digests are bound to. */
export interface HeldRun {
  readonly runId: RunId
  readonly workspaceId: string
}

/**
 * Holds the right to put a run back until it is disposed of. Each process writes a claim of its own and then looks for others, so two can never both
 * hold; of two that came at once the one whose name is lower goes on. A claim of a dead process counts for nothing and is removed. The folder must be
 * there. Throws `workspace_busy` where another process holds it.
 */
export async function holdRun(workspace: string, run: HeldRun, ports: RunPorts): Promise<AsyncDisposable> {
  const folder = join(workspace, RUNS, UNDO)
  const name = uniqueName(claimsOf(run), ports.entropy)
  const path = join(folder, name)
  await writeAtomic(path, ports.redactor.json(leaseFor({...run, epoch: 1}, ports.processes)), ports)
  const release = () => ports.files.writer.remove(path)
  try {
    for (let look = 0; look < LOOKS; look++) {
      const others = await livingClaims(folder, name, run, ports)
      if (others.length === 0) return {[Symbol.asyncDispose]: release}
      if (others.some((other) => other < name)) break
      await sleep(ports.clock, LOOK_AGAIN_MS)
    }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  throw new AssayError('workspace_busy', `another process puts back what the run ${run.runId} left`)
}

const claimsOf = ({runId}: HeldRun) => `${runId}.claim-`

async function livingClaims(folder: string, own: string, run: HeldRun, ports: RunPorts): Promise<string[]> {
  const {reader, writer} = ports.files
  const living: string[] = []
  for (const {name} of reader.list(folder)) {
    if (!name.startsWith(claimsOf(run)) || name === own) continue
    const path = join(folder, name)
    const facts = reader.facts(path)
    const lease = readLease(path, reader)
    // It was released between the two looks.
    if (facts === undefined || lease === undefined) continue
    const seen = {heartbeatMs: facts.mtimeMs, nowMs: ports.clock.nowMs(), workspaceId: run.workspaceId}
    if (judgeLease(lease, seen, ports.processes) === 'dead') await writer.remove(path)
    else living.push(name)
  }
  return living
}
