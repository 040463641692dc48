import type {RuleOutcome} from '#contract/generated/types'
import {ruleCase} from '#gate/rule-case'
import type {Report} from '#report/report'
import {runEnding} from '#run/run-ending'
import {reportOf} from './reports.ts'

const RUN = '20261121T074233417Z-k3q7xz'
const ended = {runId: RUN, runPath: `runs/${RUN}`}
const place = {cwd: '/w', workspace: '/w'}
const CAVEAT = 'Analytic environments only; no evidence about physical robots, other tasks, other planners, or safety.'

function rule(at: number, state: RuleOutcome['state']): RuleOutcome {
  const metric = ['coverage@50', 'brier_excess', 'probability_bias'][at % 3] ?? ''
  const select = `calibration/double-integrator/forecast-${at}/zoo.overconfident/${metric}`
  const ci = {low: 0.0944 + at / 100, high: 0.39996, level: 0.95, method: 'bca'}
  const frame = {
    id: select,
    severity: 'gate',
    metric,
    select,
    estimate: 0.1161,
    ci,
    threshold: 'ci_low >= 0.4',
    n: 40,
  } as const
  return state === 'inconclusive' ? {...frame, state, reason: 'the interval straddles the limit'} : {...frame, state}
}

const COLUMNS = [
  'suite',
  'provider',
  'env',
  'stratum',
  'metric',
  'estimate',
  'low',
  'high',
  'method',
  'n',
  'errors',
  'state',
]
const rows = Array.from({length: 60}, (_, at) => [
  'calibration',
  'zoo.overconfident',
  'double-integrator',
  `forecast-${at}`,
  'coverage@50',
  0.116123456,
  0.0944,
  null,
  'bca',
  40,
  0,
  at % 2 ? 'fail' : 'pass',
])

/** Reports as the commands make them, of the kinds that differ on a screen. */
export const SCREENS: Readonly<Record<string, Report>> = {
  'eval-failed': located({
    title: 'Evaluation: calibration',
    status: 'fail',
    facts: [{label: 'Seed', value: 42}],
    tables: [{name: 'rows', columns: COLUMNS, rows}],
    cases: Array.from({length: 26}, (_, at) => ruleCase(rule(at, at % 5 ? 'fail' : 'inconclusive'), 'eval')),
    remarks: [`L7, not shown: stated uncertainty is as large as the errors. These trials say nothing for it.`, CAVEAT],
    ending: {
      places: [],
      next: [
        {
          label: 'Again',
          value: `assay eval --suite calibration --provider zoo.overconfident --env double-integrator --n 1 --seed 42 --planner standard --episode eval:calibration:double-integrator:forecast:0`,
        },
      ],
    },
  }),
  'job-passed': located(
    {
      title: 'Job nightly',
      cases: ['preflight', 'door', 'latency'].map((name) => ({suite: 'nightly', name, status: 'passed'})),
      remarks: [`Check it: assay runs verify issue-bundles/${RUN}`, CAVEAT],
    },
    {path: `issue-bundles/${RUN}`, verified: true},
  ),
  interrupted: located({
    title: 'Evaluation: core',
    status: 'interrupted',
    tables: [{name: 'rows', columns: COLUMNS, rows}],
    cases: Array.from({length: 26}, (_, at) => ruleCase(rule(at, 'inconclusive'), 'eval')),
    remarks: Array.from({length: 50}, () => CAVEAT),
  }),
  'runs-list': reportOf({
    title: 'Runs',
    isListing: true,
    facts: [{label: 'Workspace', value: '/home/alice/trials'}],
    tables: [
      {
        name: 'runs',
        columns: ['run', 'kind', 'status', 'verdict', 'provider', 'created', 'ms', 'why'],
        rows: [
          [
            RUN,
            'eval',
            'failed',
            'fail',
            'zoo.sign-flip',
            '2026-11-21T07:42:33.417Z',
            5473.86,
            'gate_failed: 1 of 2 rules failed',
          ],
          ['20261121T074111002Z-b7c2de', 'job', 'passed', 'pass', 'mock', '2026-11-21T07:41:11.002Z', 999.96, null],
        ],
        minor: ['why', 'ms', 'created', 'kind', 'provider'],
      },
    ],
  }),
  doctor: reportOf({
    title: 'Doctor',
    tables: [
      {
        name: 'providers',
        columns: ['provider', 'registered', 'health', 'note'],
        rows: [
          ['mock', true, 'healthy', null],
          ['gr00t', false, null, 'set GROOT_POLICY_HOST, and GROOT_POLICY_PORT where the server listens elsewhere'],
        ],
      },
    ],
    remarks: ['Next: assay provider health --allow-loopback --allow-host a-host-of-a-long-name.example'],
  }),
}

function located(parts: Partial<Report>, bundle?: {path: string; verified: boolean}): Report {
  const report = reportOf(parts)
  return {...report, ending: runEnding({...ended, ...(bundle && {bundle})}, report, place)}
}
