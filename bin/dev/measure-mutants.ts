// Makes wrong models of every kind and size, measures what each costs by the exact rules, and tells how many of them our suites fail: the share found
// against harm, for all suites and each. Figures come from the held-out half of the operators; the other half is there to mend suites by.
// Exit 1 where less than 95 % above the harm of the size is found (0.05 at quick, 0.02 at standard).
// Usage: measure-mutants.ts [--half held-out|tuning] [--size quick|standard] [--only OPERATOR,…] [--env ENV,…] [--rounds N] [--shard I/N] [--keep FILE] [--show]
// --rounds 1 tries every operator in one environment, 2 in two, and so on to all.
// --keep appends each result to a file and goes on from there; --show only tells what the file holds.
import {appendFileSync, existsSync, readFileSync} from 'node:fs'
import {loadCells} from '#eval/catalogue/load-cells'
import {suitesNamed} from '#eval/catalogue/suites'
import {above, curveOf, FOUND, type FoundAt, smallestFound} from '#eval/examine/curve'
import {EQUIVALENT, HARMS, type Harm, worstHarm} from '#eval/examine/harm'
import {makeMutantExam} from '#eval/examine/make-mutant-exam'
import {sightingsBy} from '#eval/examine/sightings'
import {openEvalLibrary} from '#eval/execute/open-library'
import type {OperatorMutant} from '#lab/mutation/operator'
import {mutantRounds, operatorsIn, SPLIT} from '#lab/mutation/operators'
import {Assay} from '#provider/assay'
import {readWords} from './read-words.ts'

const {values} = readWords({
  options: {
    half: {type: 'string', default: 'held-out'},
    size: {type: 'string', default: 'quick'},
    only: {type: 'string'},
    env: {type: 'string'},
    rounds: {type: 'string'},
    shard: {type: 'string', default: '1/1'},
    keep: {type: 'string'},
    show: {type: 'boolean'},
  },
})
const size = values.size === 'standard' ? 'standard' : 'quick'
const wanted = size === 'standard' ? 0.02 : 0.05
const [shard = 1, shards = 1] = values.shard.split('/').map(Number)

/** One line of the file that is kept. */
interface Found {
  readonly name: string
  readonly harm: Harm
  readonly killers: Readonly<Record<string, number>>
}

const half = values.half === 'tuning' ? 'tuning' : 'held-out'
const operators = operatorsIn(half).filter(({name}) => values.only?.split(',').includes(name) ?? true)
const mutants = mutantRounds(operators)
  .slice(0, Number(values.rounds ?? Number.POSITIVE_INFINITY))
  .flat()
  .filter(({environment}) => values.env?.split(',').includes(environment.id) ?? true)
const names = new Set(mutants.map(nameOf))
const known = readKept().filter(({name}) => names.has(name))
const began = performance.now()
if (!values.show) await examineAll(mutants.filter((_, at) => at % shards === shard - 1))
tell(known)

async function examineAll(all: readonly OperatorMutant[]): Promise<void> {
  const suites = suitesNamed(['core', 'invariants', 'surprise', 'calibration'])
  const exam = makeMutantExam({
    library: openEvalLibrary(
      (eventHandler) => new Assay({eventHandler}),
      () => undefined,
    ),
    cellsOf: await loadCells(suites),
    suitesOf: suitesNamed,
    settings: {seed: 42, planner: 'quick', maxErrorShare: 0.02, trialsOf: ({trials}) => trials[size]},
  })
  for (const mutant of all) {
    const name = nameOf(mutant)
    if (known.some((one) => one.name === name)) continue
    const found = {name, ...(await exam(mutant, new AbortController().signal))}
    known.push(found)
    if (values.keep) appendFileSync(values.keep, `${JSON.stringify(found)}\n`)
    console.log(line(found))
  }
}

function nameOf({operator, magnitude, environment}: OperatorMutant): string {
  return `${operator.name} ${magnitude.toPrecision(3)} ${environment.id}`
}

function readKept(): Found[] {
  if (values.keep === undefined || !existsSync(values.keep)) return []
  const lines = readFileSync(values.keep, 'utf8').trim().split('\n')
  return lines.filter(Boolean).map((text) => JSON.parse(text) as Found)
}

function line({name, harm, killers}: Found): string {
  const parts = HARMS.map((part) => `${part} ${harm[part].toFixed(4)}`).join(', ')
  return `${name.padEnd(44)} harm ${worstHarm(harm).toFixed(4)} (${parts}): ${Object.keys(killers).join(', ') || 'NOT FOUND'}`
}

function tell(all: readonly Found[]): void {
  const tried = all.map(({harm, killers}) => ({harm: worstHarm(harm), killers: Object.keys(killers)}))
  const any = sightingsBy(tried)
  const equivalent = any.filter(({harm}) => harm < EQUIVALENT)
  const told = half === 'held-out' ? `held out since ${SPLIT.release}` : 'that suites may be tuned on'
  console.log(
    `\n${all.length} mutants of operators ${told}, at ${size}; ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  console.log(
    `${equivalent.length} cost less than ${EQUIVALENT} and count as equivalent (${equivalent.filter((one) => one.found).length} of them are failed)`,
  )
  tellCurve('all suites', any)
  for (const suite of [...new Set(all.flatMap(({killers}) => Object.keys(killers)))].sort())
    tellCurve(suite, sightingsBy(tried, suite))
  console.log('\nNot found, the worst first:')
  const missed = all.filter(({harm, killers}) => worstHarm(harm) >= EQUIVALENT && Object.keys(killers).length === 0)
  for (const one of missed.toSorted((a, b) => worstHarm(b.harm) - worstHarm(a.harm))) console.log(line(one))
  const harmful = above(any, wanted)
  const share = harmful.filter(({found}) => found).length / harmful.length
  console.log(
    `\nabove ${wanted}: ${harmful.filter(({found}) => found).length} of ${harmful.length} found, ${(100 * share).toFixed(1)} %`,
  )
  if (!(share >= FOUND)) process.exitCode = 1
}

function tellCurve(name: string, sightings: readonly FoundAt[]): void {
  const bands = curveOf(sightings).map(
    ({from, mutants: count, found, low}) => `${from}+: ${found}/${count} (≥ ${(100 * low).toFixed(0)} %)`,
  )
  const least = smallestFound(sightings)
  console.log(`${name.padEnd(16)} 95 % from ${least ?? 'nowhere'}; ${bands.join('  ')}`)
}
