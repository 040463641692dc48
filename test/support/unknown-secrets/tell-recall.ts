import {seeded} from '../seeded.ts'
import {floorOf, LEAST_WITHOUT_RULES, MOST_IDENTIFIERS_CHANGED, MOST_LINES_CHANGED} from './floors.ts'
import {changedIdentifiers, changedLines} from './harmless.ts'
import {measureRecall, measureUntuned, type Recall} from './recall.ts'
import {HALVES, type Half} from './tables.ts'
import {maskWithoutRulesFor, shippedMask} from './without-rules.ts'

const SAMPLES = 20
const NAMED = ['environment line', 'header', 'named field']

/** Prints what share of secrets is found, by kind, context and half. False when any stays under its floor. */
export function tellRecall(seed: number): boolean {
  const options = () => ({samples: SAMPLES, pick: seeded(seed)})
  const shipped = new Map(HALVES.map((half) => [half, measureRecall(half, shippedMask(), options())]))
  const general = measureRecall('held-out', maskWithoutRulesFor('held-out', seeded(seed)), options())
  console.log(
    `found of ${SAMPLES} samples a form: development half, held-out half, the latter without the rules of its vendors`,
  )
  for (const [at, {kind, context}] of general.entries()) {
    const rates = [...HALVES.map((half) => shipped.get(half)?.[at]), general[at]].map(percentOf)
    console.log(`  ${`${kind}: ${context}`.padEnd(46)}${rates.map((rate) => rate.padStart(10)).join('')}`)
  }
  // Only of the development half: the held-out one is not read when rules are written.
  for (const {kind, context, missed} of shipped.get('development') ?? [])
    if (missed.size > 0) console.log(`  not always found, ${kind}: ${context}: ${[...missed.keys()].join(', ')}`)
  console.log(`  file: whole, of the untuned set${percentOf(measureUntuned(shippedMask(), options())).padStart(24)}`)
  const under = HALVES.flatMap((half) => underFloor(half, shipped.get(half) ?? []))
  for (const line of under) console.log(`  UNDER ITS FLOOR ${line}`)
  const isEnoughWithout = general.every(
    ({kind, context, rate}) => kind !== 'distinctive token' || !NAMED.includes(context) || rate >= LEAST_WITHOUT_RULES,
  )
  if (!isEnoughWithout) console.log(`  UNDER ITS FLOOR without the rules of vendors: ${LEAST_WITHOUT_RULES}`)
  const isHarmlessKept = HALVES.map((half) => tellHarmless(half, seed)).every(Boolean)
  return under.length === 0 && isEnoughWithout && isHarmlessKept
}

function underFloor(half: Half, rows: readonly Recall[]): string[] {
  return rows
    .filter(({kind, context, rate}) => rate < floorOf(half, kind, context))
    .map((row) => `${half}: ${row.kind}: ${row.context}: ${percentOf(row)} of ${row.samples}`)
}

function tellHarmless(half: Half, seed: number): boolean {
  const names = changedIdentifiers(half, shippedMask(), {samples: SAMPLES, pick: seeded(seed)})
  const lines = changedLines(half, shippedMask())
  console.log(`names of the trade, ${half}: ${names.changed.length} of ${names.all} taken for secret`)
  console.log(`harmless lines with a word of secrets, ${half}: ${lines.changed.length} of ${lines.all} changed`)
  if (half === 'development') for (const line of [...names.changed, ...lines.changed]) console.log(`  ${line}`)
  return (
    names.changed.length <= Math.ceil(names.all * MOST_IDENTIFIERS_CHANGED) &&
    lines.changed.length <= Math.ceil(lines.all * MOST_LINES_CHANGED)
  )
}

function percentOf(row: Recall | undefined): string {
  return row ? `${(row.rate * 100).toFixed(2)} %` : ''
}
