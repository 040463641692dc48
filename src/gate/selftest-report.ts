import type {RuleOutcome, SelftestDocument, SelftestInjection, Verdict} from '#contract/generated/types'
import type {Report} from '#report/report'
import {UNTESTED} from './injection.ts'
import {ruleCase} from './rule-case.ts'
import {judgeVerdict} from './verdict.ts'

/** A verdict over injections: one that the gate did not answer as it must has survived, and fails. A rule without a row to inject into is inconclusive. */
export function selftestVerdict(injections: readonly SelftestInjection[]): Verdict {
  const caught = injections.filter((one) => one.caught).length
  return judgeVerdict({
    basis: 'gate',
    rules: injections.map(ruleOf),
    counts: {
      planned: injections.length,
      run: injections.length,
      passed: caught,
      failed: injections.length - caught,
      errored: 0,
      skipped: 0,
      not_run: 0,
      reused: 0,
    },
    claims: [],
    caveats: ['Injections are made in memory; the run and its files are as they were.'],
  })
}

function ruleOf({target, injection, expected, got, caught}: SelftestInjection, at: number): RuleOutcome {
  const frame = {id: `${target}: ${injection}`, severity: 'gate', metric: 'exit', select: target, n: at + 1} as const
  if (injection === UNTESTED) return {...frame, state: 'inconclusive', reason: 'the run has no row that it selects'}
  return caught ? {...frame, state: 'pass'} : {...frame, state: 'fail', reason: `${expected} was due, ${got} came`}
}

/** What was injected and how the gate answered. */
export function selftestReport({run_id, injections}: SelftestDocument, verdict: Verdict): Report {
  return {
    title: 'Selftest of a gate',
    status: verdict.state,
    facts: [
      {label: 'Run', value: run_id},
      {label: 'Injections', value: injections.length},
      {label: 'Survived', value: injections.filter(({caught}) => !caught).length},
    ],
    tables: [
      {
        name: 'injections',
        columns: ['target', 'injection', 'due', 'came', 'caught'],
        rows: injections.map(({target, injection, expected, got, caught}) => [
          target,
          injection,
          expected,
          got,
          caught,
        ]),
      },
    ],
    cases: verdict.rules.map((rule) => ruleCase(rule, 'selftest')),
    remarks: verdict.caveats,
  }
}
