// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {EvalEpisode, ProviderEvent} from '#contract/generated/types'
import {loadTrialCounts} from '#eval/catalogue/load-suite'
import {type MetaTrial, metaTrials} from '#eval/examine/meta-trials'
import {evaluatePlan} from '#eval/execute/evaluate-plan'
import {openEvalLibrary} from '#eval/execute/open-library'
import {openTrialPool, type TrialPool} from '#eval/execute/open-trial-pool'
import {serveTrials} from '#eval/execute/serve-trials'
import type {PoolListener} from '#eval/execute/trial-lot'
import type {TrialOrder, TrialReply} from '#eval/kit/trial-order'
import {EPISODES} from '#eval/model/eval-files'
import type {EvalRequest} from '#eval/model/eval-options'
import type {EvalPlan} from '#eval/model/eval-plan'
import {evalOutcome} from '#eval/report/eval-outcome'
import type {StartThread} from '#process/threads'
import {Assay} from '#provider/assay'
import {systemClock} from '#random/system-clock'
import type {RunRecorder} from '#run/run-recorder'
import {DEEP, rotated} from '../../support/depth.ts'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'

const it = spec('eval/workers')
const LIMIT_MS = 480_000
const open: Parameters<typeof serveTrials>[0] = ({policy: limits, translator}, handler) =>
  openEvalLibrary((eventHandler) => new Assay({limits, eventHandler}), handler, {translator})

const REQUEST: EvalRequest = {
  suites: ['closed-loop', 'counterfactual'],
  envs: ['two-room', 'double-integrator'],
  providers: ['analytic', 'zoo.gain-0.7'],
  planner: 'quick',
  n: 3,
}
/** Trials of it. */
const TRIALS = 24

const COUNTS = await loadTrialCounts()

/** As the messages of a port come: nothing begins before what came earlier is done. */
function oneByOne(): (work: () => Promise<void>) => void {
  let last = Promise.resolve()
  return (work) => {
    last = last.then(work)
  }
}

/** A thread in this one: it really answers orders, through the structured clone, after as many turns as `turns` says. */
function threadWith(turns: () => number): StartThread {
  return (listener) => {
    const answer = serveTrials(open, systemClock)
    const inTurn = oneByOne()
    return {
      say: (message) =>
        inTurn(async () => {
          const reply = await answer(structuredClone(message) as TrialOrder)
          for (let left = turns(); left > 0; left--) await new Promise(setImmediate)
          listener.heard(structuredClone(reply))
        }),
      stop: async () => undefined,
    }
  }
}

async function evaluated(pool: TrialPool | undefined, request = REQUEST, control = new AbortController()) {
  const settings = settingsFor(request, {counts: COUNTS})
  const providers = settings.providers.map((name) => ({name, missing: []}))
  const plan: EvalPlan = {commandArgv: ['eval'], settings, request, providers, providerProfile: {}, envSummary: []}
  const told = {lines: [] as EvalEpisode[], events: [] as Partial<ProviderEvent>[], done: 0}
  const eventHandler = ({provider, operation, phase, attempt}: Readonly<ProviderEvent>) =>
    void told.events.push({provider, operation, phase, attempt})
  const trial = {
    runId: 'run' as never,
    eventHandler,
    place: async (path) => ({folder: path, shownAs: path}),
    write: async () => undefined,
    lines: async (path) => ({
      append: (value) => void (path === EPISODES && told.lines.push(value as EvalEpisode)),
      flush: async () => undefined,
    }),
    undo: {armed: async () => 1, done: async () => undefined},
    childLog: async () => ({append: async () => undefined, close: async () => undefined}),
    steps: {
      group: async () => undefined,
      start: async () => undefined,
      finish: async () => undefined,
      skip: async () => undefined,
    },
  } satisfies RunRecorder
  const library = open(settings, eventHandler)
  const progress = {
    update: (done: number) => {
      told.done = done
      if (request.seed === STOPPED && done === 7) control.abort('SIGINT')
    },
  }
  const ports = {clock: systemClock, library, progress, pool}
  const work = await evaluatePlan(plan, trial, ports, control.signal)
  await library.close()
  return {...told, work, result: JSON.stringify(evalOutcome(plan, work, [], control.signal).result)}
}

/** A seed that marks the runs which are stopped after seven trials. */
const STOPPED = 77

it(
  'results, lines and events are the same for any number of threads, whoever is quicker',
  async () => {
    const alone = await evaluated(undefined)
    assert.is(alone.lines.length, TRIALS)
    assert.ok(alone.events.length > 40)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({min: 1, max: 8}),
        fc.array(fc.nat(4), {minLength: 3, maxLength: 9}),
        async (size, delays) => {
          let asked = 0
          const pool = openTrialPool(
            threadWith(() => delays[asked++ % delays.length] ?? 0),
            size,
          )
          const shared = await evaluated(pool)
          assert.is(shared.result, alone.result)
          assert.equal(shared.lines, alone.lines)
          assert.equal(shared.events, alone.events)
          assert.is(shared.done, alone.done)
        },
      ),
      {numRuns: DEEP ? 20 : 3},
    )
  },
  LIMIT_MS,
)

