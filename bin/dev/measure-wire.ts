// What a call costs over its wire, against the bare library that carries it or, for GR00T, a Python client: servers and children in processes
// of their own, calls in turns, ratios with intervals of 95 %, as one table. Exits 1 where an interval lies beyond its goal, or where nothing
// could be measured. And when a call ends whose limit is 0.5 s, at a server that sends one byte every 100 ms.
// Usage: measure-wire.ts [calls a side] [http|openpi|stdio|gr00t|deadline]
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {Assay} from '#provider/assay'
import {gr00tRows} from './gr00t-rows.ts'
import {httpPair, openpiPair, stdioPair, type WirePair} from './wire-pairs.ts'
import {type WireRow, wireRow, wireTable} from './wire-row.ts'

const LEAST = 200
const WARM_UP = 300
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
    const parts: Readonly<Record<string, () => Promise<WireRow[]>>> = {
      http: async () => await measure(await httpPair(http)),
      openpi: async () => await measure(await openpiPair(ws)),
      stdio: async () => await measure(await stdioPair()),
      gr00t: () => gr00tRows(calls),
      deadline: async () => [await deadlineRow()],
    }
    const rows: WireRow[] = []
    for (const [name, part] of Object.entries(parts))
      if (only === undefined || only === name) rows.push(...(await part()))
    console.log(`${calls} calls a side\n\n${wireTable(rows)}`)
    if (rows.some(({isMissed}) => isMissed)) process.exitCode = 1
  } finally {
    server.kill()
  }
}

async function measure(pair: WirePair): Promise<WireRow[]> {
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
  const {name: what, goal} = pair
  return [wireRow({what, share: 0.5, goal: goal.p50, ...times}), wireRow({what, share: 0.95, goal: goal.p95, ...times})]
}

async function deadlineRow(): Promise<WireRow> {
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
  const told = `ended after ${least.toFixed(3)}–${most.toFixed(3)} s, ${recorder.events.length} events of ${DEADLINE.calls} calls`
  const isNear = ends.every((end) => Math.abs(end - DEADLINE.seconds) <= DEADLINE.off)
  const isMissed = !isNear || recorder.events.length !== DEADLINE.calls
  return {what: `limit of ${DEADLINE.seconds} s at a dripping server`, told: [told], isMissed}
}
