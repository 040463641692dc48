import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import {frozenModel, localModel, subjectModel} from '#eval/kit/make-world-model'
import type {WorldModel} from '#eval/kit/world-model'
import {pairedEffect} from '#eval/metric/paired-effect'
import {surpriseTest} from '#eval/suite/surprise/measure-surprise'
import {surprise} from '#eval/suite/surprise/surprise'
import {mutantModel} from '#lab/model/mutants'
import {Assay} from '#provider/assay'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {pushBlock} from '#world/environment/push-block/push-block'
import {twoRoom} from '#world/environment/two-room/two-room'
import {ENVIRONMENTS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {decodeState} from '#world/model/scene'
import {planShape, presetConfig} from '#world/planner/presets'
import {settingsFor} from '../../support/eval-settings.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'

const it = spec('surprise')
const {signal} = new AbortController()

const placeOf = (environment: Environment, trial: number) => ({
  environment,
  key: {
    seed: 42,
    environment: environment.key,
    stratum: environment.strata[trial % environment.strata.length] ?? environment.strata[0],
    episode: Math.floor(trial / environment.strata.length),
  },
  set: 'all',
  config: presetConfig('quick', planShape(environment)),
})

/** Trials of a model, as the suite keeps them. */
async function shown(environment: Environment, model: WorldModel, count = 24): Promise<EvalEpisode[]> {
  const episodes: EvalEpisode[] = []
  for (let episode = 0; episode < count; episode++) {
    const place = placeOf(environment, episode)
    const scene = await surpriseTest.prepare(place, signal)
    const {values = {}} = await surpriseTest.measure(scene, {...place, model}, signal)
    const who = {suite: 'surprise', provider: 'fake', env: environment.id, stratum: 'all', episode, success: true}
    episodes.push({...who, values})
  }
  return episodes
}

function metricOf(name: string) {
  const found = surprise.metrics.find((metric) => metric.name === name)
  if (!found) throw new Error(name)
  return found
}

const aurocOf = (episodes: readonly EvalEpisode[], name = 'surprise_auroc') =>
  metricOf(name).measure(episodes, {env: 'two-room', stratum: 'all', seed: 42})?.estimate

const wrong = (name: string, environment: Environment) => localModel(environment, mutantModel(name, environment))

it('the impossible is far from the truth in every environment, and both begin alike', async () => {
  for (const environment of ENVIRONMENTS.values()) {
    for (let trial = 0; trial < 24; trial++) {
      const scene = await surpriseTest.prepare(placeOf(environment, trial), signal)
      const {values = {}} = await surpriseTest.measure(
        scene,
        {...placeOf(environment, trial), model: localModel(environment, environment)},
        signal,
      )
      assert.is(values['possible'], 0)
      assert.ok((values['impossible'] ?? 0) >= 0.25, `${environment.id} ${trial} ${values['impossible']}`)
      assert.equal(decodeState(environment, scene.plain), decodeState(environment, scene.recoloured))
      assert.not.equal(scene.plain, scene.recoloured)
    }
  }
})

it('the exact rules tell everything apart; a world that stands still tells nothing, however far things jump', async () => {
  for (const environment of [pendulum, twoRoom, pushBlock]) {
    assert.is(aurocOf(await shown(environment, localModel(environment, environment))), 1)
    const still = await shown(environment, frozenModel(environment))
    assert.ok((aurocOf(still) ?? 1) < 0.7, environment.id)
    assert.ok(Math.abs((aurocOf(still, 'teleport_auroc') ?? 0) - 0.5) < 0.05)
    assert.is(aurocOf(still, 'vanish_auroc'), 0)
  }
})

it('who does not know what is solid is surprised by the wall and not by passing through it', async () => {
  for (const [environment, name] of [
    [twoRoom, 'no-wall'],
    [pushBlock, 'no-contact'],
  ] as const) {
    assert.is(aurocOf(await shown(environment, wrong(name, environment)), 'pass_through_auroc'), 0)
    assert.is(aurocOf(await shown(environment, localModel(environment, environment)), 'pass_through_auroc'), 1)
  }
})

it('colours reach a provider through its world state, and one that minds them is seen', async () => {
  const colours = new Set<unknown>()
  const subject = fakeSubject()
  const minding = fakeSubject({
    async predict(request, abort) {
      const {colour} = request.world_state.scene?.objects['walker']?.metadata ?? {}
      colours.add(colour)
      const world = await subject.predict(request, abort)
      const walker = world.scene?.objects['walker']
      if (!walker || colour === '#000000') return world
      const {x, y, z} = walker.pose.position
      const moved = {...walker, pose: {...walker.pose, position: {x: x + 0.2, y, z}}}
      return {...world, scene: {objects: {...world.scene?.objects, walker: moved}}}
    },
  })
  const model = subjectModel(minding, twoRoom)
  if (!model) throw new Error('it predicts')
  const episodes = await shown(twoRoom, model, 12)
  assert.is(colours.size, 13)
  assert.is(aurocOf(episodes, 'recolour_auroc'), 1)
  const calm = subjectModel(subject, twoRoom)
  if (!calm) throw new Error('it predicts')
  assert.is(aurocOf(await shown(twoRoom, calm, 12), 'recolour_auroc'), 0.5)
})

it('the gates pass the exact model and fail what is frozen, passes through walls or minds colours', async () => {
  const settings = settingsFor({suites: ['surprise'], envs: ['two-room'], n: 80})
  const library = openEvalLibrary(
    (eventHandler) => new Assay({eventHandler}),
    () => undefined,
  )
  const failed = async (provider: string) => {
    const examinee = {provider, environment: twoRoom, settings, library, cellsOf: makeCells}
    const {outcomes} = await runExamination(examinee, signal)
    return outcomes.filter(({state}) => state !== 'pass').map(({metric, state}) => `${metric} ${state}`)
  }
  assert.equal(await failed('analytic'), [])
  assert.ok((await failed('zoo.frozen')).includes('surprise_auroc fail'))
  assert.ok((await failed('zoo.no-wall')).includes('pass_through_auroc fail'))
  assert.ok((await failed('zoo.colour-sensitive')).includes('recolour_auroc fail'))
})

it('two sides are held against each other over the trials both ran', async () => {
  const [good, bad] = [await shown(twoRoom, localModel(twoRoom, twoRoom)), await shown(twoRoom, frozenModel(twoRoom))]
  const place = {env: 'two-room', stratum: 'all', seed: 42}
  const better = pairedEffect(metricOf('surprise_auroc'), {base: bad, candidate: good}, place)
  assert.ok(!('why' in better) && better.low > 0.2 && better.n === 24)
  const same = pairedEffect(metricOf('surprise_auroc'), {base: bad, candidate: bad}, place)
  assert.ok(!('why' in same) && same.low === 0 && same.high === 0)
})

it.run()
