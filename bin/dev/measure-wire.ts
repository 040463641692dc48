// What a call costs over its wire, against the bare library that carries it: HTTP, openpi and stdio. Servers in another process, calls in
// turns, ratios of p50 (and p95) with intervals of 95 % over pairs. Exits 1 where an interval lies beyond its goal. And when a call ends
// whose limit is 0.5 s, at a server that sends one byte every 100 ms.
// Usage: measure-wire.ts [calls a side] [http|openpi|stdio|deadline]
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {Assay} from '#provider/assay'
import {seedStream} from '#random/stream'
import {httpPair, openpiPair, stdioPair, type WirePair} from './wire-pairs.ts'

const LEAST = 200
const WARM_UP = 300
const RESAMPLES = 1_000
const DEADLINE = {seconds: 0.5, off: 0.1, calls: 9}
const calls = Math.max(LEAST, Number(process.argv[2] ?? 1_000) || 0)
const only = process.argv[3]

if (process.argv[2] === 'serve') await serve()
else await measureAll()

async function serve(): Promise<void> {
  const http = await startFaultServer({transport: 'http', service: 'cosmos'})
  const ws = await startFaultServer({transport: 'ws', service: 'openpi'})
  console.log(JSON.stringify([http.url, ws.url]))
}

async function measureAll(): Promise<void> {
  const server = spawn(process.execPath, [import.meta.filename, 'serve'], {stdio: ['ignore', 'pipe', 'inherit']})
  try {
    const [line] = await once(server.stdout, 'data')
    const [http, ws] = JSON.parse(String(line)) as [string, string]
    const pairs = {http: () => httpPair(http), openpi: () => openpiPair(ws), stdio: stdioPair}
    for (const [name, open] of Object.entries(pairs))
      if (only === undefined || only === name) await measure(await open())
    if (only === undefined || only === 'deadline') await measureDeadline()
  } finally {
    server.kill()
  }
}

async function measure(pair: WirePair): Promise<void> {
  const times = {ours: [] as number[], bare: [] as number[]}
  for (let call = -WARM_UP; call < calls; call++) {
    // Each first as often as second: whoever comes after the other finds warm caches, or a garbage to collect.
    const order = call % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)
    for (const side of order) {
      const began = performance.now()
      await pair[side]()
      if (call >= 0) times[side].push(performance.now() - began)
    }
  }
  await pair.close()
  tell(pair, times)
}

async function measureDeadline(): Promise<void> {
  const script = [{match: {path: '/v1/infer'}, fault: 'slow_drip'}] as const
  const server = await startFaultServer({transport: 'http', service: 'cosmos', script})
  const recorder = new InMemoryRecorderSink()
  const env = {ASSAY_ALLOW_LOOPBACK: '1', COSMOS_BASE_URL: server.url}
  const assay = new Assay({env, eventHandler: recorder, limits: {timeoutSeconds: DEADLINE.seconds}})
  const ends: number[] = []
  // The first one loads what it needs.
  for (let call = -1; call < DEADLINE.calls; call++) {
    const began = performance.now()
    await assay.generate({prompt: 'a cup', duration_seconds: 5}, 'cosmos').catch(() => {})
    if (call >= 0) ends.push((performance.now() - began) / 1000)
    else recorder.clear()
  }
  await assay.close()
  await server.close()
  const [least, most] = [Math.min(...ends), Math.max(...ends)]
  const told = `${recorder.events.length} events of ${DEADLINE.calls} calls`
  console.log(
    `limit of ${DEADLINE.seconds} s at a dripping server: ended after ${least.toFixed(3)}–${most.toFixed(3)} s, ${told}`,
  )
  const isNear = ends.every((end) => Math.abs(end - DEADLINE.seconds) <= DEADLINE.off)
  if (!isNear || recorder.events.length !== DEADLINE.calls) process.exitCode = 1
}

function tell({name, goal}: WirePair, {ours, bare}: {ours: number[]; bare: number[]}): void {
  console.log(`${name}, ${calls} calls a side`)
  for (const [label, share, most] of [['p50', 0.5, goal.p50] as const, ['p95', 0.95, goal.p95] as const]) {
    const {ratio, low, high} = ratioOf(ours, bare, share)
    const [own, other] = [quantile(ours, share), quantile(bare, share)]
    const aim = most === undefined ? '' : `, goal ${most}`
    console.log(
      `  ${label} ${own.toFixed(3)} ms, bare ${other.toFixed(3)} ms: ${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})${aim}`,
    )
    if (most !== undefined && low > most) process.exitCode = 1
  }
}

/** Pairs are drawn together: what made one call slow made its neighbour slow. */
function ratioOf(ours: readonly number[], bare: readonly number[], share: number) {
  const stream = seedStream('assay/1|wire|bootstrap')
  const ratios = Array.from({length: RESAMPLES}, () => {
    const drawn = ours.map(() => stream.int(ours.length))
    const of = (times: readonly number[]) =>
      quantile(
        drawn.map((at) => times[at] ?? 0),
        share,
      )
    return of(ours) / of(bare)
  })
  const ratio = quantile(ours, share) / quantile(bare, share)
  return {ratio, low: quantile(ratios, 0.025), high: quantile(ratios, 0.975)}
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}
