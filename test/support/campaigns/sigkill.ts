import {existsSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {systemEntropy} from '#random/system-entropy'
import {cleanWorkspace} from '#run/clean-workspace'
import {classifyEntry} from '#run/layout'
import {changedFiles, lostPromises, READ_PORTS, readingFaults, snapshot, unsealed} from '../campaign/check-workspace.ts'
import type {Call, Fault} from '../campaign/fault.ts'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {callsOf, runFaulty, twoAtATime} from '../campaign/run-faulty.ts'
import {callsHere, runFaultyHere} from '../campaign/run-faulty-here.ts'
import {deathsAt, sampleCalls} from '../campaign/sample-calls.ts'
import {MORE_SCENARIOS, makeTemplate, type Scenario, scenariosOf, type Template} from '../campaign/scenarios.ts'
import {TEST_HOST} from '../run-rig.ts'

const DAYS_MS = 2 * 24 * 60 * 60 * 1000

/** Of the deaths of a sample, one in so many is that of a program of its own, by a real signal; the others stop the same command line in this process. */
const PROGRAM_EVERY = 16

/** One command, and how deep to go. */
interface Killing {
  readonly scenario: Scenario
  readonly template: Template
  readonly depth: Depth
  readonly run: typeof runFaulty
}

/** Ends every writing command with SIGKILL at its calls of the file system; then reads, runs the command again and cleans up. */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  using template = await makeTemplate()
  const failures: string[] = []
  const notes: string[] = []
  let checks = 0
  for (const scenario of [...scenariosOf(depth), ...MORE_SCENARIOS]) {
    using counted = template.copy()
    const calls = await (depth === 'full' ? callsOf : callsHere)(counted.path, scenario.argv(template.runs))
    const sampled = sampleCalls(calls, scenario.sample, {depth, seed, label: scenario.name})
    const faults = sampled.flatMap((call, turn) => deathsAt(call, turn, depth))
    const meet = async ([at, fault]: readonly [number, Fault], run: typeof runFaulty) => {
      const bad = await dieAndRecover({scenario, template, depth, run}, fault, at)
      failures.push(...bad.map((one) => `${placeOf(scenario, fault, calls)}: ${one}`))
      checks++
    }
    const isAlone = ([at]: readonly [number, Fault]) => depth === 'full' || at % PROGRAM_EVERY === 0
    const {true: alone = [], false: here = []} = Object.groupBy(faults.entries(), (one) => `${isAlone(one)}`)
    await twoAtATime(alone, (one) => meet(one, runFaulty))
    for (const one of here) await meet(one, runFaultyHere)
    notes.push(`${scenario.name}: ${faults.length} points at ${calls.length} calls`)
  }
  return {name: 'sigkill', checks, failures, notes}
}

function placeOf({name}: Scenario, {how, at}: Fault, calls: readonly Call[]): string {
  const call = calls[at - 1]
  return `${name} ${how} call ${at} (${call?.kind} ${call?.path.replace(/^runs\/[^/]+/, 'RUN')})`
}

async function dieAndRecover(killing: Killing, fault: Fault, at: number): Promise<string[]> {
  const {scenario, template, depth, run} = killing
  using dir = template.copy()
  const {runs} = template
  const allowed = {sealable: runs.at(-1), removes: scenario.removes}
  const before = snapshot(dir.path)
  const death = await run(dir.path, scenario.argv(runs), fault)
  // Calls of the heartbeat and of lines written together vary: the last points may lie behind the end.
  const isDead = death.signal === 'SIGKILL'
  const found = isDead || death.code === 0 ? [] : [`ended with ${death.code} ${death.err.slice(0, 300)}`]
  found.push(...lostPromises(dir.path, death.notes, scenario.removes))
  found.push(...changedFiles(dir.path, before, allowed))
  found.push(...(await readingFaults(dir.path)))
  if (at % 12 === 0) found.push(...(await shownByCommand(dir.path, depth)))
  if (depth === 'full' || at % 3 === 0) found.push(...(await runAgain(scenario, {template, depth}, dir.path)))
  found.push(...changedFiles(dir.path, before, allowed))
  return [...found, ...(await leftByCleanup(dir.path))]
}

/** Whoever comes after a death is not killed: in a sample it runs here. */
const wholeRun = (depth: Depth) => (depth === 'full' ? runFaulty : runFaultyHere)

/** Commands that open the workspace for writing runs, and so finish what a crash left. */
const SEALING = new Set(['eval', 'benchmark', 'run', 'runs cleanup'])

/** The same command as if nothing had been: it also seals what the crash left open. */
export async function runAgain(
  scenario: Scenario,
  {template, depth}: Pick<Killing, 'template' | 'depth'>,
  workspace: string,
): Promise<string[]> {
  const {code, err} = await wholeRun(depth)(workspace, (scenario.again ?? scenario.argv)(template.runs))
  const found = code === 0 ? [] : [`the next ${scenario.name} ended with ${code}: ${err.slice(0, 300)}`]
  found.push(...(await readingFaults(workspace)))
  return SEALING.has(scenario.name) ? [...found, ...unsealed(workspace)] : found
}

async function shownByCommand(workspace: string, depth: Depth): Promise<string[]> {
  const {code, out} = await wholeRun(depth)(workspace, ['runs', 'list', '--format', 'json'])
  if (code !== 0) return [`runs list ended with ${code}`]
  const unreadable = JSON.parse(out).issues.filter(
    ({reason}: {reason: string}) => reason !== 'staging_abandoned' && reason !== 'trash_pending',
  )
  return unreadable.map(({name, reason}: {name: string; reason: string}) => `runs list shows ${name} as ${reason}`)
}

/** Two days later everything may go, leftovers of the crash included. */
async function leftByCleanup(workspace: string): Promise<string[]> {
  const clock = {...READ_PORTS.clock, nowMs: () => Date.now() + DAYS_MS}
  const versions = {assay: '0.0.0-test', node: process.versions.node}
  const ports = {...READ_PORTS, clock, entropy: systemEntropy, host: () => TEST_HOST, versions}
  const {exit} = await cleanWorkspace({workspace, apply: true, rules: {keep: 0, broken: true}}, ports)
  const left = readdirSync(join(workspace, 'runs')).filter((name) => classifyEntry(name).kind !== 'own')
  const bundles = join(workspace, 'issue-bundles')
  if (existsSync(bundles)) left.push(...readdirSync(bundles).filter((name) => name.startsWith('.')))
  return [
    ...(exit.code === 0 ? [] : [`cleanup ended with ${exit.code}`]),
    ...left.map((name) => `cleanup left ${name}`),
  ]
}
