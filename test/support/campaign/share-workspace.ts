// One of several processes in one workspace: share-workspace.ts <workspace> <role> <clock step in ms> <runs> <at run>. Tells what
// it did on stdout, one JSON line each. All roles but `write` go on until a file named `stop` appears. The clock steps at that run.
import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {publishRun} from '#evidence/publish/bundle-run'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {cleanWorkspace} from '#run/clean-workspace'
import {conductRun} from '#run/conduct-run'
import {readRunListing} from '#run/list-runs'
import type {RunPorts} from '#run/ports'
import {outcome, TEST_HOST, TRIAL} from '../run-rig.ts'
import {READ_PORTS} from './check-workspace.ts'

export type Said =
  | {readonly did: 'write'; readonly id: string; readonly begunNs: string; readonly publishedNs: string}
  | {readonly did: 'remove'; readonly id: string}
  | {readonly did: 'bundle'; readonly id: string}
  | {readonly did: 'fail'; readonly role: string; readonly text: string}

const KEEP = 6
/** Between two rounds of those who go on: writers come to their turn where there are fewer cores than processes. */
const PAUSE_MS = 10
/** What may happen to a bundle whose run is open, bundled or being removed at the same time. */
const BUNDLE_ENDS = new Set(['run_live', 'run_not_found', 'bundle_exists'])
const LEFTOVERS = new Set(['staging_abandoned', 'trash_pending'])

const [workspace = '', role = '', step = '0', runs = '0', stepAt = '0'] = process.argv.slice(2)
let offsetMs = 0
const clock = {...systemClock, nowMs: () => Date.now() + offsetMs}
const versions = {assay: '0.0.0-test', node: process.versions.node}
const ports: RunPorts = {...READ_PORTS, clock, entropy: systemEntropy, host: () => TEST_HOST, versions}
const never = new AbortController().signal
const say = (said: Said) => console.log(JSON.stringify(said))
const fail = (text: string) => say({did: 'fail', role, text})
const isOver = () => existsSync(join(workspace, 'stop'))

async function write(): Promise<void> {
  for (let at = 0; at < Number(runs); at++) {
    if (at === Number(stepAt)) offsetMs = Number(step)
    const begunNs = String(process.hrtime.bigint())
    let publishedNs = ''
    const {runId, manifest} = await conductRun({workspace, trial: TRIAL}, ports, never, async (trial) => {
      publishedNs = String(process.hrtime.bigint())
      await trial.steps.start({stepId: 'a', operation: 'predict'})
      await trial.steps.finish('a', {status: 'success'})
      return outcome()
    })
    say({did: 'write', id: runId, begunNs, publishedNs})
    if (manifest.status !== 'passed') fail(`closed as ${manifest.status}`)
  }
}

async function list(): Promise<void> {
  const {issues} = readRunListing({path: workspace}, ports)
  for (const {name, reason, detail} of issues) if (!LEFTOVERS.has(reason)) fail(`${name}: ${reason}: ${detail}`)
}

async function clean(): Promise<void> {
  const {entries} = await cleanWorkspace({workspace, apply: true, rules: {keep: KEEP, broken: true}}, ports)
  for (const {run_id, action, error} of entries) {
    if (action === 'delete' && error === undefined) say({did: 'remove', id: run_id})
    // Two that clean at once may both want the same entry.
    if (error?.includes('(ENOENT)') === false) fail(`${run_id}: ${error}`)
  }
}

async function bundle(): Promise<void> {
  const {runs} = readRunListing({path: workspace}, ports)
  for (const {runId} of runs.filter((run) => run.lease === 'none').slice(0, 2)) {
    try {
      await publishRun({workspace, runId, redact: false, strict: false, replace: false}, ports, never)
      say({did: 'bundle', id: runId})
    } catch (error) {
      if (!(error instanceof AssayError && BUNDLE_ENDS.has(error.code))) throw error
    }
  }
}

const ROLES: Readonly<Record<string, () => Promise<void>>> = {list, clean, bundle}
try {
  const loop = ROLES[role]
  if (loop === undefined) await write()
  else {
    offsetMs = Number(step)
    while (!isOver()) {
      await loop()
      await new Promise((wake) => setTimeout(wake, PAUSE_MS))
    }
  }
} catch (error) {
  const issues = error instanceof AssayError ? error.issues.map((issue) => `\n${JSON.stringify(issue)}`) : []
  fail(String(error instanceof Error ? error.stack : error) + issues.join(''))
}
