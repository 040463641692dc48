import * as assert from 'uvu/assert'
import type {FaultName} from '#lab/fault/fault-step'
import type {FaultService} from '#lab/fault/fault-table'
import {checkObservation} from '#provider/adapter/gr00t/observation'
import {Assay} from '#provider/assay'
import {whatCame} from '#provider/model/value-check'
import {Tensor} from '#world/tensor/tensor'
import {SERVICES} from '../../support/fakes/fault-rigs.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('what came')
const zeros = (dtype: 'float64' | 'uint8', ...shape: number[]) => Tensor.from({dtype, shape, fill: 0})
const SECRET = ['canary', 'hunter2'].join('-')

const TOLD: readonly (readonly [unknown, string])[] = [
  [zeros('float64', 16, 7), 'float64 of shape (16, 7)'],
  [zeros('uint8'), 'uint8 of shape ()'],
  [undefined, 'nothing'],
  [null, 'null'],
  [true, 'true'],
  [1.5, 'the number 1.5'],
  [Number.NaN, 'NaN'],
  ['', 'an empty text'],
  [SECRET, 'a text of 14 characters'],
  [[], 'an empty list'],
  [[1, 2], 'a list of shape (2), of numbers'],
  [[[[0, 0]]], 'a list of shape (1, 1, 2), of numbers'],
  [[[]], 'a list of shape (1, 0)'],
  [[SECRET], 'a list of shape (1), of a text of 14 characters'],
  [[[zeros('uint8', 2)]], 'a list of shape (1, 1), of uint8 of shape (2)'],
  [Uint8Array.of(1, 2), 'an array of 2 bytes'],
  [{}, 'a map without a key'],
  [{b: 1, a: SECRET}, 'a map with the keys b, a'],
  [{'no name\n': 1}, 'a map with the keys 1 strange'],
  [() => 1, 'a function'],
]

it('what came is told by kind and shape, without what stands in it', () => {
  assert.equal(
    TOLD.map(([value]) => whatCame(value)),
    TOLD.map(([, told]) => told),
  )
})

it('however large it is, what came is told in short', () => {
  let deep: unknown = 1
  for (let level = 0; level < 5_000; level++) deep = [deep]
  const wide = Object.fromEntries(Array.from({length: 5_000}, (_, at) => [`${'k'.repeat(58)}${at}`, at]))
  for (const value of [deep, wide, [wide], 'x'.repeat(1e6), Array(1e5).fill([wide])])
    assert.ok(whatCame(value).length < 700, whatCame(value))
})

/** Answers over a real socket, and what is said of each. */
const ANSWERS: readonly (readonly [FaultService, FaultName, RegExp])[] = [
  ['gr00t', 'wrong_count', /^reply is a list of shape \(1\), of a map with the keys single_arm, not a list of actions/],
  ['gr00t', 'wrong_shape', /single_arm is float32 of shape \(1, 16, 5\), gripper is float32 of shape \(1, 2, 1\)$/],
  ['openpi', 'wrong_count', /^actions are nothing, not floats of shape \(horizon, values\)$/],
  ['openpi', 'wrong_shape', /^actions are float32 of shape \(1, 16, 5\), not floats of shape/],
  [
    'cosmos-policy',
    'wrong_shape',
    /^actions hold a row that is a list of shape \(50\), of a map with the keys __numpy__, dtype, shape/,
  ],
  ['bridge over http', 'wrong_shape', /^scores holds a list of shape .* at place 0, which is no finite number$/],
]

for (const [service, fault, message] of ANSWERS) {
  it(`of an answer of ${service} with ${fault} the message says what came`, async () => {
    const rig = SERVICES[service]
    const server = await rig.start([{match: rig.place, fault}])
    const assay = new Assay({env: rig.env(server, SECRET)})
    try {
      const error = await throwsCode(() => rig.call(assay, {}), 'contract_violation')
      assert.ok(message.test(error.message), error.message)
    } finally {
      await assay.close()
      await server.close()
    }
  })
}

it('an observation that is refused is told what it is instead', async () => {
  const info = {video: {front: zeros('float64', 4, 4, 3)}}
  const error = await throwsCode(() => Promise.try(() => checkObservation({info})), 'invalid_input')
  assert.match(error.message, /video\.front that is float64 of shape \(4, 4, 3\), not a uint8 tensor of shape/)
})
it.run()
