import {spawnSync} from 'node:child_process'
import * as assert from 'uvu/assert'
import type {ErrorCode} from '#error/codes'
import {ProviderError, WorldStateError} from '#error/provider-error'
import type {Provider} from '#provider/model/provider'
import {Redactor} from '#redact/redactor'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {rig, scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('provider call')
const STATE = {schema_version: 1, id: 'w', name: 'w', provider: 'scripted', step: 3, metadata: {}} as const
const CANDIDATES = Tensor.of('float32', [1, 3, 2, 1], [1, 2, 3, 4, 5, 6])
const CANARY = ['canary', 'hunter2', 'q9x7'].join('-')

/** Everything a hostile provider may do wrong, and what the caller must be told. */
const HOSTILE: readonly (readonly [does: string, slots: Partial<Record<keyof Provider, unknown>>, code: ErrorCode])[] =
  [
    [
      'throws an error',
      {
        predict: () => {
          throw new TypeError('boom')
        },
      },
      'internal',
    ],
    [
      'throws null',
      {
        predict: () => {
          throw null
        },
      },
      'internal',
    ],
    [
      'throws a thing whose message throws',
      {
        predict: () => {
          throw new Proxy(new Error('x'), {
            get: () => {
              throw new Error('again')
            },
          })
        },
      },
      'internal',
    ],
    ['rejects', {predict: () => Promise.reject(new Error('later'))}, 'internal'],
    ['answers with nothing', {predict: () => undefined}, 'contract_violation'],
    ['answers with a list', {predict: () => []}, 'contract_violation'],
    [
      'answers with a malformed state',
      {predict: () => ({state: {...STATE, id: '../x', step: 4}})},
      'world_state_invalid',
    ],
    ['answers with no state', {predict: () => ({})}, 'world_state_invalid'],
    ['answers with another step', {predict: () => ({state: STATE})}, 'contract_violation'],
    [
      'answers with frames that are none',
      {predict: () => ({state: {...STATE, step: 4}, frames: [1]})},
      'contract_violation',
    ],
    [
      'changes its input',
      {
        predict: (request: {world_state: {name: string}}) => {
          request.world_state.name = 'mine'
          return {state: {...STATE, step: 4}}
        },
      },
      'contract_violation',
    ],
  ]

for (const [does, slots, code] of HOSTILE) {
  it(`a provider that ${does} gives ${code} and exactly one failure event`, async () => {
    const {assay, recorder} = rig(scripted(slots as Partial<Provider>))
    const state = structuredClone(STATE)
    await throwsCode(() => assay.predict(state, Action.noop(), 1, 'scripted'), code)
    assert.equal(
      recorder.events.map((event) => [event.phase, event.metadata['code']]),
      [['failure', code]],
    )
    assert.equal(state, STATE, 'the caller keeps his state')
  })
}

const SCORES: readonly (readonly [does: string, answer: unknown])[] = [
  ['NaN', {scores: [1, Number.NaN, 3], lower_is_better: true}],
  ['infinity', {scores: [1, 2, Number.POSITIVE_INFINITY], lower_is_better: true}],
  ['too few', {scores: [1, 2], lower_is_better: true}],
  ['too many', {scores: [1, 2, 3, 4], lower_is_better: true}],
  ['texts', {scores: ['1', '2', '3'], lower_is_better: true}],
  ['a matrix', {scores: Tensor.of('float32', [3, 1], [1, 2, 3]), lower_is_better: true}],
  ['no direction', {scores: [1, 2, 3]}],
  ['no scores', {lower_is_better: true}],
]

for (const [does, answer] of SCORES) {
  it(`scores with ${does} are a contract violation`, async () => {
    const {assay, recorder} = rig(scripted({score: () => answer as never}))
    await throwsCode(() => assay.score({info: {}, action_candidates: CANDIDATES}, 'scripted'), 'contract_violation')
    assert.equal(
      recorder.events.map((event) => event.phase),
      ['failure'],
    )
  })
}

it('a provider that lies about the best index is corrected and found out', async () => {
  const {assay, recorder} = rig(scripted({score: () => ({scores: [3, 1, 1], lower_is_better: true, best_index: 0})}))
  const result = await assay.score({info: {}, action_candidates: CANDIDATES}, 'scripted')
  assert.equal([result.best_index, result.best_score, result.metadata['provider_best_index']], [1, 1, 0])
  assert.equal(recorder.events[0]?.metadata['findings'], ['best_index_mismatch'])
})

it('higher scores win where higher is better, and equal scores are a finding', async () => {
  const answers = [
    {scores: [3, 9, 1], lower_is_better: false},
    {scores: [2, 2, 2], lower_is_better: false},
  ]
  const {assay, recorder} = rig(scripted({score: () => answers.shift() as never}))
  assert.is((await assay.score({info: {}, action_candidates: CANDIDATES}, 'scripted')).best_index, 1)
  await assay.score({info: {}, action_candidates: CANDIDATES}, 'scripted')
  assert.equal(recorder.events[1]?.metadata['findings'], ['flat_scores'])
})

it('a direction or a dimension that changes within a run is a contract violation', async () => {
  let calls = 0
  const flipping = rig(scripted({score: () => ({scores: [1, 2, 3], lower_is_better: calls++ === 0})}))
  await flipping.assay.score({info: {}, action_candidates: CANDIDATES}, 'scripted')
  await throwsCode(
    () => flipping.assay.score({info: {}, action_candidates: CANDIDATES}, 'scripted'),
    'contract_violation',
  )
  const growing = rig(scripted({embed: ({text = ''}) => ({model: 'm', vector: [...text].map(() => 0)})}))
  await growing.assay.embed({text: 'abc'}, 'scripted')
  await throwsCode(() => growing.assay.embed({text: 'abcd'}, 'scripted'), 'contract_violation')
})

it('secrets in a message, a reply or metadata leave neither in events nor in results nor in errors', async () => {
  const redactor = new Redactor()
  redactor.register(CANARY)
  const leak = {token: CANARY, note: `see ${CANARY}`}
  const good = rig(scripted({score: () => ({scores: [1, 2, 3], lower_is_better: true, metadata: leak})}), {redactor})
  const result = await good.assay.score({info: {}, action_candidates: CANDIDATES}, 'scripted')
  const thrower = () => {
    throw new ProviderError('upstream_error', `said ${CANARY}`, {detail: {body: CANARY}, hint: CANARY})
  }
  const bad = rig(scripted({predict: thrower}), {redactor})
  const error = await throwsCode(() => bad.assay.predict(STATE, Action.noop(), 1, 'scripted'), 'upstream_error')
  const foreign = rig(
    scripted({
      predict: () => {
        throw new Error(`key ${CANARY}`)
      },
    }),
    {redactor},
  )
  const other = await throwsCode(() => foreign.assay.predict(STATE, Action.noop(), 1, 'scripted'), 'internal')
  const seen = JSON.stringify([
    result,
    good.recorder.events,
    bad.recorder.events,
    foreign.recorder.events,
    error.message,
    error.hint,
    error.detail,
    other.message,
  ])
  assert.not.ok(seen.includes(CANARY), seen)
  assert.match(other.message, /key .*redacted/)
})

it('a traceback is cut to what was raised in the end, and a long message to 500 characters', async () => {
  const traceback = `Traceback (most recent call last):\n  File "/home/alice/x.py", line 1\nValueError: bad\u001b[31m shape`
  const {assay} = rig(
    scripted({
      predict: () => {
        throw new Error(traceback)
      },
      embed: () => {
        throw new Error('é'.repeat(2000))
      },
    }),
  )
  const error = await throwsCode(() => assay.predict(STATE, Action.noop(), 1, 'scripted'), 'internal')
  assert.match(error.message, /ValueError: bad \[31m shape$/)
  const long = await throwsCode(() => assay.embed({text: 'x'}, 'scripted'), 'internal')
  assert.ok(long.message.length <= 500)
})

it('a known secret that what was raised has wrapped into short lines is in no message', async () => {
  const secret = 'Zq9LL5DZPjN0MEQ7wjJJibaZx8abKD93kf02LsmvQ8'
  const redactor = new Redactor()
  redactor.register(secret)
  const {assay} = rig(
    scripted({
      predict: () => {
        throw new Error(`refused:\r\n${(secret.match(/.{1,9}/g) ?? []).join('\r\n')}\r\nend`)
      },
    }),
    {redactor},
  )
  const error = await throwsCode(() => assay.predict(STATE, Action.noop(), 1, 'scripted'), 'internal')
  assert.match(error.message, /refused: \[redacted:registered#1\] end$/)
})

const PYTHON = `
import traceback, sys
def raise_it(which):
    if which == 'lines': raise ValueError('bad observation: state\\nsecond line')
    if which == 'chain':
        try: raise KeyError('first')
        except KeyError: raise RuntimeError('because of it')
    if which == 'notes':
        error = TypeError('shapes (8,) and (32,) do not fit')
        error.add_note('--------------------\\nFor simplicity, frames were removed from the traceback.')
        raise error
try: raise_it(sys.argv[1])
except Exception: sys.stdout.write(traceback.format_exc())
`

for (const [which, told] of [
  ['lines', 'ValueError: bad observation: state second line'],
  ['chain', 'RuntimeError: because of it'],
  ['notes', 'TypeError: shapes (8,) and (32,) do not fit -------------------- For simplicity, frames were removed'],
] as const) {
  const title = `of a traceback as Python writes it, what was raised is told: ${which}`
  const {status, stdout} = spawnSync('python3', ['-c', PYTHON, which], {encoding: 'utf8'})
  if (status !== 0) it.skip(title, 'needs python3 of 3.11 or later')
  else
    it(title, async () => {
      const {assay} = rig(
        scripted({
          predict: () => {
            throw new Error(stdout)
          },
        }),
      )
      const error = await throwsCode(() => assay.predict(STATE, Action.noop(), 1, 'scripted'), 'internal')
      assert.ok(error.message.includes(`provider failed inside: ${told}`), error.message)
    })
}

it("a malformed state is the caller's mistake or the provider's, and says whose", async () => {
  const {assay} = rig(scripted({predict: () => ({state: {} as never})}))
  const provider = await assay.predict(STATE, Action.noop(), 1, 'scripted').catch((error) => error)
  const caller = await assay.predict({} as never, Action.noop(), 1, 'scripted').catch((error) => error)
  assert.ok(provider instanceof WorldStateError && caller instanceof WorldStateError)
  assert.equal(
    [provider.origin, provider.exit, caller.origin, caller.exit],
    ['provider', 'unavailable', 'caller', 'usage'],
  )
})

it('latency is what was measured, zero included', async () => {
  const {assay} = rig(scripted({predict: () => ({state: {...STATE, step: 4}})}))
  assert.is((await assay.predict(STATE, Action.noop(), 1, 'scripted')).latency_ms, 0)
})

it('a handler of one provider hears that provider only, and its losses count', async () => {
  const {assay, recorder} = rig(scripted({embed: () => ({model: 'm', vector: [1]})}))
  const heard: string[] = []
  const eventHandler = (event: {provider: string}) => {
    heard.push(event.provider)
    throw new Error('broken sink')
  }
  assay.registerProvider(scripted({embed: () => ({model: 'm', vector: [1]})}, {name: 'other'}), {eventHandler})
  await assay.embed({text: 'a'}, 'other')
  await assay.embed({text: 'a'}, 'scripted')
  await assay.flush()
  assert.equal([heard, recorder.events.length, assay.lostEvents], [['other'], 2, 1])
})

it('ids given to a call win, and the digest of equal input is equal', async () => {
  const {assay, recorder} = rig(scripted({embed: () => ({model: 'm', vector: [1]})}))
  await assay.embed({text: 'a'}, 'scripted', {ids: {request_id: 'mine', run_id: 'r'}})
  await assay.embed({text: 'a'}, 'scripted')
  await assay.embed({text: 'b'}, 'scripted')
  const [one, two, three] = recorder.events
  assert.equal([one?.request_id, one?.run_id], ['mine', 'r'])
  assert.ok(one?.input_digest === two?.input_digest && two?.input_digest !== three?.input_digest)
})

it.run()
