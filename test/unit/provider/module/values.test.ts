import * as assert from 'uvu/assert'
import {AssayError, codeOf} from '#error/assay-error'
import {ProviderError, WorldStateError} from '#error/provider-error'
import {KeptArtifact} from '#provider/model/artifact'
import {readOurError, readToldError, writeToldError} from '#provider/module/module-error'
import {readReply} from '#provider/module/module-message'
import {readValue, writeValue} from '#provider/module/module-value'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../../support/spec.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('values between a module and its host')
const over = (value: unknown) => readValue(JSON.parse(JSON.stringify(writeValue(value))))

it('what a call may hold arrives as it was', () => {
  const values: unknown[] = [
    [0, -0, 1.5e-300, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 7n, -(10n ** 40n)],
    ['', 'text', 'a\ud800b', '\u2028', null, true, undefined],
    {nested: {list: [{deep: 1}]}, $: 'an own key', '': 0, constructor: 'c'},
    new Uint8Array([0, 255, 3]),
    Tensor.of('float32', [2, 2], [1, -0, 2.5, 4]),
    {
      clip: new KeptArtifact('a/clip.mp4', {
        sha256: `sha256:${'0'.repeat(64)}`,
        size_bytes: 3,
        media_type: 'video/mp4',
      }),
    },
  ]
  for (const value of values) assert.equal(over(value), value)
  assert.ok(Object.is((over([-0]) as number[])[0], -0))
  assert.ok(over(values[4]) instanceof Tensor && (over(values[5]) as {clip: unknown}).clip instanceof KeptArtifact)
  const {dtype, shape, bytes} = Tensor.of('float32', [2], [1, 2])
  const [copy] = over([{dtype, shape, bytes}]) as unknown[]
  assert.ok(copy instanceof Tensor && copy.toFloat64()[1] === 2, 'a tensor of another copy of the package')
  // As a provider in the process of its caller may give them.
  assert.equal(over([new Float32Array([0.5, 1]), new Float64Array([0.1, Number.NaN])]), [
    [0.5, 1],
    [0.1, Number.NaN],
  ])
  assert.equal(over({gone: undefined, when: new Date(0)}), {when: '1970-01-01T00:00:00.000Z'})
})

it('what cannot be told is refused: circles, depth, numbers in arrays of their own', async () => {
  const circle: {self?: unknown} = {}
  circle.self = circle
  let deep: unknown = 1
  for (let at = 0; at < 70; at++) deep = [deep]
  for (const value of [circle, deep, new Int16Array(3)])
    await throwsCode(() => Promise.resolve().then(() => writeValue(value)), 'contract_violation')
})

it('marks that nobody writes are refused, and nothing of them reaches a prototype', async () => {
  const lies: unknown[] = [
    {$: 'unknown'},
    {$: 'number'},
    {$: 'bigint', v: '9'.repeat(2_000)},
    {$: 'bigint', v: '1; process.exit()'},
    {$: 'bytes', v: 7},
    {$: 'tensor', dtype: 'float32', shape: [1e9, 1e9], v: 'AAAA'},
    {$: 'tensor', dtype: '|O', shape: [1], v: 'AAAA'},
    {$: 'tensor', dtype: 'float32', shape: [-1], v: ''},
    {$: 'artifact', v: null},
    {$: 'artifact', v: {path: 1}},
    {$: 'object', v: [['__proto__', {polluted: true}]]},
    {$: 'object', v: {length: 1}},
    {$: {toString: 1}},
  ]
  for (const lie of lies)
    await throwsCode(() => Promise.resolve().then(() => readValue({answer: [lie]})), 'contract_violation')
  assert.is(
    (readValue(JSON.parse('{"constructor":{"prototype":{"polluted":true}}}')) as {polluted?: unknown}).polluted,
    undefined,
  )
  assert.is(({} as {polluted?: unknown}).polluted, undefined)
})

it('lines that are no message are refused', async () => {
  const lines = [
    '',
    'noise',
    '7',
    'null',
    '[]',
    '{}',
    '{"kind":7}',
    '{"kind":"result"}',
    '{"kind":"result","id":"1"}',
    '{"kind":"ask","id":1}',
    '{"kind":"result","id":1,"value":{"__proto__":{}}}',
    `{"kind":"result","id":1,"value":${'['.repeat(300)}${']'.repeat(300)}}`,
    '{"kind":"result","id":1,"value":1e999}',
    '{"kind":"result","id":1.5}',
  ]
  for (const line of lines) await throwsCode(() => Promise.resolve().then(() => readReply(line)), 'contract_violation')
})

it('an error of a module says what a provider may say, and no more', () => {
  const told = (error: unknown) => readToldError(JSON.parse(JSON.stringify(writeToldError(error))))
  const limited = told(
    new ProviderError('rate_limited', 'slow down', {retryable: true, retryAfterMs: 20, statusCode: 429, fault: 'busy'}),
  )
  assert.equal(
    [codeOf(limited), (limited as ProviderError).message, (limited as ProviderError).facts],
    ['rate_limited', 'slow down', {retryable: true, retryAfterMs: 20, statusCode: 429, fault: 'busy'}],
  )
  assert.is(codeOf(told(new AssayError('out_of_range', 'x'))), 'out_of_range')
  assert.is((told(new WorldStateError('x', 'provider')) as WorldStateError).origin, 'provider')
  for (const code of ['bug', 'interrupted', 'disk_full', 'cancelled', 'budget_exceeded', 'run_live'] as const)
    assert.is(codeOf(told(new AssayError(code, 'x'))), 'upstream_error', code)
  assert.is(codeOf(readToldError({code: 'toString', message: 'x'})), 'upstream_error')
  assert.is(told('a text'), 'a text')
  assert.match(String(told(new TypeError('no'))), /TypeError: no/)
  for (const hostile of [
    null,
    7,
    {code: 7},
    {message: {}},
    {code: 'timeout', message: 'm', facts: {retryAfterMs: -1, fault: 'no'}},
  ])
    assert.ok(readToldError(hostile) !== undefined)
  const unreadable = Object.defineProperty(new Error(), 'message', {
    get() {
      throw new Error('never')
    },
  })
  assert.is(told(unreadable), 'threw an unreadable value')
})

it('an error of ours keeps its code on the other side', () => {
  const error = readOurError(writeToldError(new ProviderError('timeout', 'late', {retryable: true})))
  assert.equal([codeOf(error), error.message], ['timeout', 'late'])
})
it.run()
