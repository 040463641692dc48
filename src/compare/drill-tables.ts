import type {ComparedDrill} from '#contract/generated/types'
import type {Fact, Table} from '#report/report'
import {objectiveWord} from './drill-rows.ts'

type Side = ComparedDrill['candidate']

/** Drills of two runs side by side: verdicts, seconds until noticed and over, and what became of the objectives. */
export function drillTable(name: string, drills: readonly ComparedDrill[]): Table {
  return {
    name,
    columns: [
      'drill',
      'base',
      'candidate',
      'base detected s',
      'detected s',
      'base recovered s',
      'recovered s',
      'base objectives',
      'objectives',
    ],
    rows: drills.map(({id, number, base, candidate}) => [
      number === null ? id : `${number} ${id}`,
      base?.verdict ?? null,
      candidate.verdict,
      base?.detect.seconds ?? null,
      candidate.detect.seconds,
      base?.recover.seconds ?? null,
      candidate.recover.seconds,
      base ? wordsOf(base) : null,
      wordsOf(candidate),
    ]),
    minor: ['base objectives', 'objectives'],
  }
}

const wordsOf = ({detect, recover}: Side): string => [detect, recover].map(({met}) => objectiveWord(met)).join(', ')

/** Objectives are counted, never weighed against each other. */
export function objectivesFact(label: string, sides: readonly Side[]): Fact {
  const all = sides.flatMap(({detect, recover}) => [objectiveWord(detect.met), objectiveWord(recover.met)])
  const count = (word: string) => all.filter((one) => one === word).length
  return {label, value: `${count('met')} met, ${count('missed')} missed, ${count('unmeasured')} unmeasured`}
}
