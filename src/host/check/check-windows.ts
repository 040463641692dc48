import {type ComparedMetric, compareWindows} from '../judge/compare-windows.ts'
import {type CheckFinding, failed, passed, skipped, unclear, warned} from '../model/finding.ts'
import type {Check, CheckContext} from './check.ts'
import {probeWindow} from './probe-window.ts'

export const WINDOW_CHECKS: readonly Check[] = [
  {
    id: 'met.compare',
    title: 'Errors, times and resources are not worse than in the baseline',
    mode: 'standard',
    needsToken: true,
    ask: compareMetrics,
  },
]

async function compareMetrics(context: CheckContext): Promise<CheckFinding> {
  const {before, target, keep} = context
  if (before === undefined) return skipped('no_baseline')
  const {baseline} = before
  if (baseline.probes.length === 0) return skipped('no_baseline')
  const after = await probeWindow(
    context,
    baseline.window_s * 1000,
    baseline.probes.map(({kind}) => kind),
  )
  context.notes.window = after
  const rows = compareWindows(baseline, after, target.objectives.read_p99_ms)
  keep('window', {schema_version: 1, before: windowOf(baseline), after, rows})
  const named = (...states: ComparedMetric['state'][]) =>
    rows.filter(({state}) => states.includes(state)).map(({metric}) => metric)
  const seen = {
    expected: 'no metric worse',
    observed: {
      rows: rows.map(({metric, state, before: was, after: is}) => ({
        metric,
        state,
        before: was ?? null,
        after: is ?? null,
      })),
    },
    fieldPaths: ['results/window.json'],
  }
  if (named('fail').length > 0) return failed(`worse: ${named('fail').join(', ')}`, seen)
  if (named('inconclusive').length > 0) return unclear(`too little: ${named('inconclusive').join(', ')}`, seen)
  return named('warn').length > 0 ? warned(`more than before: ${named('warn').join(', ')}`, seen) : passed(seen)
}

const windowOf = ({window_s, probes, requests, resources = []}: NonNullable<CheckContext['before']>['baseline']) => ({
  window_s,
  probes,
  requests,
  resources,
})
