// How much longer commands of the packaged build take to start than bare Node: processor time against limits, and what a clock shows. Red above a
// limit, after one retry.
import {spawnSync} from 'node:child_process'
import {existsSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {childrenSeconds} from './children-time.ts'

/** Processor time of whole processes over that of as many `node -e 0`. Limits may only be lowered; 2.5 is the aim. */
const COMMANDS: readonly {readonly words: readonly string[]; readonly limit: number}[] = [
  {words: ['--help'], limit: 1.6},
  {words: ['doctor'], limit: 3.7},
  {words: ['runs', 'list'], limit: 2.7},
  {words: ['--complete', 'run'], limit: 1.6},
]
/** So many that hundredths of a second, in which the system counts, are a hundredth of what is compared. */
const ROUNDS = 20

interface Took {
  processorSeconds: number
  readonly wallMs: number[]
}

if (!existsSync('dist/cli/main.js')) throw new Error('no build: run npm run build first')
const workspace = mkdtempSync(join(tmpdir(), 'assay-startup-'))
const bin = resolve('bin/assay.js')
const isFast = measure() || measure()
rmSync(workspace, {recursive: true, force: true})
if (!isFast) process.exitCode = 1

/** Interleaved, so that a busy moment hits every case alike. The first round only keeps compiled code. */
function measure(): boolean {
  const cases = [['-e', '0'], ...COMMANDS.map(({words}) => [bin, ...words])]
  const took = cases.map((): Took => ({processorSeconds: 0, wallMs: []}))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, args] of cases.entries()) run(args, round === 0 ? undefined : took[at])
  }
  const [bare = {processorSeconds: Number.NaN, wallMs: []}, ...others] = took
  console.log(`node -e 0: ${processorMs(bare)} ms of a processor, ${median(bare.wallMs).toFixed(0)} ms by the clock`)
  const ratios = others.map(({processorSeconds}) => processorSeconds / bare.processorSeconds)
  for (const [at, {words, limit}] of COMMANDS.entries()) {
    const one = others[at] ?? bare
    const byClock = (median(one.wallMs) / median(bare.wallMs)).toFixed(2)
    console.log(
      `${words.join(' ')}: ${processorMs(one)} ms, ${ratios[at]?.toFixed(2)} of ${limit}; by the clock ${byClock}`,
    )
  }
  return COMMANDS.every(({limit}, at) => (ratios[at] ?? Number.NaN) <= limit)
}

function run(args: readonly string[], took: Took | undefined): void {
  const before = spent()
  const started = performance.now()
  const {status, stderr} = spawnSync(process.execPath, args, {
    cwd: workspace,
    // Without PATH doctor starts no program of the machine: how long git and Python take to say their version is no start of ours.
    env: {...process.env, ASSAY_FROM: 'dist', PATH: ''},
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  if (took === undefined) return
  took.wallMs.push(performance.now() - started)
  took.processorSeconds += spent() - before
}

function spent(): number {
  const seconds = childrenSeconds()
  if (seconds === undefined) throw new Error('this system does not tell the processor time of children')
  return seconds
}

function processorMs({processorSeconds}: Took): string {
  return ((processorSeconds * 1000) / ROUNDS).toFixed(0)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