it(
  'trials that end once decided are the same ones for any number of threads; what was under way is discarded and counted',
  async () => {
    const request = {...REQUEST, suites: ['closed-loop'], untilDecided: true, maxN: 60, planner: 'quick'}
    const providers = ['analytic', 'zoo.sign-flip']
    const alone = await evaluated(undefined, {...request, envs: ['double-integrator'], providers})
    assert.equal(
      alone.work.cells.map(({episodes, discarded}) => [episodes.length, discarded]),
      [
        [30, 0],
        [10, 0],
      ],
    )
    for (const size of rotated([2, 5], 2)) {
      let turn = 0
      const pool = openTrialPool(
        threadWith(() => turn++ % 3),
        size,
      )
      const shared = await evaluated(pool, {...request, envs: ['double-integrator'], providers})
      assert.is(shared.result, alone.result)
      assert.equal(shared.lines, alone.lines)
      const discarded = shared.work.cells.map((cell) => cell.discarded ?? 0)
      assert.ok(
        discarded.every((count) => count < size * 2),
        `${discarded}`,
      )
    }
  },
  LIMIT_MS,
)

const META: EvalRequest = {suites: ['meta'], envs: ['two-room'], planner: 'quick', size: 'smoke', n: 3}

/** What a thread says of the first trial of our own suites of this kind. */
async function triedOnThread(isWanted: (trial: MetaTrial) => boolean): Promise<readonly unknown[]> {
  const settings = settingsFor(META, {counts: COUNTS})
  const index = metaTrials(settings.environments).findIndex(isWanted)
  const suite = {name: 'meta', kind: 'meta'} as const
  const whole = {envs: ['two-room'], size: settings.size, maxErrorShare: settings.maxErrorShare}
  const answer = serveTrials(open, systemClock)
  const told = await answer({...order(index), suite, env: '*', stratum: '*', trials: 999, whole})
  if (told.kind !== 'tried') throw new Error(told.message)
  return [told.episode.stratum, told.episode.success]
}

it('a thread that has met no model judges our own suites', async () => {
  assert.equal(await triedOnThread(({provider}) => provider === 'zoo.blind'), ['harmful', true])
})

it.deep(
  'our own suites judge a model on a thread that is held against another which no thread of it has met',
  async () => assert.equal(await triedOnThread(({set}) => set === 'visible'), ['visible', true]),
  LIMIT_MS,
)

it.deep(
  'our own suites come to the same verdicts on threads',
  async () => {
    const alone = await evaluated(undefined, META)
    assert.equal(
      alone.lines.map(({stratum, success}) => [stratum, success]),
      [
        ['exact', true],
        ['exact', true],
        ['harmful', true],
      ],
    )
    const pool = openTrialPool(
      threadWith(() => 1),
      2,
    )
    const shared = await evaluated(pool, META)
    assert.equal([shared.result, shared.lines, shared.events], [alone.result, alone.lines, alone.events])
  },
  LIMIT_MS,
)

it(
  'an interrupt keeps every trial that was finished, in order, and nothing else',
  async () => {
    const pool = openTrialPool(
      threadWith(() => 1),
      3,
    )
    const stopped = await evaluated(pool, {...REQUEST, seed: STOPPED})
    assert.ok(stopped.lines.length >= 7 && stopped.lines.length < TRIALS, `${stopped.lines.length}`)
    assert.is(stopped.work.cells.flatMap((cell) => cell.episodes).length, stopped.lines.length)
    for (const {episodes} of stopped.work.cells) {
      const numbers = episodes.map(({episode}) => episode)
      assert.equal(
        numbers,
        numbers.toSorted((a, b) => a - b),
      )
    }
  },
  LIMIT_MS,
)

it(
  'an interrupt of trials that end once decided keeps their prefix, and nothing behind a gap',
  async () => {
    const turns = [9, 0, 0, 0]
    let asked = 0
    const pool = openTrialPool(
      threadWith(() => turns[asked++ % turns.length] ?? 0),
      3,
    )
    const request = {...REQUEST, suites: ['closed-loop'], providers: ['analytic'], untilDecided: true, maxN: 60}
    const stopped = await evaluated(pool, {...request, seed: STOPPED})
    const [cell] = stopped.work.cells
    assert.equal(
      cell?.episodes.map(({episode}) => episode),
      Array.from({length: stopped.lines.length}, (_, episode) => episode),
    )
    assert.ok(stopped.lines.length + (cell?.discarded ?? 0) >= 7)
  },
  LIMIT_MS,
)

function order(index: number): TrialOrder {
  const suite = {name: 'closed-loop', kind: 'closed-loop'} as const
  const place = {provider: 'analytic', suite, env: 'two-room', stratum: 'cross', withBaselines: false}
  return {...place, index, trials: 9, seed: 42, planner: 'quick', policy: {}}
}

const reply = (index: number): TrialReply => ({kind: 'tried', episode: {episode: index} as EvalEpisode, events: []})

