import type {ComparisonRow, ComparisonStatus, RunComparison} from '#contract/generated/types'
import type {VerdictState} from '#error/exit'
import {directionText} from '#gate/goodness'
import type {ForestPlot, Reference} from '#report/plot'

/** A status drawn as a verdict, so that colours and signs mean what they mean in the report of a single run. */
const STATES: Readonly<Record<ComparisonStatus, VerdictState>> = {
  regressed: 'fail',
  equivalent: 'pass',
  improved: 'pass',
  'not-worse': 'pass',
  inconclusive: 'inconclusive',
  incomparable: 'incomparable',
}

/** The effects of the rows that decide, with their intervals between the margins: a plot for each metric. */
export function comparePlots({kind, rows}: RunComparison): ForestPlot[] {
  // One run on each side has no interval.
  if (kind === 'drill') return []
  const primary = rows.filter((row) => row.primary)
  const groups = Map.groupBy(primary, ({metric, ...better}) => `${metric}, ${directionText(better)} is better`)
  return [...groups].map(([name, group]) => {
    const scale = group.find(({effect}) => effect !== null)?.effect?.scale ?? 'difference'
    const better = scale === 'difference' ? 'above 0: the candidate is better' : 'below 1: the candidate is better'
    return {
      kind: 'forest',
      name: `${name}: effect with 95 % intervals`,
      axis: {label: `${scale} (${better})`, scale: 'linear'},
      references: group[0] ? marginsOf(group[0], scale) : [],
      rows: group.map(({row_id, metric: own, effect, status}) => ({
        label: row_id.replace(`/${own}`, ''),
        state: STATES[status],
        estimate: effect?.estimate ?? null,
        low: effect?.ci.low ?? null,
        high: effect?.ci.high ?? null,
      })),
    }
  })
}

/** Reference lines of the margins, between which a difference counts as none. */
function marginsOf({margin}: ComparisonRow, scale: 'difference' | 'ratio'): Reference[] {
  const [worst, best] = scale === 'difference' ? [-margin, margin] : [margin, 1 / margin]
  return [
    {value: worst, label: 'lost'},
    {value: best, label: 'won'},
  ]
}
