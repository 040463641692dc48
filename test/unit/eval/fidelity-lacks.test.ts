import * as assert from 'uvu/assert'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {twoRoom} from '#world/environment/two-room/two-room'
import {planShape, presetConfig} from '#world/planner/presets'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('fidelity of states that are none')
const {signal} = new AbortController()

it('a state that is none is told with what it lacks', async () => {
  const key = {seed: 42, environment: twoRoom.key, stratum: twoRoom.strata[0], episode: 0}
  const config = presetConfig('quick', planShape(twoRoom))
  const exact = fakeSubject()
  for (const [change, lack] of [
    [
      {metadata: {environment: {id: pendulum.id, version: pendulum.version}}},
      /\(world state does not belong to two-room@\d\)/,
    ],
    [{scene: {objects: {}}}, /\(world state lacks .*\)/],
  ] as const) {
    const wrong = fakeSubject({
      batched: false,
      predict: async (request, use) => ({...(await exact.predict(request, use)), ...change}),
    })
    const {broken = ''} = await measureFidelity(wrong, {environment: twoRoom, key, set: 'usual', config}, signal)
    assert.match(broken, /it ends without a state that is one \(/)
    assert.match(broken, lack)
  }
})

it.run()
