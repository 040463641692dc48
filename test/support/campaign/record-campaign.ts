import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {composeRedactor} from '#compose/compose-redactor'
import {publishRun} from '#evidence/publish/bundle-run'
import {checkBundle} from '#evidence/verify/verify-bundle'
import {nodeFiles} from '#path/node-files'
import {nodeHostFacts} from '#process/node-host-facts'
import {nodeProcessTable} from '#process/node-process-table'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import type {Case} from '#report/report'
import {conductRun} from '#run/conduct-run'
import {bareVerdict} from '#run/end-run'
import type {RunPorts} from '#run/ports'
import type {RunOutcome} from '#run/run-recorder'
import type {RunCampaign} from './catalogue.ts'
import type {CampaignResult, Depth} from './result.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** The report shows so many; the result holds all. */
const MOST_CASES = 100

/** What a campaign came to, and the bundle that proves it. */
export interface Recorded {
  readonly result: CampaignResult
  readonly state: 'pass' | 'fail' | 'skipped'
  /** Of the workspace. */
  readonly bundle: string
  /** Why the bundle does not verify; undefined when it does. */
  readonly doubt?: string
}

/** Runs a campaign as one run of the workspace, bundles that and verifies the bundle. What the campaign throws is thrown, its run closed. */
export async function recordCampaign(
  workspace: string,
  campaign: {readonly name: string; readonly goal: string; readonly run: RunCampaign},
  size: {readonly depth: Depth; readonly seed: number},
  signal: AbortSignal,
): Promise<Recorded> {
  const {name, goal} = campaign
  const {depth, seed} = size
  const ports = campaignPorts(workspace)
  let result: CampaignResult | undefined
  const {runId, outcome} = await conductRun(
    {workspace, trial: trialOf(name, goal, size)},
    ports,
    signal,
    async (trial) => {
      const beganNs = ports.clock.monotonicNs()
      await trial.steps.start({stepId: name, operation: 'torture'})
      result = await campaign.run(depth, seed)
      const seconds = Number((ports.clock.monotonicNs() - beganNs) / 1_000_000n) / 1000
      const end = outcomeOf(result, seconds)
      const isGood = end.verdict.state !== 'fail'
      await trial.steps.finish(name, {
        status: isGood ? 'success' : 'failed',
        ...(!isGood && {errorSummary: end.verdict.exit.reason}),
      })
      return end
    },
  )
  if (result === undefined) throw new Error(`${name} did not end: ${outcome.verdict.exit.reason}`)
  const request = {workspace, runId, redact: true, strict: false, replace: false}
  const {path, exit} = await publishRun(request, ports, signal)
  const checked = await checkBundle({path: join(workspace, path), requireSignature: false}, ports)
  const doubt = [exit, checked.exit].find(({code}) => code !== 0)?.reason
  return {result, state: stateOf(result), bundle: path, ...(doubt !== undefined && {doubt})}
}

function campaignPorts(workspace: string): RunPorts {
  const {version}: {version: string} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return {
    files: nodeFiles,
    clock: systemClock,
    entropy: systemEntropy,
    processes: nodeProcessTable,
    redactor: composeRedactor({env: process.env, cwd: process.cwd()}, workspace),
    host: () => nodeHostFacts({isCi: process.env['CI'] !== undefined, isTerminal: false}),
    versions: {assay: version, node: process.versions.node},
  }
}

function trialOf(name: string, goal: string, {depth, seed}: {depth: Depth; seed: number}) {
  return {
    kind: 'drill',
    command: `torture ${name}`,
    commandArgv: ['torture', name, '--depth', depth, '--seed', String(seed)],
    providers: [],
    capabilities: [],
    operations: ['torture'],
    inputSummary: {campaign: name, goal, depth, seed},
    inputs: [],
  } as const
}

function stateOf({checks, failures}: CampaignResult): Recorded['state'] {
  if (failures.length > 0) return 'fail'
  return checks > 0 ? 'pass' : 'skipped'
}

function outcomeOf(result: CampaignResult, seconds: number): RunOutcome {
  const {name, checks, failures, notes} = result
  const state = stateOf(result)
  const reason = {
    pass: `${checks} checks, no failures`,
    fail: `${failures.length} failures in ${checks} checks`,
    skipped: notes.join('; '),
  }[state]
  const failed = Math.min(checks, failures.length)
  const run = {planned: checks, run: checks, passed: checks - failed, failed, errored: 0}
  const verdict = {
    ...bareVerdict(state, reason, {expectedSkip: true}),
    counts: {...run, skipped: 0, not_run: 0, reused: 0},
  }
  return {
    verdict,
    reasonCode: state === 'fail' ? 'campaign_failed' : `campaign_${state}`,
    result: {name, checks, failures, notes},
    timing: {seconds},
    resultSummary: {checks, failures: failures.length, seconds},
    report: {
      title: `Torture: ${name}`,
      status: state,
      facts: [
        {label: 'Checks', value: checks},
        {label: 'Failures', value: failures.length},
        {label: 'Seconds', value: seconds},
      ],
      tables: [],
      cases: casesOf(result, state),
      remarks: notes,
    },
  }
}

function casesOf({name, failures, checks}: CampaignResult, state: Recorded['state']): Case[] {
  if (state !== 'fail')
    return [{suite: name, name: `${checks} checks`, status: state === 'pass' ? 'passed' : 'skipped'}]
  return failures.slice(0, MOST_CASES).map((message, at) => ({
    suite: name,
    name: `failure ${at + 1}`,
    status: 'failed',
    message,
  }))
}
