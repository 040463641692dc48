// How long commands of the packaged build take to start, as a multiple of bare Node. Red above the limit, after one retry.
import {spawnSync} from 'node:child_process'
import {existsSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'

/** Median of whole processes over the median of `node -e 0`. It may only be lowered. */
const LIMIT = 3
const ROUNDS = 15
const COMMANDS = [['--help'], ['doctor'], ['runs', 'list'], ['--complete', 'run']]

if (!existsSync('dist/cli/main.js')) throw new Error('no build: run npm run build first')
const workspace = mkdtempSync(join(tmpdir(), 'assay-startup-'))
const bin = resolve('bin/assay.js')
const isFast = measure() || measure()
rmSync(workspace, {recursive: true, force: true})
if (!isFast) process.exitCode = 1

/** Interleaved, so that a busy moment hits every case alike. The first round only fills the compile cache. */
function measure(): boolean {
  const cases = [['-e', '0'], ...COMMANDS.map((words) => [bin, ...words])]
  const timesMs: number[][] = cases.map(() => [])
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, args] of cases.entries()) {
      const took = time(args)
      if (round > 0) timesMs[at]?.push(took)
    }
  }
  const [bareMs = Number.NaN, ...mediansMs] = timesMs.map(median)
  console.log(`node -e 0: ${bareMs.toFixed(1)} ms`)
  const ratios = mediansMs.map((ms) => ms / bareMs)
  for (const [at, words] of COMMANDS.entries()) {
    console.log(`${words.join(' ')}: ${mediansMs[at]?.toFixed(1)} ms, ${ratios[at]?.toFixed(2)} of ${LIMIT}`)
  }
  return ratios.length > 0 && ratios.every((ratio) => ratio <= LIMIT)
}

function time(args: readonly string[]): number {
  const started = performance.now()
  const {status, stderr} = spawnSync(process.execPath, args, {
    cwd: workspace,
    // Without PATH doctor starts no program of the machine: how long git and Python take to say their version is no start of ours.
    env: {...process.env, ASSAY_FROM: 'dist', PATH: ''},
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return performance.now() - started
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