/** Threads that only note what they were asked and answer after `turns(index)` turns. */
function noted(turns: (index: number) => number = () => 0) {
  const asked: number[][] = []
  let stopped = 0
  const start: StartThread = (listener) => {
    const own: number[] = []
    asked.push(own)
    const inTurn = oneByOne()
    return {
      say(message) {
        const {index} = message as TrialOrder
        own.push(index)
        inTurn(async () => {
          for (let left = turns(index); left > 0; left--) await new Promise(setImmediate)
          listener.heard(reply(index))
        })
      },
      async stop() {
        stopped++
      },
    }
  }
  return {asked, start, stopped: () => stopped}
}

const ORDERS = Array.from({length: 9}, (_, index) => order(index))
const going = {mayGoOn: () => true}

it('each thread has its own share for every cell, and helps the slowest when it is done', async () => {
  const {asked, start} = noted((index) => (index % 3 === 0 ? 50 : 1))
  const pool = openTrialPool(start, 3)
  const taken: number[] = []
  await pool.run(ORDERS, {...going, take: (at) => void taken.push(at)}, new AbortController().signal)
  assert.equal(taken.toSorted(), [0, 1, 2, 3, 4, 5, 6, 7, 8])
  assert.equal(
    asked.map((own) => own[0]),
    [0, 1, 2],
  )
  assert.ok((asked[0]?.length ?? 9) < 3, JSON.stringify(asked))
})

it('threads begin with lists that come later, and hear of them once those are run, in whatever order they were done', async () => {
  const {asked, start} = noted()
  const pool = openTrialPool(start, 2)
  const [first, second] = [ORDERS.slice(0, 4), ORDERS.slice(4)]
  pool.workAhead(first)
  pool.workAhead(second)
  for (let left = 40; left > 0; left--) await new Promise(setImmediate)
  assert.equal(
    asked.map((own) => own.slice(0, 3)),
    [
      [0, 2, 4],
      [1, 3, 5],
    ],
  )
  for (const orders of [first, second]) {
    const taken: (readonly [number, number])[] = []
    const take: PoolListener['take'] = (at, {episode}) => void taken.push([at, episode.episode])
    await pool.run(orders, {...going, take}, new AbortController().signal)
    assert.equal(
      taken.toSorted(([one], [other]) => one - other),
      orders.map(({index}, at) => [at, index]),
    )
  }
  assert.is(asked.flat().length, ORDERS.length)
})

it('a thread that dies while nothing is run ends the next run', async () => {
  let die = () => undefined
  const start: StartThread = (listener) => {
    die = () => void listener.failed(new Error('out of memory'))
    return {say: () => undefined, stop: async () => undefined}
  }
  const pool = openTrialPool(start, 1)
  pool.workAhead(ORDERS)
  die()
  const run = pool.run(ORDERS, {...going, take: () => undefined}, new AbortController().signal)
  assert.match(await run.then(() => '', String), 'out of memory')
})

it('an order begins when the one before it is done', async () => {
  const answer = serveTrials(open, systemClock)
  const replies = await Promise.all([answer(order(0)), answer(order(1))])
  const alone = serveTrials(open, systemClock)
  const calls = (one: TrialReply) => (one.kind === 'tried' ? one.events.map(({metadata}) => metadata['calls']) : [])
  assert.equal(replies.map(calls), [calls(await alone(order(0))), calls(await alone(order(1)))])
})

it('nothing is begun when nothing may be, what is under way is finished', async () => {
  const {asked, start} = noted()
  let taken = 0
  await openTrialPool(start, 2).run(
    ORDERS,
    {mayGoOn: () => taken < 4, take: () => void taken++},
    new AbortController().signal,
  )
  assert.ok(taken >= 4 && taken < 9)
  assert.is(asked.flat().length, taken)
})

it('a thread that ends by itself, or cannot run its trial, ends the run and stops the others', async () => {
  const dying: StartThread = (listener) => ({
    say: () => listener.failed(new Error('out of memory')),
    stop: async () => undefined,
  })
  const lost: StartThread = (listener) => ({
    say: () => listener.heard({kind: 'impossible', message: 'no such cell'}),
    stop: async () => undefined,
  })
  for (const [start, words] of [
    [dying, 'out of memory'],
    [lost, 'no such cell'],
  ] as const) {
    const run = openTrialPool(start, 2).run(ORDERS, {...going, take: () => undefined}, new AbortController().signal)
    assert.match(await run.then(() => '', String), words)
  }
})

it('an abort rejects with its reason and stops threads that never answer', async () => {
  const control = new AbortController()
  let stopped = 0
  const silent: StartThread = () => ({say: () => control.abort('SIGTERM'), stop: async () => void stopped++})
  const run = openTrialPool(silent, 2).run(ORDERS, {...going, take: () => undefined}, control.signal)
  assert.is(await run.catch((reason: unknown) => reason), 'SIGTERM')
  assert.is(stopped, 2)
})

it('an order for what does not exist is answered as impossible, never thrown', async () => {
  const answer = serveTrials(open, systemClock)
  for (const bad of [{provider: 'nobody'}, {env: 'moon'}, {stratum: 'nowhere'}, {planner: 'slow'}]) {
    assert.is((await answer({...order(0), ...bad})).kind, 'impossible', JSON.stringify(bad))
  }
})

it.run()
