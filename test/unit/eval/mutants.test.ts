// Counts no coverage: models that other tests hold the suites against too.
import * as assert from 'uvu/assert'
import {suitesNamed} from '#eval/catalogue/suites'
import {above, curveOf, smallestFound} from '#eval/examine/curve'
import {worstHarm} from '#eval/examine/harm'
import {makeMutantExam} from '#eval/examine/make-mutant-exam'
import {openEvalLibrary} from '#eval/execute/open-library'
import {exactProvider} from '#lab/adapter/spoil-provider'
import {mutantRounds, OPERATORS} from '#lab/mutation/operators'
import {Assay} from '#provider/assay'
import {environmentOf} from '#world/environments'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'

const it = spec('mutants and the curve of what is found')
const LIMIT_MS = 60_000
const {signal} = new AbortController()
const library = openEvalLibrary(
  (eventHandler) => new Assay({eventHandler}),
  () => undefined,
)

/** A few trials of each suite: enough for exact rules. */
const exam = makeMutantExam({
  library,
  cellsOf: makeCells,
  suitesOf: (names) => suitesNamed(names).filter(({name}) => ['fidelity', 'contract', 'calibration'].includes(name)),
  settings: {seed: 42, planner: 'quick', maxErrorShare: 0.02, trialsOf: ({name}) => (name === 'contract' ? 24 : 8)},
})

function mutant(name: string, at: number) {
  const found = mutantRounds(OPERATORS)
    .flat()
    .filter(({operator, environment}) => operator.name === name && environment.id === 'two-room')[at]
  if (!found) throw new Error(name)
  return found
}

const sightings = (harm: number, found: number, missed: number) => [
  ...Array.from({length: found}, () => ({harm, found: true})),
  ...Array.from({length: missed}, () => ({harm, found: false})),
]

it('the curve counts each mutant in its band, and those that cost nothing in none', () => {
  const bands = curveOf([...sightings(0.0005, 3, 4), ...sightings(0.03, 2, 2), ...sightings(0.05, 1, 0)])
  assert.equal(
    bands.map(({from, to, mutants, found, share}) => [from, to, mutants, found, share]),
    [
      [0.02, 0.05, 4, 2, 0.5],
      [0.05, 0.1, 1, 1, 1],
    ],
  )
  assert.ok((bands[0]?.low ?? 0) > 0.1 && (bands[0]?.high ?? 1) < 0.9)
})

it('the least harm that is found is where the first band from above falls short', () => {
  assert.is(smallestFound([...sightings(0.3, 20, 0), ...sightings(0.03, 19, 1), ...sightings(0.015, 18, 2)]), 0.02)
  assert.is(smallestFound([...sightings(0.3, 20, 0), ...sightings(0.03, 1, 1), ...sightings(0.015, 20, 0)]), 0.2)
  assert.is(smallestFound(sightings(0.7, 0, 1)), undefined)
  assert.is(smallestFound([]), undefined)
  assert.is(above([...sightings(0.05, 1, 1), ...sightings(0.04, 0, 5)], 0.05).length, 2)
})

it(
  'harm is what the exact rules say, and a suite fails what costs something',
  async () => {
    const {harm, killers} = await exam(mutant('offset', 3), signal)
    assert.ok(harm.step > 0.5 && harm.step < 1.2, `${harm.step}`)
    assert.ok(harm.regret > 0.2, `${harm.regret}`)
    assert.ok((killers['fidelity'] ?? 0) > 0)
  },
  LIMIT_MS,
)

it(
  'the exact rules cost nothing and nobody fails them; who lies about the best costs whoever believes it',
  async () => {
    const operator = {
      name: 'none',
      family: 'state',
      magnitudes: [0],
      environments: ['two-room'],
      make: exactProvider,
    } as const
    const none = await exam({operator, magnitude: 0, environment: environmentOf('two-room')}, signal)
    assert.equal([worstHarm(none.harm), none.killers], [0, {}])
    const liar = await exam(mutant('best-index', 3), signal)
    assert.equal([liar.harm.step, liar.harm.lost], [0, 0])
    assert.ok(liar.harm.claims > 0.3, `${liar.harm.claims}`)
    assert.equal(Object.keys(liar.killers), ['contract'])
  },
  LIMIT_MS,
)

it(
  'an answer that contradicts those before is refused: it costs whoever believes it a random candidate, and ends nothing',
  async () => {
    const {harm, killers} = await exam(mutant('direction', 3), signal)
    assert.ok(harm.claims > 0.3 && harm.claims <= 1, `${harm.claims}`)
    assert.ok(Object.keys(killers).length > 0)
  },
  LIMIT_MS,
)

it.run()
