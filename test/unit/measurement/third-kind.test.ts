import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {judgeVerdict, reasonCode} from '#gate/verdict'
import {conductMeasurement} from '#measurement/conduct-measurement'
import type {Option} from '#measurement/option'
import type {SharedRequest} from '#measurement/order'
import type {MeasuringKind} from '#measurement/run-kind'
import type {RunOutcome} from '#run/run-recorder'
import {measurementPorts} from '../../support/measurement-ports.ts'
import {runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('a third kind of run')

interface CountRequest extends SharedRequest {
  readonly to?: number
}

const TO: Option = {flag: 'to', field: 'to', value: {type: 'whole', min: 1, max: 9}, summary: 'How far.'}

/** A kind that counts: all that another kind has to say for itself. */
const counting: MeasuringKind<CountRequest, number, RunOutcome, {readonly counted: unknown}> = {
  name: 'count',
  options: [TO],
  plan: async ({request: {to = 3}, workingDirectory}) => ({plan: to, workspace: workingDirectory}),
  describe: (to) => ({
    kind: 'benchmark',
    command: 'count',
    commandArgv: ['count'],
    providers: [],
    capabilities: [],
    operations: ['count'],
    inputSummary: {to},
    inputs: [],
  }),
  async measure(to, trial) {
    await trial.steps.start({stepId: 'count', operation: 'count'})
    const lines = await trial.lines('results/counts.ndjson', 'counts', 'result')
    for (let at = 1; at <= to; at++) lines.append({at})
    await trial.steps.finish('count', {status: 'success'})
    const rule = {
      id: 'far-enough',
      severity: 'gate',
      state: to >= 3 ? 'pass' : 'fail',
      metric: 'count',
      select: '*',
      n: to,
    } as const
    const counts = {planned: 1, run: 1, passed: 1, failed: 0, errored: 0, skipped: 0, not_run: 0, reused: 0}
    const verdict = judgeVerdict({basis: 'gate', rules: [rule], counts, claims: [], caveats: []})
    const report = {title: 'Count', status: verdict.state, facts: [], tables: [], cases: [], remarks: []}
    return {verdict, reasonCode: reasonCode(verdict), result: {to}, resultSummary: {to}, report}
  },
  resultOf: (_, run, outcome) => ({counted: outcome?.result, exit: run.outcome.verdict.exit.code}),
}

it('has a run, a verdict, a report and a place to look at, without a line written for it elsewhere', async () => {
  using rig = runRig()
  const order = (request: CountRequest) => ({commandArgv: ['count'], workingDirectory: rig.path, request})
  const signal = new AbortController().signal
  const good = await conductMeasurement(counting, order({to: 4}), measurementPorts(rig), signal)
  assert.equal(good.result, {counted: {to: 4}, exit: 0} as never)
  const [run] = good.report.facts
  assert.is(run?.label, 'Run')
  assert.is(readFileSync(join(rig.path, String(run?.value), 'results', 'counts.ndjson'), 'utf8').split('\n').length, 5)
  assert.ok(existsSync(join(rig.path, String(run?.value), 'reports', 'report.html')))
  const bad = await conductMeasurement(counting, order({to: 2}), measurementPorts(rig), signal)
  assert.equal(bad.result, {counted: {to: 2}, exit: 1} as never)
})

it.run()
