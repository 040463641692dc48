import type {ReliabilityBin, ReliabilityDiagram} from '#report/plot'
import type {Table, TableCell} from '#report/report'
import {reliabilityBins} from '#stats/calibration-error'
import {clusteredShare, wilson} from '#stats/share-interval'
import type {CellResult} from '../model/cell.ts'
import {statedIn} from '../suite/calibration/calibration.ts'
import {LEVELS} from '../suite/calibration/levels.ts'
import type {SuiteFigures} from './suite-figures.ts'

/** The diagrams of calibration, and the numbers in them. */
export function reliabilityFigures(cells: readonly CellResult[]): SuiteFigures {
  const charts = reliabilityDiagrams(cells)
  return {tables: reliabilityTables(charts), charts}
}

/** What cells of calibration stated and what came of it: bins of probabilities, or how many truths lay inside each central interval. */
export function reliabilityDiagrams(cells: readonly CellResult[]): ReliabilityDiagram[] {
  return cells
    .filter(({facts}) => facts.suite.kind === 'calibration')
    .map(({facts: {provider, env, stratum}, episodes}): ReliabilityDiagram => {
      const bins = stratum === 'forecast' ? coverageBins(episodes) : probabilityBins(episodes)
      return {kind: 'reliability', name: `${provider} ${env} ${stratum}: what was stated and what came`, bins}
    })
    .filter(({bins}) => bins.length > 0)
}

/** The numbers of the diagrams. */
export function reliabilityTables(diagrams: readonly ReliabilityDiagram[]): Table[] {
  const rows = diagrams.flatMap(({name, bins}) =>
    bins.map(({stated, observed, low, high, n}): TableCell[] => [
      name.split(':')[0] ?? name,
      stated,
      observed,
      low,
      high,
      n,
    ]),
  )
  const columns = ['of', 'stated', 'observed', 'low', 'high', 'n']
  return rows.length === 0 ? [] : [{name: 'reliability', columns, rows}]
}

type Episodes = CellResult['episodes']

function probabilityBins(episodes: Episodes): ReliabilityBin[] {
  return reliabilityBins(episodes.flatMap(statedIn)).map((bin) => {
    const n = bin.length
    const came = bin.filter((one) => one.came).length
    const {low = null, high = null} = wilson(came, n) ?? {}
    return {stated: bin.reduce((sum, {stated}) => sum + stated, 0) / n, observed: came / n, low, high, n}
  })
}

function coverageBins(episodes: Episodes): ReliabilityBin[] {
  const counted = episodes.flatMap(({values}) => (values ? [values] : []))
  return LEVELS.flatMap((level): ReliabilityBin[] => {
    const shares = counted.flatMap((values) => values[`within${level}`] ?? [])
    const found = clusteredShare(shares, counted[0]?.['answers'] ?? 1)
    return found ? [{stated: level / 100, observed: found.estimate, low: found.low, high: found.high, n: found.n}] : []
  })
}
