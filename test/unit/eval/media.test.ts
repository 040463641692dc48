import * as assert from 'uvu/assert'
import {evalEpisode} from '#contract/generated/eval-episode'
import {evalFailures} from '#contract/generated/eval-failures'
import type {EvalEpisode} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {SUITES} from '#eval/catalogue/suites'
import {runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import {executionShares} from '#eval/judge/execution-shares'
import {kept} from '#eval/kit/kept'
import {makeStatePlans} from '#eval/kit/make-state-plans'
import {collectFailures} from '#eval/report/failures'
import {separateStrips} from '#eval/report/gallery'
import {clipScene, encodeClip} from '#eval/suite/media/clip-scene'
import {judgeClip} from '#eval/suite/media/measure-clip'
import {executionRule} from '#gate/execution-rule'
import {Assay} from '#provider/assay'
import {decodeClip} from '#provider/media/avi-reader'
import {twoRoom} from '#world/environment/two-room/two-room'
import {environmentOf} from '#world/environments'
import {rasterise} from '#world/picture/raster'
import {settingsFor} from '../../support/eval-settings.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('media')
const {signal} = new AbortController()
const assay = new Assay()
const library = openEvalLibrary(
  (eventHandler) => new Assay({eventHandler}),
  () => undefined,
)
const settings = settingsFor({suites: ['media'], n: 20})
const places = ['double-integrator', 'two-room'].map(environmentOf)

const keyOf = (environment = twoRoom, episode = 0) => ({
  seed: 42,
  environment: environment.key,
  stratum: environment.strata[0],
  episode,
})
const examined = (provider: string, own: typeof settings) =>
  runExamination({provider, environment: twoRoom, settings: own, library, cellsOf: makeCells}, signal)

// A few trials tell what is wrong in each of them.
const few = settingsFor({suites: ['media'], n: 6})
const examinations = new Map<string, ReturnType<typeof examined>>()
const examinedShortly = (provider: string) => kept(examinations, provider, () => examined(provider, few))

it('a prompt says enough to draw the very clip, to the last pixel', async () => {
  for (const environment of places) {
    for (let episode = 0; episode < 12; episode++) {
      const {prompt, frames} = clipScene(environment, keyOf(environment, episode))
      assert.ok(prompt.length <= 1000 && prompt.split(' ').length <= 250, prompt)
      const {bytes, media_type} = await assay.generate({prompt, duration_seconds: 2}, 'observer')
      const found = decodeClip(bytes, media_type)
      assert.equal(
        found.kind === 'clip' && found.clip.frames.map((frame) => Buffer.from(frame)),
        frames.map((frame) => Buffer.from(frame)),
      )
    }
  }
})

it('the body stays in the picture, off the wall, and goes where the words say', () => {
  for (const environment of places) {
    for (let episode = 0; episode < 40; episode++) {
      const {path, motion, prompt} = clipScene(environment, keyOf(environment, episode))
      assert.ok(path.every(({x, y}) => x > 0.02 && x < 0.98 && y > 0.02 && y < 0.98))
      assert.ok(environment !== twoRoom || path.every(({x}) => Math.abs(x - 0.5) > 0.05))
      const [first, last] = [path[0], path.at(-1)]
      assert.is(motion.words.includes('right'), (last?.x ?? 0) - (first?.x ?? 0) > 0.01)
      assert.is(motion.words.includes('up'), (first?.y ?? 0) - (last?.y ?? 0) > 0.01)
      assert.match(prompt, `, ${motion.words}, in 2 seconds.`)
    }
  }
})

it('the measures tell the true clip, a still one, one backwards, one without the body, and noise', () => {
  const scene = clipScene(twoRoom, keyOf())
  const judged = (frames: readonly Uint8Array[]) => judgeClip(scene, 'generate', encodeClip(frames))
  const [first = new Uint8Array()] = scene.frames
  const exact = judged(scene.frames)
  assert.equal(
    [exact.broken, exact.values?.['agreement'], exact.values?.['mse'], exact.values?.['flicker']],
    [undefined, 1, 0, 0],
  )
  assert.ok((exact.values?.['centroid_error'] ?? 1) < 0.005)
  const still = judged(scene.frames.map(() => first))
  assert.equal([still.values?.['agreement'], still.broken], [0, 'moves as commanded in 0 % of its motions'])
  assert.is(judged(scene.frames.toReversed()).values?.['agreement'], 0)
  const empty = judged(scene.frames.map(() => rasterise({low: 0, high: 1, shapes: []})))
  assert.equal([empty.values?.['agreement'], empty.values?.['centroid_error']], [0, null])
  const noisy = judged(scene.frames.map((frame, at) => frame.map((value) => (at % 4 === 0 ? value : value - 20))))
  assert.is(noisy.values?.['agreement'], 1)
  assert.ok((noisy.values?.['flicker'] ?? 0) > 0.03 && (noisy.values?.['mse'] ?? 0) > 100)
})

it('size, rate and length are judged by the bytes, not by what is said of them', () => {
  const scene = clipScene(twoRoom, keyOf())
  const clip = encodeClip(scene.frames)
  const reason = (changes: object) => judgeClip(scene, 'generate', {...clip, ...changes}).reason
  assert.is(reason({}), undefined)
  assert.is(reason({bytes: encodeClip(scene.frames.slice(0, 10)).bytes}), 'not as asked: length')
  assert.is(reason({resolution: [32, 32], fps: 5}), 'not as asked: rate, size')
  assert.is(reason({duration_seconds: 3}), 'not as asked: length')
  assert.match(judgeClip(scene, 'generate', {...clip, bytes: clip.bytes.slice(0, 300)}).broken ?? '', 'does not decode')
})

it('the gates pass who draws what is said, and fail nothing, stillness, backwards and plumbing', async () => {
  const statesIn = ({outcomes}: Awaited<ReturnType<typeof examined>>) =>
    outcomes.filter(({metric}) => metric === 'direction_agreement').map(({state}) => state)
  assert.equal(statesIn(await examined('observer', settings)), ['pass', 'pass'])
  for (const name of ['zoo.zero-byte-media', 'zoo.frozen-clip', 'zoo.reversed-clip', 'mock'])
    assert.equal(statesIn(await examinedShortly(name)), ['fail', 'fail'], name)
})

it('a format that is not decoded leaves no verdict, is named, and is asked and paid for once', async () => {
  let calls = 0
  const generate = async () => {
    calls++
    return {
      fps: 10,
      resolution: [64, 64] as const,
      duration_seconds: 2,
      media_type: 'video/mp4',
      bytes: new Uint8Array(Buffer.from('\0\0\0\x18ftypisom')),
    }
  }
  const subject = fakeSubject({capabilities: ['generate'], generate})
  const {ready, notRun} = makeCells({
    suite: SUITES.media,
    subject,
    environments: places,
    settings,
    library,
    statePlans: makeStatePlans(settings),
  })
  assert.equal(
    notRun.map(({reason}) => reason),
    ['capability_missing (transfer)'],
  )
  const cells = []
  for (const {cell} of ready) {
    const episodes: EvalEpisode[] = []
    for (const trial of cell.trials) episodes.push(await cell.run(trial, signal))
    cells.push({facts: cell, planned: cell.trials.length, episodes, wallMs: 0})
  }
  assert.is(calls, 1)
  const [first] = cells[0]?.episodes ?? []
  assert.equal(
    [first?.error?.code, first?.error?.kind, first?.error?.message],
    ['media_undecodable', 'unreachable', 'clips of the format video/mp4 are not decoded here'],
  )
  assert.is(executionRule(executionShares({cells, unreachable: []}), 0.02).state, 'unavailable')
})

it('a failed clip keeps where the body was and where it was seen, and the gallery draws both', async () => {
  const {cells} = await examinedShortly('zoo.reversed-clip')
  const episodes = cells.flatMap((cell) => cell.episodes)
  for (const episode of episodes) parse(evalEpisode, episode)
  const {failures, strips} = separateStrips(collectFailures(episodes, settings).failures)
  parse(evalFailures, failures)
  assert.is(strips.length, 3)
  assert.match(failures.failures[0]?.command ?? '', '--episode eval:media:two-room:generate:0')
  const blind = (await examinedShortly('mock')).cells.flatMap((cell) => cell.episodes)
  assert.is(separateStrips(collectFailures(blind, settings).failures).strips.length, 3)
})

it('the observer refuses prompts and clips that it cannot draw', async () => {
  const refused = (prompt: string, options = {}) =>
    throwsCode(() => assay.generate({prompt, duration_seconds: 1, options}, 'observer'), 'invalid_input')
  await refused('a robot arm pushes a block across a table')
  await refused(
    Array.from({length: 5}, (_, at) => `A disc of colour (${at}, 0, 0), radius 0.1, rests at (0.5, 0.5).`).join(' '),
  )
  const clip = {...encodeClip(clipScene(twoRoom, keyOf()).frames), media_type: 'video/mp4'}
  const mp4 = {...clip, bytes: new Uint8Array(Buffer.from('\0\0\0\x18ftypisom'))}
  await throwsCode(() => assay.transfer({clip: mp4, width: 8, height: 8, fps: 4}, 'observer'), 'invalid_input')
})

it.run()
