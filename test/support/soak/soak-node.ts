import type {CampaignResult} from '../campaign/result.ts'
import {catchHooks} from '../hook-catcher.ts'
import {startTestNode} from '../hostnode.ts'
import {callHostnode} from '../hostnode-data.ts'
import {tempDir} from '../temp-dir.ts'
import {judgeSeries, type SoakFinding} from './judge-soak.ts'
import {loadNode} from './soak-load.ts'
import {NodeWatch} from './watch-node.ts'

/** How a node is put to work. */
export interface SoakWish {
  readonly forMs: number
  /** Nobody calls it: what grows grows by itself. */
  readonly isIdle: boolean
  /** Another program than the newest release. */
  readonly program?: string
}

const SAMPLES = 120
const LEAST_PAUSE_MS = 200
/** Under load a program takes minutes to get warm; what grows until then says nothing. */
const LEAST_LOADED_MS = 5 * 60_000

/** Serves one node for so long under every kind of load, and tells whether it failed anybody, and whether memory, handles or answers grow. */
export async function soakNode({forMs, isIdle, program}: SoakWish, signal: AbortSignal): Promise<CampaignResult> {
  using dir = tempDir()
  await using catcher = await catchHooks()
  const flags = ['--allow-hook-target', `127.0.0.1:${catcher.port}`, '--hook-schedule', '0s,10ms']
  await using node = await startTestNode({dir: dir.path, flags, ...(program !== undefined && {program})})
  const over = AbortSignal.any([signal, AbortSignal.timeout(forMs)])
  const watch = new NodeWatch(node)
  const sampling = sampleUntil(watch, over, Math.max(LEAST_PAUSE_MS, forMs / SAMPLES))
  const load = isIdle
    ? {errors: [], counts: {}, latencies: []}
    : await loadNode(node, {dir: dir.path, hookUrl: catcher.url, received: () => catcher.caught.length}, over)
  await sampling
  const {code} = await node.stop()
  const {status, stdout} = callHostnode(['verify', '--full', '--data-dir', 'data'], {
    cwd: dir.path,
    ...(program !== undefined && {program}),
  })
  const findings = [...watch.series(), ...load.latencies].map(judgeSeries)
  const isJudged = isIdle || forMs >= LEAST_LOADED_MS
  return {
    name: 'soak',
    checks: Object.values(load.counts).reduce((sum, count) => sum + count, 1),
    failures: [
      ...load.errors,
      ...(code === 0 ? [] : [`the stop ended with ${code}`]),
      ...(status === 0 ? [] : [`verify --full: ${stdout}`]),
      ...(isJudged ? findings.filter(({verdict}) => verdict !== 'still').map(told) : []),
    ],
    notes: [
      Object.entries(load.counts)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ') || 'no load',
      ...(isJudged ? [] : ['too short under load to say whether anything grows: from 5m on']),
      ...findings.map(told),
    ],
  }
}

async function sampleUntil(watch: NodeWatch, over: AbortSignal, pauseMs: number): Promise<void> {
  while (!over.aborted) {
    await watch.sample()
    await new Promise((wake) => setTimeout(wake, pauseMs))
  }
}

function told({name, verdict, median, growth, low, noise, limit}: SoakFinding): string {
  const said = {still: 'still', grows: 'GROWS', too_few: 'too few samples'}[verdict]
  const [a, b, c, d, e] = [median, growth, low, noise, limit].map(short)
  return `${name}: ${said}; median ${a}, growth ${b} (at 95 % at least ${c}), two halves differ by ${d}, may grow by ${e}`
}

/** Bytes come by the million. */
function short(value: number): string {
  return Math.abs(value) >= 1e5 ? `${(value / 1e6).toFixed(1)}M` : value.toFixed(1)
}
