import {spawnSync} from 'node:child_process'
import type {CampaignResult, Depth} from '../campaign/result.ts'

const GENERATED = {sample: 200, full: 50_000}
const MOST_HEAP_MIB = 256
const CHILD = 'test/support/hostile/run-child.ts'

interface Seen {
  readonly named: number
  readonly generated: number
  readonly refused: number
  readonly read: number
  readonly readers: number
  readonly largest: {readonly mib: number; readonly name: string}
  readonly slowest: {readonly ms: number; readonly name: string}
  readonly failures: readonly string[]
}

/**
 * Shows named and generated hostile inputs to every reader. Each must be refused with a known code or read as what stands
 * there, within 256 MiB, without a value in the answer; in the full depth also within 2 s of processor time.
 */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const words = [
    `--max-old-space-size=${MOST_HEAP_MIB}`,
    '--expose-gc',
    CHILD,
    String(GENERATED[depth]),
    String(seed),
    depth === 'full' ? 'every' : 'some',
  ]
  const {status, stdout, stderr} = spawnSync(process.execPath, words, {encoding: 'utf8', maxBuffer: 1 << 28})
  if (status !== 0) {
    return {
      name: 'hostile-inputs',
      checks: 1,
      failures: [`the reading process ended with ${status} at ${lastInput(stderr)}`],
      notes: [],
    }
  }
  const seen = JSON.parse(stdout) as Seen
  return {
    name: 'hostile-inputs',
    checks: seen.named + seen.generated,
    failures: seen.failures,
    notes: [
      `${seen.named} named and ${seen.generated} generated inputs for ${seen.readers} readers`,
      `${seen.refused} refused, ${seen.read} read`,
      `slowest ${seen.slowest.ms} ms of processor time (${seen.slowest.name})`,
      `heap limit ${MOST_HEAP_MIB} MiB; most memory for one input ${seen.largest.mib} MiB (${seen.largest.name})`,
    ],
  }
}

function lastInput(stderr: string): string {
  return stderr.split('\n').findLast((line) => line.startsWith('> ')) ?? 'no input'
}
