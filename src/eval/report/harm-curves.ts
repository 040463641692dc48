import type {LineChart, LineSeries} from '#report/plot'
import type {TableCell} from '#report/report'
import {type Band, curveOf, smallestFound} from '../examine/curve.ts'
import {sightingsBy, type TriedMutant, triedMutants} from '../examine/sightings.ts'
import type {CellResult} from '../model/cell.ts'
import type {SuiteFigures} from './suite-figures.ts'

const ALL = 'all suites'

/**
 * How many mutants were failed, by their harm, of all suites together and of each: in the cells in which our own suites are on trial. Nothing where
 * there are none.
 */
export function harmCurves(cells: readonly CellResult[]): SuiteFigures<LineChart> {
  const episodes = cells.filter(({facts}) => facts.suite.kind === 'meta').flatMap((cell) => cell.episodes)
  const mutants = triedMutants(episodes)
  if (mutants.length === 0) return {tables: [], charts: []}
  const suites = [...new Set(mutants.flatMap(({killers}) => killers))].sort()
  const curves = [undefined, ...suites].map((suite) => curveFor(mutants, suite))
  return {
    tables: [
      {
        name: 'harm found',
        columns: ['suite', 'harm from', 'harm to', 'mutants', 'failed', 'share', 'low', 'high'],
        rows: curves.flatMap(({name, bands}) => bands.map((band) => rowOf(name, band))),
      },
      {
        name: 'least harm found with 95 %',
        columns: ['suite', 'harm'],
        rows: curves.map(({name, least}) => [name, least ?? null]),
      },
    ],
    charts: [
      {
        kind: 'line',
        name: 'share of held-out mutants that are failed, by harm',
        x: {label: 'harm', scale: 'log'},
        y: {label: 'share failed', scale: 'linear'},
        series: curves.map(seriesOf),
      },
    ],
  }
}

interface Curve {
  readonly name: string
  readonly bands: readonly Band[]
  readonly least: number | undefined
}

function curveFor(mutants: readonly TriedMutant[], suite: string | undefined): Curve {
  const sightings = sightingsBy(mutants, suite)
  return {name: suite ?? ALL, bands: curveOf(sightings), least: smallestFound(sightings)}
}

function rowOf(name: string, {from, to, mutants, found, share, low, high}: Band): TableCell[] {
  return [name, from, Number.isFinite(to) ? to : null, mutants, found, share, low, high]
}

/** Limits are drawn for all suites alone: bands of each would hide one another. */
function seriesOf({name, bands}: Curve): LineSeries {
  const points = bands.map(({from, share, low, high}) => ({x: from, y: share, ...(name === ALL && {low, high})}))
  return {label: name, points, isStepped: true}
}
