import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {evalFailures} from '#contract/generated/eval-failures'
import {parse} from '#contract/parse'
import {runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import {collectFailures} from '#eval/report/failures'
import {separateStrips} from '#eval/report/gallery'
import {measureAnswer} from '#eval/suite/reasoning/measure-answer'
import {questionScene} from '#eval/suite/reasoning/question-scene'
import type {QuestionScene} from '#eval/suite/reasoning/question-world'
import {QUESTIONS, type Question} from '#eval/suite/reasoning/questions'
import {spokenCount, spokenId} from '#eval/suite/reasoning/spoken-answer'
import {Assay} from '#provider/assay'
import {twoRoom} from '#world/environment/two-room/two-room'
import {settingsFor} from '../../support/eval-settings.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('reasoning')
const {signal} = new AbortController()
const assay = new Assay()
const settings = settingsFor({suites: ['reasoning'], n: 24})

const sceneOf = (question: Question, episode: number): QuestionScene =>
  questionScene({seed: 42, environment: 'scenes@1', stratum: question, episode}, question)

const objectsOf = ({world}: QuestionScene) => Object.values(world.scene?.objects ?? {})

const examined = (provider: string) =>
  runExamination({provider, environment: twoRoom, settings, library, cellsOf: makeCells}, signal)
const library = openEvalLibrary(
  (eventHandler) => new Assay({eventHandler}),
  () => undefined,
)

it('the truth that a scene is built around is what somebody else finds who looks at it', async () => {
  for (const question of QUESTIONS) {
    for (let episode = 0; episode < 150; episode++) {
      const {world, query, truth, meant} = sceneOf(question, episode)
      const {answer, evidence} = await assay.reason({query, world_state: world}, 'observer')
      assert.equal([answer, [...evidence].sort()], [String(truth), [...meant].sort()], `${query} ${episode}`)
    }
  }
})

it('every scene has near misses, and what is absent is asked for too', () => {
  for (let episode = 0; episode < 50; episode++) {
    const {query, truth, meant} = sceneOf('absent', episode)
    const [, color, shape] = /many (\w+) (\w+)s /.exec(query) ?? []
    const objects = objectsOf(sceneOf('absent', episode))
    assert.equal([truth, meant], [0, []])
    assert.ok(objects.some(({metadata}) => metadata?.['color'] === color && metadata?.['shape'] !== shape))
    assert.ok(objects.some(({metadata}) => metadata?.['color'] !== color && metadata?.['shape'] === shape))
    const count = sceneOf('count', episode)
    assert.ok(objectsOf(count).length >= Number(count.truth) + 4)
  }
})

it('a scene is the same for a smaller size, and another for another seed', () => {
  const key = {seed: 7, environment: 'scenes@1', stratum: 'count', episode: 3}
  assert.equal(questionScene(key, 'count'), questionScene(key, 'count'))
  assert.not.equal(questionScene(key, 'count'), questionScene({...key, seed: 8}, 'count'))
})

const COUNTS: readonly [string, number | undefined][] = [
  ['3', 3],
  ['There are three red cubes.', 3],
  ['3 (three)', 3],
  ['**12**', 12],
  ['Twenty-one', 21],
  ['twenty one', 21],
  ['3.0', 3],
  ['３', 3],
  ['There are no red cubes.', 0],
  ['None', 0],
  ['zero', 0],
  ['object-12, object-7: 2', 2],
  ['0 1 2 3 4 5 6 7 8 9', undefined],
  ['between 2 and 3', undefined],
  ['1-3', undefined],
  ['3,4,5', undefined],
  ['2.5', undefined],
  ['-3', undefined],
  ['many', undefined],
  ['the 3rd', undefined],
  ['object-120', undefined],
  ['1e3', undefined],
  ['no. 4', 4],
]

it('a count is one whole number in digits or words; a list of numbers is none', () => {
  for (const [answer, count] of COUNTS) assert.is(spokenCount(answer, ['object-12', 'object-7']), count, answer)
})

it('an object is named alone and whole', () => {
  const ids = ['object-1', 'object-12', 'object-3']
  assert.is(spokenId('It is object-12.', ids), 'object-12')
  assert.is(spokenId('OBJECT-3', ids), 'object-3')
  assert.is(spokenId('object-1 or object-3', ids), undefined)
  assert.is(spokenId('object-123', ids), undefined)
  assert.is(spokenId('the cube', ids), undefined)
})

it('whatever is said, reading it ends and gives a count or nothing', () => {
  fc.assert(
    fc.property(fc.string({unit: 'binary', maxLength: 300}), fc.array(fc.string({maxLength: 6})), (answer, ids) => {
      const count = spokenCount(answer, ids)
      assert.ok(count === undefined || (Number.isSafeInteger(count) && count >= 0))
      spokenId(answer, ids)
    }),
  )
})

it('evidence is counted by whole ids, each once, and the one spoken of may be named or not', async () => {
  const scene = sceneOf('relation', 4)
  const [first = ''] = scene.meant
  const ask = (evidence: readonly string[]) =>
    measureAnswer(fakeSubject({reason: async () => ({answer: String(scene.truth), evidence})}), scene, signal).then(
      ({values}) => [values['id_precision'], values['id_recall']],
    )
  assert.equal(await ask(scene.meant), [1, 1])
  assert.equal(await ask([...scene.meant, ...scene.neutral, first]), [1, 1])
  assert.equal(await ask([]), [0, 0])
  assert.equal(await ask([first, 'nobody']), [0.5, 1 / scene.meant.length])
  assert.equal(await ask(['']), [0, 0])
})

it('the gates pass who looks, and fail who lists digits or counts everything', async () => {
  const states = async (provider: string) => {
    const {outcomes} = await examined(provider)
    return new Set(outcomes.filter(({metric}) => metric === 'exact_match').map(({state}) => state))
  }
  assert.equal([...(await states('observer'))], ['pass'])
  assert.equal([...(await states('zoo.digit-spammer'))], ['fail'])
  assert.equal([...(await states('mock'))], ['fail'])
})

it('a wrong answer keeps its scene, and the gallery draws it', async () => {
  const {cells} = await examined('mock')
  const episodes = cells.flatMap((cell) => cell.episodes)
  const {failures, strips} = separateStrips(collectFailures(episodes, settings).failures)
  parse(evalFailures, failures)
  const [failure] = failures.failures
  assert.match(failure?.observed ?? '', /^says \d+ where \d+ is right$/)
  assert.match(
    failure?.command ?? '',
    '--suite reasoning --provider mock --n 1 --seed 42 --episode eval:reasoning:none:count:0',
  )
  assert.is(strips.length, 3)
})

it('the observer refuses what it does not know', async () => {
  const {world} = sceneOf('nearest', 0)
  const refused = (query: string, rest = {}) =>
    throwsCode(() => assay.reason({query, world_state: world, ...rest}, 'observer'), 'invalid_input')
  await refused('What is the meaning of life?')
  await refused('How many red cubes are there?', {world_state: undefined})
  await refused('Which object is nearest to the pink elephant?')
  const {answer} = await assay.reason({query: 'How many objects are there?', world_state: world}, 'observer')
  assert.is(answer, String(Object.keys(world.scene?.objects ?? {}).length))
})

it.run()
