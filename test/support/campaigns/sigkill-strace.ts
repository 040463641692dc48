import {execFileSync, spawn} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {changedFiles, readingFaults, snapshot} from '../campaign/check-workspace.ts'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {twoAtATime} from '../campaign/run-faulty.ts'
import {makeTemplate, type Scenario, scenariosOf, type Template} from '../campaign/scenarios.ts'
import {seeded} from '../seeded.ts'
import {BIN} from '../spawned.ts'
import {tempDir} from '../temp-dir.ts'
import {runAgain} from './sigkill.ts'

/** System calls that only change files; `write`, `openat` and `close` serve everything else in the process too. */
const CALLS = ['mkdir', 'fsync', 'rename', 'link', 'unlink', 'rmdir', 'unlinkat'] as const
const POINTS: Readonly<Record<Depth, number>> = {sample: 2, full: 64}

interface Point {
  readonly scenario: Scenario
  readonly call: string
  readonly when: number
}

/** The kernel ends the process at a system call: the same as `sigkill` without anything of ours inside the process. */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const reason = whyNoStrace()
  if (reason !== undefined) return {name: 'sigkill-strace', checks: 0, failures: [], notes: [`skipped: ${reason}`]}
  using template = await makeTemplate()
  const points = await allPoints(template, depth, seed)
  const draw = seeded(seed)
  const chosen = Array.from({length: POINTS[depth]}, (_, part) => {
    const from = Math.floor((part * points.length) / POINTS[depth])
    return points[from + draw(Math.max(1, Math.floor(points.length / POINTS[depth])))]!
  })
  const failures: string[] = []
  let killed = 0
  await twoAtATime(chosen, async (point) => {
    const {isKilled, found} = await killAt(point, template, depth)
    if (isKilled) killed++
    failures.push(...found.map((one) => `${point.scenario.name} at ${point.call} ${point.when}: ${one}`))
  })
  return {
    name: 'sigkill-strace',
    checks: killed,
    failures,
    notes: [`${killed} of ${chosen.length} were killed, of ${points.length} calls`],
  }
}

/** In a sample those of one command, of another with the next seed: to count them takes the program under a trace. */
async function allPoints(template: Template, depth: Depth, seed: number): Promise<Point[]> {
  const points: Point[] = []
  const all = scenariosOf(depth)
  for (const scenario of depth === 'full' ? all : all.slice(seed % all.length).slice(0, 1)) {
    using dir = template.copy()
    const {log} = await trace(dir.path, scenario.argv(template.runs), [])
    for (const call of CALLS) {
      const count = log.filter((line) => line.includes(` ${call}(`)).length
      for (let when = 1; when <= count; when++) points.push({scenario, call, when})
    }
  }
  return points
}

async function killAt(point: Point, template: Template, depth: Depth): Promise<{isKilled: boolean; found: string[]}> {
  const {scenario, call, when} = point
  using dir = template.copy()
  const before = snapshot(dir.path)
  const allowed = {sealable: template.runs.at(-1), removes: scenario.removes}
  const inject = ['-e', `inject=${call}:signal=SIGKILL:when=${when}`]
  const {signal} = await trace(dir.path, scenario.argv(template.runs), inject)
  const found = [
    ...(await readingFaults(dir.path)),
    ...(await runAgain(scenario, {template, depth}, dir.path)),
    ...changedFiles(dir.path, before, allowed),
  ]
  return {isKilled: signal === 'SIGKILL', found}
}

/** One thread for files, since strace counts the calls of each thread alone. */
async function trace(workspace: string, argv: readonly string[], inject: readonly string[]) {
  using dir = tempDir()
  const file = join(dir.path, 'log')
  const words = ['-f', '-qq', '-o', file, '-e', `trace=${CALLS.join(',')}`, ...inject, process.execPath, BIN, ...argv]
  const env = {...process.env, UV_THREADPOOL_SIZE: '1', NO_COLOR: '1', NODE_DISABLE_COMPILE_CACHE: '1'}
  const child = spawn('strace', words, {cwd: workspace, env, stdio: 'ignore'})
  const signal = await new Promise<string | null>((done) => child.on('close', (_, name) => done(name)))
  return {signal, log: readFileSync(file, 'utf8').split('\n')}
}

/** Why nothing can be traced here; undefined when it can. */
export function whyNoStrace(): string | undefined {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'], {stdio: 'ignore'})
    return undefined
  } catch {
    return 'needs strace and the right to trace'
  }
}
