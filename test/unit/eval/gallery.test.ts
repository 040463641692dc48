import * as assert from 'uvu/assert'
import {evalFailures} from '#contract/generated/eval-failures'
import type {EvalEpisode} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {makeExpertController} from '#eval/kit/make-controller'
import {runEpisode} from '#eval/kit/run-episode'
import {collectFailures, findTriage, shownFailures} from '#eval/report/failures'
import {failurePlots, galleryText, separateStrips} from '#eval/report/gallery'
import {plotSvg} from '#report/plot-svg'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'

const it = spec('eval/gallery')
const {signal} = new AbortController()
const SETTINGS = settingsFor({suites: ['closed-loop'], seed: 42, planner: 'quick', maxModelEvals: 1000})

/** A closed-loop episode of a rule that fails. */
async function failed(
  environment: Environment,
  rule: Parameters<typeof makeExpertController>[0],
  provider = 'zoo.sign-flip',
  episode = 0,
): Promise<EvalEpisode> {
  const stratum = environment.strata[0]
  const key = {seed: 42, environment: environment.key, stratum, episode}
  const outcome = await runEpisode({environment, key, controller: makeExpertController(rule)}, signal)
  return {suite: 'closed-loop', provider, env: environment.id, stratum, episode, ...outcome}
}

const still = (environment: Environment) => () => new Array<number>(environment.actionSize).fill(0)
const twoRoom = environmentOf('two-room')

it('a failed episode keeps a few of its states, first and last included; a success keeps none', async () => {
  const episode = await failed(twoRoom, still(twoRoom))
  assert.equal(
    episode.snapshots?.states.map(({step}) => step),
    [0, 9, 17, 26, 34, 43, 51, 60],
  )
  assert.is(episode.snapshots?.goal.length, 2)
  const toGoal = await failed(environmentOf('double-integrator'), ({state, goal}) =>
    environmentOf('double-integrator').servo(state, {x: goal[0] ?? 0, y: goal[1] ?? 0}),
  )
  assert.equal([toGoal.success, toGoal.snapshots], [true, undefined])
})

for (const environment of ENVIRONMENTS.values()) {
  it(`a failure in ${environment.id} has a strip, a plot, a command and a page`, async () => {
    const wrong = environment.id === 'cart-pole' ? () => [1] : still(environment)
    const {failures, strips} = separateStrips(collectFailures([await failed(environment, wrong)], SETTINGS).failures)
    parse(evalFailures, failures)
    const [failure] = failures.failures
    assert.equal(
      strips.map(({path}) => path),
      ['artifacts/failures/01.png'],
    )
    assert.is(failure?.strip, 'artifacts/failures/01.png')
    assert.match(failure?.command ?? '', /--max-model-evals 1000 --episode eval:closed-loop:/)
    const [plot] = failurePlots(failures.failures)
    assert.ok(plot && plot.frames.length > 1)
    const svg = plotSvg(plot)
    assert.match(svg, 'class="actuated"')
    assert.not.match(svg, /NaN|Infinity|undefined/)
    assert.match(galleryText(failures), '](../artifacts/failures/01.png)')
  })
}

it('three failures of each provider are shown, all are in the file', async () => {
  const one = await failed(twoRoom, still(twoRoom))
  const many = ['a', 'b'].flatMap((provider) => [0, 1, 2, 3, 4].map((episode) => ({...one, provider, episode})))
  const {failures, strips} = separateStrips(collectFailures(many, SETTINGS).failures)
  assert.equal([failures.failures.length, shownFailures(failures.failures).length, strips.length], [10, 6, 6])
  assert.match(galleryText(failures), '10 trials failed, 6 are shown')
})

it('says where to look first', async () => {
  const triage = async (rule: Parameters<typeof makeExpertController>[0]) =>
    findTriage(await failed(twoRoom, rule)).triage ?? ''
  assert.match(await triage(() => [0, 0]), 'nowhere')
  const away = await failed(environmentOf('double-integrator'), ({state, goal}) => [
    state[0]! < goal[0]! ? -1 : 1,
    state[1]! < goal[1]! ? -1 : 1,
  ])
  assert.match(findTriage(away).triage ?? '', 'farther')
  const error = {class: 'ProviderError', code: 'timeout', kind: 'unreachable', message: 'x'} as const
  assert.match(findTriage({...away, error}).triage ?? '', 'did not answer')
  assert.match(
    findTriage({...away, error: {...error, kind: 'wrong', code: 'contract_violation'}}).triage ?? '',
    'contract_violation',
  )
  assert.match(findTriage({...away, reason: 'model_eval_budget'}).triage ?? '', 'budget')
  const {snapshots, ...without} = away
  assert.ok(snapshots)
  assert.equal(findTriage(without), {})
})

it('text of a provider opens neither markup nor a picture of its own', async () => {
  const episode = await failed(twoRoom, still(twoRoom))
  const message = '![x](http://evil.example/a.png) <img src=x> `rm`\n# Title'
  const hostile = {...episode, provider: 'a`b', error: {class: 'E', code: 'internal', kind: 'wrong' as const, message}}
  const text = galleryText(collectFailures([hostile], SETTINGS))
  assert.not.match(text, /!\[x\]\(/)
  assert.not.match(text, /<img/)
  assert.not.match(text, /^# Title/m)
})

it('what has left the window is not drawn into the next frame', () => {
  const disc = {kind: 'disc', layer: 'actuated', y: 0, radius: 0.1} as const
  const frames = [0.5, 1.5, -0.1].map((x, step) => ({label: `step ${step}`, low: 0, high: 1, shapes: [{...disc, x}]}))
  const svg = plotSvg({kind: 'frames', name: 'a "walk" <1>', frames, legend: {}})
  assert.is(svg.split('<circle').length - 1, 1)
  assert.is(svg.split('<svg').length - 1, 1)
  assert.match(svg, 'aria-label="a &quot;walk&quot; &lt;1&gt;"')
})

it('states that are no numbers are kept as null and break no picture', async () => {
  const environment = environmentOf('double-integrator')
  const episode = await failed(environment, () => [Number.NaN, 0])
  assert.is(episode.snapshots?.states.at(-1)?.state[0], null)
  const [plot] = failurePlots(collectFailures([episode], SETTINGS).failures)
  assert.ok(plot)
  assert.not.match(plotSvg(plot), 'NaN')
})

it.run()
