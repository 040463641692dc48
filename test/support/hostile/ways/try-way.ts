import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {nodeProcessTable} from '#process/node-process-table'
import {leaksOf} from '../../no-leaks.ts'
import {BIN, type Ended, start} from '../../spawned.ts'
import {tempDir} from '../../temp-dir.ts'
import {PIDS, PROVIDER, SECRET, SECRET_NAME, stageWay} from './stage-way.ts'
import type {Way} from './way.ts'

const EVAL = ['eval', '--suite', 'score-ranking', '--env', 'double-integrator', '--provider', PROVIDER, '--n', '4']
const BENCH = ['benchmark', '--provider', PROVIDER, '--operation', 'score', '--iterations', '3', '--warmup', '0']
const QUICK = ['--profile', 'profile.json']

/** Every command that opens providers. `calls`: whether it asks the provider for answers, and may then not be good without them. */
export const COMMANDS: Readonly<
  Record<string, {readonly argv: readonly string[]; readonly calls: boolean; readonly hasLimits?: false}>
> = {
  doctor: {argv: ['doctor'], calls: false},
  'provider list': {argv: ['provider', 'list'], calls: false},
  'provider health': {argv: ['provider', 'health', PROVIDER], calls: false},
  'provider info': {argv: ['provider', 'info', PROVIDER], calls: false},
  'provider contract': {argv: ['provider', 'contract', PROVIDER, '--live'], calls: true, hasLimits: false},
  eval: {argv: [...EVAL, ...QUICK], calls: true},
  benchmark: {argv: [...BENCH, '--timeout', '1', '--retries', '0'], calls: true},
  run: {argv: ['run', 'job.yaml', ...QUICK], calls: true},
}

/** Longer than any limit that applies, with what it takes to end a process: here something hangs. */
const HANGS_MS = 90_000
const DOCUMENTED = [0, 1, 2, 3, 4]
/** `SIGKILL` of the program itself. */
const KILLED = [null, 137]

export interface Tried {
  readonly faults: readonly string[]
  readonly code: number | null
  readonly ms: number
}

/** One command against one way: what it did that it may not. */
export async function tryWay(way: Way, command: string): Promise<Tried> {
  const {argv = [], calls = false} = COMMANDS[command] ?? {}
  using dir = tempDir()
  const staged = await stageWay(way, dir.path)
  const began = performance.now()
  const {child, ended} = start([BIN, ...argv, ...staged.flags, '--format', 'json'], dir.path, {[SECRET_NAME]: SECRET})
  let hangs = false
  const guard = setTimeout(() => {
    hangs = true
    child.kill('SIGKILL')
  }, HANGS_MS)
  const end = await ended
  const ms = performance.now() - began
  clearTimeout(guard)
  staged.close()
  const wants = {
    mayPass: way.mayPass === true || !calls,
    // On a busy machine also one that takes longer than a module may take to be there.
    mayBeRefused: way.moment === 'import',
    endsUs: way.endsUs === true && calls,
  }
  const faults = [
    ...(hangs ? [`hangs for ${HANGS_MS} ms`] : endFaults(end, wants)),
    ...leaksOf(SECRET, {texts: {stdout: end.out, stderr: end.err}}),
    ...(existsSync(join(dir.path, 'runs')) ? leaksOf(SECRET, {folder: join(dir.path, 'runs')}) : []),
    ...leftOver(dir.path, wants.endsUs),
  ]
  return {faults: faults.map((fault) => `${command}: ${way.name}: ${fault}`), code: end.code, ms}
}

type Wants = {readonly mayPass: boolean; readonly mayBeRefused: boolean; readonly endsUs: boolean}

function endFaults({code, out, err}: Ended, wants: Wants): string[] {
  if (wants.endsUs && KILLED.includes(code)) return out === '' ? [] : ['has spoken although it was killed']
  const document = documentIn(out)
  const told = (document?.exit as {code?: unknown} | undefined)?.code
  return [
    ...(code !== null && DOCUMENTED.includes(code) ? [] : [`ends with ${code}: ${err.slice(0, 300)}`]),
    ...(code === 2 && !wants.mayBeRefused ? [`blames the caller: ${out.slice(0, 300)}`] : []),
    ...(code === 0 && !wants.mayPass ? ['is good'] : []),
    ...(document === undefined ? [`prints no single document: ${out.slice(0, 100)}`] : []),
    ...(document !== undefined && told !== code ? [`tells ${told} and ends with ${code}`] : []),
    ...(/^\s+at .*:\d+:\d+\)?$/m.test(err) ? [`prints a stack: ${err.slice(0, 300)}`] : []),
  ]
}

function documentIn(out: string): {exit?: unknown} | undefined {
  try {
    return JSON.parse(out)
  } catch {
    return undefined
  }
}

/** Processes of others that outlive the command. Without it they end by themselves, a moment later. */
function leftOver(folder: string, isAlone: boolean): string[] {
  const path = join(folder, PIDS)
  if (isAlone || !existsSync(path)) return []
  const pids = readFileSync(path, 'utf8').trim().split('\n').map(Number)
  return pids.filter((pid) => nodeProcessTable.startOf(pid) !== undefined).map((pid) => `leaves process ${pid} behind`)
}
