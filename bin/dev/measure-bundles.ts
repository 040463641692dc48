// Measures bundles and verification beside bare Node and sha256sum: a run with a large excluded file, hashing a gigabyte in place,
// ten files in a bundle. Needs GNU time. Usage: npm run measure:bundles [-- GIGABYTES]. Exits 1 when a goal is missed.
import {spawnSync} from 'node:child_process'
import {closeSync, openSync, truncateSync, writeFileSync, writeSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {outcome, runRig} from '../../test/support/run-rig.ts'

/** Processor time where time is judged: the clock tells as much about what else the machine does. */
const GOALS = {memoryMiB: 150, hashingRatio: 0.8, bundleMs: 400}
const GIB = 1024 ** 3
const hashed = Number(process.argv[2] ?? 1) * GIB
const ROUNDS = 3
const ASSAY = resolve('bin/assay.js')
const missed: string[] = []

/** What a program cost: wall and processor time in ms, most memory in MiB. */
interface Cost {
  readonly ms: number
  readonly cpuMs: number
  readonly memoryMiB: number
}

using rig = runRig()
const large = await runWith((folder) => sparse(join(folder, 'model.bin'), 1.5 * GIB))
tell('bundle of a run with an excluded file of 1.5 GiB', assay('runs', 'bundle', large), GOALS.memoryMiB)
tell('verify of that run in place', assay('runs', 'verify', large), GOALS.memoryMiB)

const heavy = await runWith((folder) => filled(join(folder, 'payload.bin'), hashed))
const file = join(rig.path, 'runs', heavy, 'artifacts', 'payload.bin')
const bare = best(() => program(process.execPath, ['-e', '0']))
const ours = best(() => assay('runs', 'verify', heavy))
const theirs = best(() => program('sha256sum', [file]))
const ratio = theirs.cpuMs / (ours.cpuMs - bare.cpuMs)
console.log(
  `verify of ${hashed / GIB} GiB: ${show(ours)}; sha256sum of the same: ${show(theirs)}; bare node ${show(bare)}`,
)
console.log(
  `hashing at ${ratio.toFixed(2)} x sha256sum by processor time, ${(theirs.ms / (ours.ms - bare.ms)).toFixed(2)} x by the clock`,
)
if (ratio < GOALS.hashingRatio) missed.push('hashing')

const small = await runWith((folder) => {
  for (let at = 0; at < 10; at++) writeFileSync(join(folder, `file-${at}.txt`), `file ${at}\n`)
})
const ten = best(() => assay('runs', 'bundle', small, '--replace'))
console.log(`bundle of ten files of a child: ${show(ten)}, ${(ten.ms / bare.ms).toFixed(1)} x bare node`)
if (ten.cpuMs > GOALS.bundleMs) missed.push('bundle of ten files')
if (missed.length > 0) {
  console.log(`missed: ${missed.join(', ')}`)
  process.exitCode = 1
}

/** A run in whose folder somebody left files. Gives its id. */
async function runWith(fill: (folder: string) => void): Promise<string> {
  const {runId} = await rig.conduct(async (trial) => {
    await trial.steps.start({stepId: 'make', operation: 'predict', provider: 'mock'})
    await trial.steps.finish('make', {status: 'success', durationMs: 1})
    fill(join(rig.path, 'runs', trial.runId, 'artifacts'))
    return outcome('pass')
  })
  return runId
}

function sparse(path: string, bytes: number): void {
  writeFileSync(path, '')
  truncateSync(path, bytes)
}

function filled(path: string, bytes: number): void {
  const piece = Buffer.alloc(16 * 1024 * 1024, 'evidence ')
  const file = openSync(path, 'w')
  for (let written = 0; written < bytes; written += piece.length) writeSync(file, piece)
  closeSync(file)
}

function assay(...words: string[]): Cost {
  return program(process.execPath, [ASSAY, ...words, '--quiet'])
}

function program(name: string, words: readonly string[]): Cost {
  const began = performance.now()
  const {status, stderr} = spawnSync('/usr/bin/time', ['-f', '%U %S %M', name, ...words], {
    cwd: rig.path,
    encoding: 'utf8',
    env: {...process.env, ASSAY_FROM: 'dist'},
  })
  const ms = performance.now() - began
  if (status !== 0) throw new Error(`${name} ${words.join(' ')} ended with ${status}: ${stderr}`)
  const [user = 0, system = 0, kib = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  return {ms, cpuMs: (user + system) * 1000, memoryMiB: kib / 1024}
}

/** The least disturbed of a few tries. */
function best(measure: () => Cost): Cost {
  const costs = Array.from({length: ROUNDS}, measure)
  return costs.toSorted((a, b) => a.cpuMs - b.cpuMs)[0] ?? measure()
}

function tell(name: string, cost: Cost, mostMiB: number): void {
  console.log(`${name}: ${show(cost)}`)
  if (cost.memoryMiB > mostMiB) missed.push(name)
}

function show({ms, cpuMs, memoryMiB}: Cost): string {
  return `${Math.round(ms)} ms (processor ${Math.round(cpuMs)} ms), ${Math.round(memoryMiB)} MiB`
}
