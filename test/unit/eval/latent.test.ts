import * as assert from 'uvu/assert'
import {evalEpisode} from '#contract/generated/eval-episode'
import type {EvalEpisode} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import {keptVector} from '#eval/suite/latent/kept-vector'
import {latent} from '#eval/suite/latent/latent'
import {latentScene} from '#eval/suite/latent/latent-scene'
import {Assay} from '#provider/assay'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import {PALETTE} from '#world/picture/raster'
import {Tensor} from '#world/tensor/tensor'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('latent')
const {signal} = new AbortController()
const library = openEvalLibrary(
  (eventHandler) => new Assay({eventHandler}),
  () => undefined,
)
const settings = settingsFor({suites: ['latent'], n: 80})
const place = {env: 'two-room', stratum: 'all', seed: 42}

const examined = (provider: string, env = 'two-room') =>
  runExamination({provider, environment: environmentOf(env), settings, library, cellsOf: makeCells}, signal)

function measured(name: string, episodes: readonly EvalEpisode[]) {
  const found = latent.metrics.find((metric) => metric.name === name)?.measure(episodes, place)
  if (!found) throw new Error(name)
  return found
}

/** Trials with these embeddings and a state of one number, four to a trajectory. */
const trials = (vectors: readonly (readonly number[])[], x: readonly number[]): EvalEpisode[] =>
  vectors.map((embedding, episode) => ({
    suite: 'latent',
    provider: 'fake',
    env: 'two-room',
    stratum: 'all',
    episode,
    success: true,
    start: {stratum: 'cross', episode},
    values: {x: x[episode] ?? 0},
    embedding: [...embedding],
  }))

it('a body is in the picture of every trial, and trials of a trajectory show it move', () => {
  for (const environment of ENVIRONMENTS.values()) {
    for (let episode = 0; episode < 40; episode++) {
      const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}
      const {frame, visible} = latentScene(environment, key)
      const pixels = Array.from({length: 64 * 64}, (_, at) => frame.bytes.subarray(3 * at, 3 * at + 3).join())
      assert.ok(pixels.includes(PALETTE.actuated.join()), `${environment.id} ${episode}`)
      assert.ok(Object.values(visible).every(Number.isFinite))
      const next = latentScene(environment, {...key, episode: episode + 1})
      assert.not.equal(next.visible, visible)
    }
  }
})

it('the gate passes who sees, and fails a constant, noise and plumbing, in every environment', async () => {
  for (const env of ENVIRONMENTS.keys()) {
    const {outcomes, cells} = await examined('observer', env)
    assert.is(outcomes.at(-1)?.state, 'pass', env)
    for (const episode of cells[0]?.episodes ?? []) parse(evalEpisode, episode)
  }
  for (const name of ['zoo.constant-embedding', 'zoo.random-embedding', 'mock'])
    assert.is((await examined(name)).outcomes.at(-1)?.state, 'fail', name)
})

it('what is left out of an embedding cannot be read from the rest of it, in any environment', async () => {
  for (const environment of ENVIRONMENTS.values()) {
    const scenes = Array.from({length: 80}, (_, episode) =>
      latentScene(environment, {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}),
    )
    for (const left of Object.keys(scenes[0]?.visible ?? {})) {
      const told = scenes.map(({visible}) =>
        Object.entries(visible).flatMap(([name, value]) => (name === left ? [] : [value])),
      )
      const named = scenes.map(({visible}) => ({values: {...visible}}))
      const episodes = trials(told, []).map((episode, at) => ({...episode, ...named[at]}))
      const {ci} = measured('probe_r2', episodes)
      assert.ok((ci?.low ?? 1) < 0.8, `${environment.id} without ${left}: ${ci?.low}`)
    }
  }
})

it('weights are judged on trajectories that they have not learned from', () => {
  // Each trajectory has a place of its own in the embedding and tells its state there: known ones are read exactly, new ones not at all.
  const x = Array.from({length: 80}, (_, at) => (Math.floor(at / 4) * 7) % 11)
  const names = x.map((_, at) => Array.from({length: 20}, (_, place) => Number(place === Math.floor(at / 4))))
  assert.ok((measured('probe_r2', trials(names, x)).estimate ?? 1) < 0.1)
  const told = x.map((value) => [value, 1 - value])
  const found = measured('probe_r2', trials(told, x))
  assert.ok((found.estimate ?? 0) > 0.99 && (found.ci?.low ?? 0) > 0.98)
})

it('without variance, embeddings or a second trajectory there is no number', () => {
  const three = [1, 2, 3].map((value) => [value])
  assert.match(measured('probe_r2', trials(three, [1, 2, 3])).reason ?? '', 'fewer than two trajectories')
  const many = Array.from({length: 16}, (_, at) => [at])
  assert.match(measured('probe_r2', trials(many, new Array(16).fill(3))).reason ?? '', 'never changes')
  assert.equal([measured('probe_r2', []).estimate, measured('effective_rank', []).estimate], [null, null])
  assert.is(measured('effective_rank', trials(new Array(8).fill([1, 1]), [1, 2])).reason, 'all embeddings are equal')
})

it('a long embedding is folded and keeps what can be read from it', () => {
  const x = Array.from({length: 80}, (_, at) => ((Math.floor(at / 4) * 7) % 11) + (at % 4))
  const long = x.map((value) => keptVector(Array.from({length: 3000}, (_, at) => value * ((at % 7) - 3))))
  assert.is(long[0]?.length, 1024)
  assert.ok((measured('probe_r2', trials(long, x)).estimate ?? 0) > 0.99)
  assert.equal(keptVector([1 / 3, -0]), [0.333333, 0])
})

it('the observer embeds frames alone', async () => {
  const assay = new Assay()
  await throwsCode(() => assay.embed({text: 'a red disc'}, 'observer'), 'invalid_input')
  await throwsCode(
    () => assay.embed({frame: Tensor.of('float32', [2, 2, 3], new Array(12).fill(0))}, 'observer'),
    'invalid_input',
  )
  const {vector} = await assay.embed({frame: Tensor.of('uint8', [1, 2, 3], [...PALETTE.actuated, 0, 0, 0])}, 'observer')
  assert.equal(vector.slice(-3), [0.5, 0.25, 0.5])
})

it.run()
