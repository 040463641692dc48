// Asks a server on loopback that answers after 20 ms, over HTTP, with 8, 16 and 32 callers, and wrk the same server in the same minute. The end is
// 1 where our p95 is more than 1.1 times that of wrk and the row is not marked `client_limited`.
// Usage: measure-load.ts [seconds]; needs wrk
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {execa} from 'execa'
import type {BenchmarkRunResult} from '#contract/generated/types'
import {startSlowServer} from './slow-server.ts'

const ANSWER_MS = 20
const MOST = 1.1
const [asked = '5'] = process.argv.slice(2)

async function ours(folder: string, callers: number) {
  const cli = join(import.meta.dirname, '..', 'assay.js')
  const load = ['--duration', `${asked}s`, '--concurrency', String(callers), '--format', 'json', '--allow-loopback']
  const what = ['--providers', 'providers.yaml', '--provider', 'twenty', '--operation', 'embed']
  const {stdout, stderr} = await execa(process.execPath, [cli, 'benchmark', ...what, ...load], {
    cwd: folder,
    reject: false,
  })
  const [row] = (JSON.parse(stdout) as BenchmarkRunResult).rows
  if (!row) throw new Error(stderr)
  return {p95: row.p95_latency_ms ?? Number.NaN, isMarked: row.marks.includes('client_limited')}
}

async function reference(folder: string, url: string, callers: number): Promise<number> {
  const {stdout} = await execa('wrk', [
    '-t1',
    `-c${callers}`,
    `-d${asked}s`,
    '-s',
    join(folder, 'p95.lua'),
    `${url}/wrk`,
  ])
  return Number(/p95us (\d+)/.exec(stdout)?.[1]) / 1000
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-load-'))
  try {
    using server = await startSlowServer(ANSWER_MS)
    const {url} = server
    const provider = {name: 'twenty', transport: 'http', capabilities: ['embed'], base_url: url}
    writeFileSync(join(folder, 'providers.yaml'), JSON.stringify({schema_version: 1, providers: [provider]}))
    writeFileSync(
      join(folder, 'p95.lua'),
      'done = function(s, l, r) print(string.format("p95us %d", l:percentile(95))) end',
    )
    for (const callers of [8, 16, 32]) {
      const theirs = await reference(folder, url, callers)
      const {p95, isMarked} = await ours(folder, callers)
      const isMet = isMarked || p95 <= MOST * theirs
      const words = `p95 ${p95.toFixed(1)} ms, wrk ${theirs.toFixed(1)} ms, ${(p95 / theirs).toFixed(2)} x`
      console.log(`${callers} callers: ${words}${isMarked ? ', client_limited' : ''}${isMet ? '' : '  MISSED'}`)
      if (!isMet) process.exitCode = 1
    }
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

await measure()
