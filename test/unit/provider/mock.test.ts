import * as assert from 'uvu/assert'
import {Assay} from '#provider/assay'
import {environmentOf} from '#world/environments'
import {Action} from '#world/model/action'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('mock provider')
const assay = new Assay()
const entry = (id: string, x: number) => ({
  id,
  name: id,
  pose: {position: {x, y: 0, z: 0}, rotation: {w: 1, x: 0, y: 0, z: 0}},
})
const STATE = {
  schema_version: 1,
  id: 'w',
  name: 'w',
  provider: 'mock',
  step: 4,
  metadata: {kept: true},
  scene: {objects: {cup: entry('cup', 1), box: entry('box', 2)}},
} as const

it('moves the named object, else the first, and keeps all the rest', async () => {
  const named = await assay.predict(STATE, Action.moveTo(7, 8, 9, {objectId: 'cup'}), 3, 'mock')
  assert.equal(named.state.scene?.objects['cup']?.pose.position, {x: 7, y: 8, z: 9})
  assert.equal(named.state.scene?.objects['box'], STATE.scene.objects.box)
  assert.equal([named.state.step, named.state.metadata], [7, {kept: true}])
  const first = await assay.predict(STATE, Action.moveTo(7, 8, 9), 1, 'mock')
  assert.equal(first.state.scene?.objects['box']?.pose.position, {x: 7, y: 8, z: 9})
})

it('spawns an object whose id depends on name, position and step alone', async () => {
  const spawn = async (name: string) =>
    Object.keys((await assay.predict(STATE, Action.spawnObject(name), 1, 'mock')).state.scene?.objects ?? {})
  assert.equal(await spawn('ball'), await spawn('ball'))
  assert.is((await spawn('ball')).length, 3)
  assert.not.equal(await spawn('ball'), await spawn('cube'))
})

it('rolls out running sums and scores by the distance of the sum to the goal', async () => {
  const states = Tensor.of('float64', [1, 2], [10, 20])
  const actions = Tensor.of('float64', [2, 2, 1], [1, 2, 3, 4])
  const {states: path} = await assay.predictBatch({states, actions}, 'mock')
  assert.equal(
    [path.shape, [...path.toFloat64()]],
    [
      [2, 2, 2],
      [11, 20, 13, 20, 13, 20, 17, 20],
    ],
  )
  const {scores, best_index} = await assay.score(
    {
      info: {goal: [3]},
      action_candidates: [
        [
          [[1], [1]],
          [[1], [2]],
        ],
      ],
    },
    'mock',
  )
  assert.equal([scores, best_index], [[1, 0], 1])
})

it('answers policies, texts and questions with the same for the same', async () => {
  const act = (x: number) =>
    assay.policy({info: {x}}, 'mock', {
      translator: (raw) => [Action.control([...(raw['single_arm'] as Tensor).toFloat64()])],
    })
  assert.equal((await act(1)).actions, (await act(1)).actions)
  assert.not.equal((await act(1)).actions, (await act(2)).actions)
  const {vector} = await assay.embed({text: 'a'}, 'mock')
  assert.is(vector.length, 32)
  assert.not.equal((await assay.embed({text: 'b'}, 'mock')).vector, vector)
  const {answer, evidence} = await assay.reason({query: 'how many?', world_state: STATE}, 'mock')
  assert.equal([answer, evidence], ['2', ['box', 'cup']])
})

it('makes clips whose headers, sizes and frames agree', async () => {
  const clip = await assay.generate({prompt: 'a ball', duration_seconds: 1.5, options: {fps: 4}}, 'mock')
  assert.equal(aviFacts(clip.bytes), {width: 32, height: 32, frames: 6, chunks: 6, microseconds: 250_000})
  assert.is(clip.media.size_bytes, clip.bytes.length)
  const small = await assay.transfer({clip, width: 15, height: 10, fps: 2}, 'mock')
  assert.equal(aviFacts(small.bytes), {width: 15, height: 10, frames: 3, chunks: 3, microseconds: 500_000})
  const other = await assay.generate({prompt: 'a ball', duration_seconds: 1.5, options: {fps: 4, seed: 2}}, 'mock')
  assert.is.not(other.media.sha256, clip.media.sha256)
})

it('refuses a clip that would not fit into memory', async () => {
  await throwsCode(() => assay.generate({prompt: 'a', duration_seconds: 1e9}, 'mock'), 'out_of_range')
})

/** Reads an AVI the way a player does: by chunk sizes. */
function aviFacts(bytes: Uint8Array) {
  const view = Buffer.from(bytes)
  const text = (at: number) => view.toString('latin1', at, at + 4)
  assert.is(text(0) + text(8), 'RIFFAVI ')
  assert.is(view.readUInt32LE(4), view.length - 8)
  const header = 12 + 12 + 8
  const movie = 12 + 8 + view.readUInt32LE(16)
  assert.is(text(movie) + text(movie + 8), 'LISTmovi')
  const end = movie + 8 + view.readUInt32LE(movie + 4)
  let chunks = 0
  for (let at = movie + 12; at < end; at += 8 + view.readUInt32LE(at + 4)) {
    assert.is(text(at), '00db')
    chunks++
  }
  assert.is(text(end), 'idx1')
  const word = (index: number) => view.readUInt32LE(header + 4 * index)
  return {width: word(8), height: word(9), frames: word(4), chunks, microseconds: word(0)}
}

it('control predicted step by step leads where the batch leads', async () => {
  const environment = environmentOf('pendulum')
  const state = encodeState(environment, {state: Float64Array.of(0.5, -1), goal: Float64Array.of(0, 0), step: 0})
  const {state: next} = await assay.predict(state, Action.control([0.25]), 4, 'mock')
  assert.equal([...decodeState(environment, next).state], [1.5, -1])
})
it.run()
