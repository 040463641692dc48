import {cpSync, mkdirSync, readdirSync, utimesSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {isRunId} from '#contract/ids'
import {tempDir} from '../temp-dir.ts'
import type {Depth} from './result.ts'
import {callsHere, runFaultyHere} from './run-faulty-here.ts'

export const BENCHMARK = ['benchmark', '--provider', 'mock', '--operation', 'predict', '--iterations', '20']
const EVAL = ['eval', '--provider', 'analytic', '--suite', 'contract', '--size', 'smoke']
/** One trial a cell makes the same files, names and syncs; further ones only write further lines of them. */
const SAMPLED_EVAL = [...EVAL, '--n', '1']

/** A command, and what stands in the workspace before it. */
export interface Scenario {
  readonly name: string
  readonly argv: (runs: readonly string[]) => string[]
  /** The same again after a crash: what the user would type. */
  readonly again?: (runs: readonly string[]) => string[]
  /** Runs may be gone afterwards. */
  readonly removes: boolean
  readonly sample: number
}

/** Commands that write. In a sample the evaluation is as short as one can be. */
export function scenariosOf(depth: Depth): readonly Scenario[] {
  const words = depth === 'full' ? EVAL : SAMPLED_EVAL
  return [{name: 'eval', argv: () => words, removes: false, sample: 22}, ...SCENARIOS]
}

const SCENARIOS: readonly Scenario[] = [
  {name: 'benchmark', argv: () => BENCHMARK, removes: false, sample: 18},
  {
    name: 'runs bundle',
    argv: ([first = '']) => ['runs', 'bundle', first],
    again: ([first = '']) => ['runs', 'bundle', first, '--replace'],
    removes: false,
    sample: 20,
  },
  {
    name: 'runs cleanup',
    argv: () => ['runs', 'cleanup', '--keep', '1', '--broken', '--yes'],
    removes: true,
    sample: 20,
  },
]

/** More commands that write; what they meet on a disk that fails is the same as above. */
export const MORE_SCENARIOS: readonly Scenario[] = [
  {name: 'run', argv: () => ['run', JOB_FILE], removes: false, sample: 12},
  {
    name: 'runs bundle --sign',
    argv: ([first = '']) => ['runs', 'bundle', first, '--sign', `${KEYS}/key.pem`],
    again: ([first = '']) => ['runs', 'bundle', first, '--replace', '--sign', `${KEYS}/key.pem`],
    removes: false,
    sample: 7,
  },
  {
    name: 'keys generate',
    argv: () => ['keys', 'generate'],
    again: () => ['keys', 'generate', '--output', EMPTY],
    removes: false,
    sample: 5,
  },
]

const JOB_FILE = 'job.yaml'
const JOB = `schema_version: 1
name: torture
steps:
  - {id: health, use: provider.health, with: {providers: [mock]}}
  - {id: latency, use: benchmark, needs: [health], with: {preset: mock-smoke, iterations: 5}}
`
const KEYS = 'keys'
const EMPTY = 'empty'

export interface Template extends Disposable {
  readonly path: string
  /** Oldest first. The last one lost its owner between the journal's last word and the manifest. */
  readonly runs: readonly string[]
  copy(): {readonly path: string} & Disposable
}

/** A workspace with a past: a good run, one to be sealed, one that was never published, and a removal that did not end. */
export async function makeTemplate(): Promise<Template> {
  const dir = tempDir()
  await callsHere(dir.path, BENCHMARK)
  const calls = await callsHere(dir.path, BENCHMARK)
  const last = calls.findLast((call) => call.kind === 'rename' && call.path.endsWith('run_manifest.json'))
  const {signal} = await runFaultyHere(dir.path, BENCHMARK, {how: 'before', at: last?.at ?? 0})
  if (signal !== 'SIGKILL') throw new Error('the template has no crashed run')
  const runs = runsIn(dir.path)
  const trash = join(dir.path, 'runs', '.trash-20200101T000000000Z-bbbbbb')
  const staging = join(dir.path, 'runs', '.staging-20200101T000000000Z-aaaaaa')
  for (const path of [trash, staging]) {
    mkdirSync(path)
    writeFileSync(join(path, 'lease.json'), '{}')
  }
  for (const name of [KEYS, EMPTY]) mkdirSync(join(dir.path, name))
  writeFileSync(join(dir.path, JOB_FILE), JOB)
  await callsHere(dir.path, ['keys', 'generate', '--output', KEYS])
  utimesSync(staging, new Date('2020-01-01'), new Date('2020-01-01'))
  const copy = () => {
    const made = tempDir()
    cpSync(dir.path, made.path, {recursive: true, preserveTimestamps: true})
    return made
  }
  return {path: dir.path, runs, copy, [Symbol.dispose]: () => dir[Symbol.dispose]()}
}

export function runsIn(workspace: string): string[] {
  return readdirSync(join(workspace, 'runs')).filter(isRunId).sort()
}
