// Prints how long the suites of ground truth take on the exact model, a whole run each, at the sizes smoke and quick. Exit 1 above a target.
// With `decided` instead: how many closed-loop episodes are saved when trials end once decided, and what that costs in open rules.
// Usage: measure-suites.ts [decided]
import {spawnSync} from 'node:child_process'
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import type {EvalResult} from '#contract/generated/types'
import {childrenSeconds, toldProcessorTime} from './children-time.ts'

const TARGETS_S = {smoke: 5, quick: 15}
const bin = resolve('bin/assay.js')

interface Timing {
  readonly cells: readonly {readonly cell: string; readonly wall_ms: number}[]
}

if (process.argv[2] === 'decided') tellDecided()
else tellTimes()

function tellTimes(): void {
  for (const [size, targetS] of Object.entries(TARGETS_S)) {
    const workspace = mkdtempSync(join(tmpdir(), 'assay-suites-'))
    const [began, before] = [performance.now(), childrenSeconds()]
    const {status, stderr} = spawnSync(process.execPath, [bin, 'eval', '--suite', 'core', '--size', size], {
      cwd: workspace,
      encoding: 'utf8',
    })
    const seconds = (performance.now() - began) / 1000
    const wanted = size === 'smoke' ? 4 : 0
    if (status !== wanted) throw new Error(`the run ended with ${status}: ${stderr}`)
    const isMissed = seconds > targetS
    if (isMissed) process.exitCode = 1
    const target = `target ${targetS} s${isMissed ? ', missed' : ''}`
    console.log(`core, ${size}: ${seconds.toFixed(1)} s (${target})${toldProcessorTime(before)}`)
    for (const [suite, ms] of bySuite(workspace)) console.log(`  ${suite} ${(ms / 1000).toFixed(2)} s`)
    rmSync(workspace, {recursive: true, force: true})
  }
}

/** The same places with a hundred trials each, and with at most a hundred. */
function tellDecided(): void {
  const providers = ['analytic', 'learned', 'zoo.noise-5%', 'zoo.gain-0.7', 'zoo.action-blind', 'zoo.sign-flip']
  const places = ['double-integrator', 'pendulum', 'two-room', 'push-block'].flatMap((env) => ['--env', env])
  const flags = ['--suite', 'closed-loop', ...places, '--n', '100', '--format', 'json']
  for (const provider of providers) {
    const [fixed, early] = [
      ran([...flags, '--provider', provider]),
      ran([...flags, '--provider', provider, '--until-decided']),
    ]
    const saved = Math.round(100 * (1 - early.trials / fixed.trials))
    const states = `decided ${early.decided} of ${early.rules} rules, with fixed n ${fixed.decided}`
    console.log(`${provider}: ${early.trials} of ${fixed.trials} episodes, ${saved} % saved; ${states}`)
  }
}

function ran(flags: readonly string[]) {
  const workspace = mkdtempSync(join(tmpdir(), 'assay-suites-'))
  const {stdout} = spawnSync(process.execPath, [bin, 'eval', ...flags], {cwd: workspace, encoding: 'utf8'})
  rmSync(workspace, {recursive: true, force: true})
  const {verdict} = JSON.parse(stdout) as EvalResult
  if (!verdict) throw new Error('the run has no verdict')
  const rules = verdict.rules.filter(({metric}) => metric === 'success_rate')
  const decided = rules.filter(({state}) => state === 'pass' || state === 'fail').length
  return {trials: verdict.counts.run, rules: rules.length, decided}
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
