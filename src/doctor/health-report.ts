import type {ProviderHealth, ProviderHealthResult} from '#contract/generated/types'
import {type Exit, exitFor, type VerdictState, worstVerdict} from '#error/exit'
import {healthVerdict} from '#provider/health/health-verdict'
import type {Case, Report} from '#report/report'

/**
 * Result and Report of provider probes. `named`: the caller asked for one provider; else those that are not configured are
 * expected skips and the worst of the rest decides.
 */
export function healthOutcome(
  providers: readonly ProviderHealth[],
  named: boolean,
): {result: ProviderHealthResult; report: Report} {
  const judged = providers.map((health) => ({health, verdict: verdictOf(health, named)}))
  const state = worstVerdict(judged.map((row) => row.verdict)) ?? 'inconclusive'
  const exit = exitOf(state, judged)
  const result: ProviderHealthResult = {schema_version: 1, command: 'provider health', exit, providers: [...providers]}
  const columns = ['provider', 'status', 'level', 'required', 'fault', 'ms', 'detail']
  const rows = providers.map((health) => [
    health.provider,
    health.status,
    health.level_reached,
    health.level_required,
    health.fault,
    health.latency_ms,
    detailOf(health),
  ])
  const cases = judged.map(({health, verdict}) => caseOf(health, verdict))
  return {
    result,
    report: {
      title: 'Provider health',
      status: state,
      facts: [],
      tables: [{name: 'health', columns, rows}],
      cases,
      remarks: providers.flatMap(warningsOf),
    },
  }
}

/** What a host should know of a provider although it is well. */
export function warningsOf({provider, warnings}: ProviderHealth): string[] {
  return warnings.map((warning) => `${provider}: ${warning}`)
}

function verdictOf(health: ProviderHealth, named: boolean): VerdictState {
  return health.status === 'unconfigured' && !named ? 'skipped' : healthVerdict(health)
}

function exitOf(state: VerdictState, judged: readonly {health: ProviderHealth; verdict: VerdictState}[]): Exit {
  const bad = judged.filter(({verdict}) => verdict === state && state !== 'pass' && state !== 'skipped')
  const reason = bad.map(({health}) => `${health.provider}: ${detailOf(health)}`).join('; ')
  return exitFor(state, reason || 'no provider is unhealthy', {expectedSkip: true})
}

function detailOf({layers, status}: ProviderHealth): string {
  return layers.findLast((layer) => !layer.ok)?.detail || status
}

function caseOf(health: ProviderHealth, verdict: VerdictState): Case {
  const row = {suite: 'provider health', name: health.provider, durationMs: health.latency_ms}
  if (verdict === 'pass') return {...row, status: 'passed'}
  const why = {type: health.fault ?? health.status, message: detailOf(health)}
  if (verdict === 'skipped') return {...row, ...why, status: 'skipped'}
  return {...row, ...why, status: verdict === 'fail' ? 'failed' : 'error'}
}
