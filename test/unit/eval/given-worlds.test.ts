import * as assert from 'uvu/assert'
import {runExamination} from '#eval/examine/run-examination'
import type {EvalLibrary} from '#eval/model/subject'
import {stepTolerance} from '#eval/suite/fidelity/step-tolerance'
import {scoreInfo} from '#provider/operation/score-rules'
import {seedStream} from '#random/stream'
import {environmentOf} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {paced} from '#world/planner/presets'
import {settingsFor} from '../../support/eval-settings.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'

const it = spec('worlds that are given')
const {signal} = new AbortController()
const built = environmentOf('two-room')

/** A world of the same name in which everything takes twice as long. */
const slow: Environment = {
  ...built,
  advance: (states, at, actions, from) =>
    built.advance(
      states,
      at,
      Array.from({length: built.actionSize}, (_, axis) => (actions[from + axis] ?? 0) / 2),
      0,
    ),
}

/** What all suites over states measure of the exact rules of a world, in it. */
async function measured(environment: Environment): Promise<unknown> {
  const subject = fakeSubject({}, () => environment)
  const library = {subject: async () => subject} as unknown as EvalLibrary
  const settings = settingsFor({suites: ['rollout', 'counterfactual', 'fidelity'], envs: ['two-room'], n: 4})
  const {cells} = await runExamination({provider: 'fake', environment, settings, library, cellsOf: makeCells}, signal)
  return cells.map(({episodes}) => episodes.map(({values, success, error}) => ({values, success, error})))
}

it('two worlds of one name are measured at the same time, each by its own rules', async () => {
  const alone = [await measured(built), await measured(slow)]
  assert.equal(await Promise.all([measured(built), measured(slow)]), alone)
  // Whoever has the exact rules is off by nothing, and fails at nothing.
  assert.not.match(JSON.stringify(alone), /"error(@\d+)?":(?!0[,}])|"wrong":[1-9]/)
})

it('how far a step may be off is that of the world, not of another one of its name', () => {
  const [usual, less] = [stepTolerance(built), stepTolerance(slow)]
  assert.ok(usual.every((limit, entry) => limit > (less[entry] ?? 0)))
})

it('a world that no list has is told of, and that its actions are held for another time', () => {
  const elsewhere: Environment = {...built, id: 'elsewhere', key: 'elsewhere@1'}
  const start = {...elsewhere.reset(seedStream('given'), elsewhere.strata[0]), step: 0}
  assert.is(scoreInfo(elsewhere, start)['environment'], 'elsewhere@1')
  assert.is(scoreInfo(elsewhere, start)['action_block'], built.block)
  assert.is(scoreInfo(paced(elsewhere, {block: 1}), start)['action_block'], 1)
})

it.run()
