import {readdirSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import type {RunsCleanupResult} from '#contract/generated/types'
import {EXIT} from '#error/exit'
import {changedFiles, readingFaults, snapshot} from '../campaign/check-workspace.ts'
import type {Call, Fault} from '../campaign/fault.ts'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {callsOf, type FaultyEnd, runFaulty, twoAtATime} from '../campaign/run-faulty.ts'
import {callsHere, runFaultyHere} from '../campaign/run-faulty-here.ts'
import {sampleCalls} from '../campaign/sample-calls.ts'
import {makeTemplate, type Scenario, scenariosOf, type Template} from '../campaign/scenarios.ts'

/** What each errno is called in the error document, and the exit that goes with it. */
const ERRNOS = {
  EIO: ['io_error', EXIT.unavailable],
  ENOSPC: ['disk_full', EXIT.unavailable],
  EDQUOT: ['disk_full', EXIT.unavailable],
  EROFS: ['workspace_unwritable', EXIT.usage],
  EACCES: ['workspace_unwritable', EXIT.usage],
  EMFILE: ['io_error', EXIT.unavailable],
} as const
type Errno = keyof typeof ERRNOS
const NAMES = Object.keys(ERRNOS) as Errno[]

/** Of the points of a sample, one in so many is met by a program of its own; the others by the same command line in this process. */
const PROGRAM_EVERY = 16

/** Has a call of the file system fail, each errno in turn: the command must say so, keep what was there and leave no temporary. */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  using template = await makeTemplate()
  const failures: string[] = []
  const notes: string[] = []
  let checks = 0
  for (const scenario of scenariosOf(depth)) {
    using counted = template.copy()
    const calls = await (depth === 'full' ? callsOf : callsHere)(counted.path, scenario.argv(template.runs))
    const sampled = sampleCalls(calls, Math.ceil(scenario.sample * 1.6), {
      depth,
      seed,
      label: `errors ${scenario.name}`,
    })
    const faults = sampled.flatMap((call, turn) => errorsAt(call, turn, depth))
    const meet = async (fault: Fault, run: typeof runFaulty) => {
      const bad = await failOnce(scenario, {template, run}, fault)
      failures.push(...bad.map((one) => `${scenario.name} ${fault.how} ${fault.errno} at ${fault.at} ${one}`))
      checks++
    }
    const isAlone = (at: number) => depth === 'full' || at % PROGRAM_EVERY === 0
    await twoAtATime(
      faults.filter((_, at) => isAlone(at)),
      (fault) => meet(fault, runFaulty),
    )
    // One after the other: they share the calls of this process.
    for (const [at, fault] of faults.entries()) if (!isAlone(at)) await meet(fault, runFaultyHere)
    notes.push(`${scenario.name}: ${faults.length} points at ${calls.length} calls`)
  }
  return {name: 'io-errors', checks, failures, notes}
}

/** One error that passes, or a file system that stays broken; each errno in turn. */
function errorsAt(call: Call, turn: number, depth: Depth): Fault[] {
  const nameAt = (at: number) => NAMES[at % NAMES.length] ?? 'EIO'
  const once: Fault = {how: 'error', at: call.at, errno: nameAt(turn)}
  const staying: Fault = {how: 'errors', at: call.at, errno: nameAt(turn + 1)}
  return depth === 'full' ? [once, staying] : [turn % 3 === 2 ? staying : once]
}

interface Met {
  readonly template: Template
  readonly run: typeof runFaulty
}

async function failOnce(scenario: Scenario, {template, run}: Met, fault: Fault): Promise<string[]> {
  using dir = template.copy()
  const {runs} = template
  const before = snapshot(dir.path)
  const old = new Set(temporaries(dir.path))
  const end = await run(dir.path, [...scenario.argv(runs), '--format', 'json'], fault)
  const [met, ...more] = end.notes.flatMap((note) => (note.type === 'failed' ? [note] : []))
  if (met === undefined) return []
  const canUnlink = ![met, ...more].some(({kind}) => kind === 'unlink')
  const allowed = {sealable: runs.at(-1), removes: scenario.removes}
  const found = [
    ...(isToldLater(end, met.path, dir.path) ? [] : endingFaults(end, fault.errno as Errno)),
    ...changedFiles(dir.path, before, allowed),
    ...(await readingFaults(dir.path)),
    ...temporaries(dir.path).flatMap((name) => (old.has(name) || !canUnlink ? [] : [`${name} was left`])),
  ]
  return found.map((one) => `(${met.kind} ${met.path}): ${one}`)
}

/** On a full disk removals go first and are written into the ledger when there is room again; then nothing was lost. */
function isToldLater({code, out}: FaultyEnd, failedAt: string, workspace: string): boolean {
  const ledger = join(workspace, 'runs', 'ledger.ndjson')
  // A leaf is told once the ledger and its name are synced.
  if (code !== EXIT.ok || ![ledger, dirname(ledger)].includes(join(workspace, failedAt))) return false
  const result: RunsCleanupResult = JSON.parse(out)
  if (result.command !== 'runs cleanup') return false
  const leaves = readFileSync(ledger, 'utf8').split('\n')
  const removed = result.entries.filter((entry) => entry.action === 'delete' && entry.reason === 'beyond_keep')
  return removed.every(({run_id}) => leaves.some((leaf) => leaf.includes('"removed"') && leaf.includes(run_id)))
}

function endingFaults({code, signal, out, err}: FaultyEnd, errno: Errno): string[] {
  if (signal !== null) return [`ended by ${signal}`]
  const [wanted, exit] = ERRNOS[errno]
  const document = JSON.parse(out)
  const told = document.error?.code
  if (code !== document.exit.code) return [`ended with ${code} and tells ${document.exit.code}`]
  if (told === wanted && code === exit) return []
  // Once a run stands, nothing was the caller's mistake any more.
  const isTold = told === 'io_error' && code === EXIT.unavailable && document.error.message.includes(`(${errno})`)
  if (isTold && wanted === 'workspace_unwritable') return []
  // Events may be lost, never a good verdict kept; a removal that fails is told and the others go on.
  if (code === EXIT.inconclusive && document.exit.reason.includes('events could not be written')) return []
  if (code === EXIT.failed && document.failed_count > 0) return []
  return [`ended with ${code} ${told} (${document.exit.reason}), not with ${wanted} ${err.slice(0, 300)}`]
}

function temporaries(workspace: string): string[] {
  const names = readdirSync(workspace, {recursive: true, encoding: 'utf8'})
  return names.filter((name) => /(^|\/)\.tmp-/.test(name))
}
