// Prints how long the suites of ground truth take on the exact model, a whole run each, at the sizes smoke and quick. Exit 1 above a target.
// Usage: measure-suites.ts
import {spawnSync} from 'node:child_process'
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'

const TARGETS_S = {smoke: 5, quick: 60}
const bin = resolve('bin/assay.js')

interface Timing {
  readonly cells: readonly {readonly cell: string; readonly wall_ms: number}[]
}

for (const [size, targetS] of Object.entries(TARGETS_S)) {
  const workspace = mkdtempSync(join(tmpdir(), 'assay-suites-'))
  const began = performance.now()
  const {status, stderr} = spawnSync(process.execPath, [bin, 'eval', '--suite', 'core', '--size', size], {
    cwd: workspace,
    encoding: 'utf8',
  })
  const seconds = (performance.now() - began) / 1000
  const wanted = size === 'smoke' ? 4 : 0
  if (status !== wanted) throw new Error(`the run ended with ${status}: ${stderr}`)
  const isMissed = seconds > targetS
  if (isMissed) process.exitCode = 1
  console.log(`core, ${size}: ${seconds.toFixed(1)} s (target ${targetS} s${isMissed ? ', missed' : ''})`)
  for (const [suite, ms] of bySuite(workspace)) console.log(`  ${suite} ${(ms / 1000).toFixed(2)} s`)
  rmSync(workspace, {recursive: true, force: true})
}

/** Milliseconds of each suite, floors and ceiling included. */
function bySuite(workspace: string): Map<string, number> {
  const [run = ''] = readdirSync(join(workspace, 'runs')).filter((name) => !name.startsWith('.'))
  const file = join(workspace, 'runs', run, 'results', 'timing.json')
  const {cells} = JSON.parse(readFileSync(file, 'utf8')) as Timing
  const sums = new Map<string, number>()
  for (const {cell, wall_ms: ms} of cells) {
    const [suite = ''] = cell.split('/')
    sums.set(suite, (sums.get(suite) ?? 0) + ms)
  }
  return sums
}
