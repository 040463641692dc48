import {spawn} from 'node:child_process'
import {readdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {text} from 'node:stream/consumers'
import {readingFaults, unsealed} from '../campaign/check-workspace.ts'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {runsIn} from '../campaign/scenarios.ts'
import type {Said} from '../campaign/share-workspace.ts'
import {seeded} from '../seeded.ts'
import {tempDir} from '../temp-dir.ts'

const SCRIPT = join(import.meta.dirname, '..', 'campaign', 'share-workspace.ts')
const HOUR_MS = 60 * 60 * 1000
const YEAR_MS = 365 * 24 * HOUR_MS
const EXTENTS = {
  sample: {seeds: 1, writers: 3, runs: 12},
  full: {seeds: 5, writers: 16, runs: 100},
} as const

type Written = Said & {did: 'write'}

/** Many processes write into one workspace, some with clocks that step back an hour or on a year, beside lists, bundles and cleanups. */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const {seeds, writers, runs} = EXTENTS[depth]
  const failures: string[] = []
  const notes: string[] = []
  for (let at = 0; at < seeds; at++) {
    const {found, note} = await crowd({writers, runs}, seed + at)
    failures.push(...found.map((one) => `seed ${seed + at}: ${one}`))
    notes.push(`seed ${seed + at}: ${note}`)
  }
  return {name: 'crowd', checks: seeds * writers * runs, failures, notes}
}

async function crowd(size: {writers: number; runs: number}, seed: number): Promise<{found: string[]; note: string}> {
  using dir = tempDir()
  const draw = seeded(seed)
  const steps = [-HOUR_MS, 0, YEAR_MS, 0]
  const writers = Array.from({length: size.writers}, (_, at) =>
    share(dir.path, 'write', [steps[at % steps.length] ?? 0, size.runs, draw(size.runs)]),
  )
  const others = [share(dir.path, 'list', [0]), share(dir.path, 'bundle', [0]), share(dir.path, 'clean', [-HOUR_MS])]
  const written = (await Promise.all(writers)).flat()
  writeFileSync(join(dir.path, 'stop'), '')
  const said = [...written, ...(await Promise.all(others)).flat()]
  const runs = said.flatMap((one) => (one.did === 'write' ? [one] : []))
  const removed = new Set(said.flatMap((one) => (one.did === 'remove' ? [one.id] : [])))
  const bundles = said.filter((one) => one.did === 'bundle').length
  const found = [
    ...said.flatMap((one) => (one.did === 'fail' ? [`${one.role}: ${one.text}`] : [])),
    ...lost(runs, removed, {path: dir.path, expected: size.writers * size.runs}),
    ...outOfOrder(runs),
    ...(await readingFaults(dir.path)),
    ...unsealed(dir.path),
    ...readdirSync(join(dir.path, 'runs')).flatMap((name) =>
      /^\.(tmp|staging|trash)-/.test(name) ? [`${name} was left`] : [],
    ),
    ...(removed.size > 0 && bundles > 0 ? [] : ['cleanup and bundle did not meet the writers']),
  ]
  return {found, note: `${runs.length} runs, ${removed.size} removed, ${bundles} bundled`}
}

/** Every run is there once, or was removed by name. */
function lost(runs: readonly Written[], removed: ReadonlySet<string>, of: {path: string; expected: number}): string[] {
  const ids = new Set(runs.map(({id}) => id))
  const there = new Set(runsIn(of.path))
  return [
    ...(runs.length === of.expected ? [] : [`${runs.length} runs of ${of.expected} ended`]),
    ...(ids.size === runs.length ? [] : ['an id was given twice']),
    ...[...ids].flatMap((id) => (there.has(id) === removed.has(id) ? [`${id} is lost or came back`] : [])),
    ...[...there].flatMap((id) => (ids.has(id) ? [] : [`nobody wrote ${id}`])),
  ]
}

/** A run that was begun after another was published sorts after it. */
function outOfOrder(runs: readonly Written[]): string[] {
  const byBegin = runs.toSorted((a, b) => Number(BigInt(a.begunNs) - BigInt(b.begunNs)))
  const byEnd = runs.toSorted((a, b) => Number(BigInt(a.publishedNs) - BigInt(b.publishedNs)))
  let newest = ''
  let next = 0
  return byBegin.flatMap((run) => {
    for (; next < byEnd.length && BigInt(byEnd[next]!.publishedNs) < BigInt(run.begunNs); next++) {
      if (byEnd[next]!.id > newest) newest = byEnd[next]!.id
    }
    return run.id > newest ? [] : [`${run.id} was begun after ${newest} was published`]
  })
}

async function share(workspace: string, role: string, words: readonly number[]): Promise<Said[]> {
  const child = spawn(process.execPath, [SCRIPT, workspace, role, ...words.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = (await text(child.stdout)).split('\n').filter(Boolean)
  return lines.map((line): Said => JSON.parse(line))
}
