import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {parseInstant} from '#hostnode/model/instants'
import {IdMaker, isIdOf} from '#hostnode/model/object-ids'
import {isObjectName} from '#hostnode/model/object-names'
import {RateLimiter} from '#hostnode/model/rate-limits'
import {holdsScope, SCOPES} from '#hostnode/model/scopes'
import {steadyClock} from '#hostnode/model/steady-clock'
import {isTokenText, makeTokenText} from '#hostnode/model/token-text'
import {isFenced, setNodeFact} from '#hostnode/store/facts-table'
import {NodeStore} from '#hostnode/store/node-store'
import {FIRST_SCHEMA} from '#hostnode/store/schema'
import {systemEntropy} from '#random/system-entropy'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode/model')

it('ids sort by the order they were made in, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({min: 0, max: 2 ** 43}), {minLength: 2, maxLength: 50}), (times) => {
      let at = 0
      const ids = new IdMaker(() => times[at++ % times.length] ?? 0, systemEntropy)
      const made = Array.from({length: times.length * 2}, () => ids.next('tok'))
      assert.equal(made, [...new Set(made)].sort())
      assert.ok(made.every((id) => isIdOf('tok', id)))
    }),
  )
})

it('an id of one kind is none of another, nor what only looks like it', () => {
  const id = new IdMaker(() => Date.UTC(2026, 0, 1), systemEntropy).next('usr')
  for (const text of [id.replace('usr', 'tok'), id.toUpperCase(), `${id}0`, id.slice(0, -1), 'usr_../../x'])
    assert.not.ok(isIdOf('usr', text), text)
})

it('a token with any one character changed is none', () => {
  const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
  fc.assert(
    fc.property(fc.integer({min: 3, max: 38}), fc.constantFrom(...alphabet), (at, character) => {
      const token = makeTokenText(systemEntropy)
      assert.ok(isTokenText(token))
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      assert.is(isTokenText(changed), changed === token)
    }),
  )
  for (const text of ['', 'hn_', `${makeTokenText(systemEntropy)}\n`, ` ${makeTokenText(systemEntropy)}`])
    assert.not.ok(isTokenText(text))
})

it('tokens are drawn evenly from more than 128 bits, and none comes twice', () => {
  const tokens = Array.from({length: 3_000}, () => makeTokenText(systemEntropy).slice('hn_'.length, -6))
  assert.is(new Set(tokens).size, tokens.length)
  for (let at = 0; at < 30; at++) {
    const counts = Map.groupBy(tokens, (text) => text[at])
    assert.is(counts.size, 62, `place ${at}`)
    // Of 48.4 expected, seven deviations either way: once in 10^9 such tests.
    for (const {length} of counts.values()) assert.ok(length > 2 && length < 97, `place ${at}: ${length}`)
  }
  assert.ok(30 * Math.log2(62) > 128)
})

it('a name never leads out of its folder', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9._-]{0,110}$/)), (text) => {
      if (!isObjectName(text)) return
      assert.ok(text.length <= 100 && /^[A-Za-z0-9]/.test(text))
      assert.not.ok(/[/\\\0]|\.\.|\.git$|\.lock$|\.$/i.test(text))
    }),
  )
})

it('a time is a day that there is, with its zone', () => {
  assert.is(parseInstant('2026-02-28T23:59:59.5+02:00'), Date.UTC(2026, 1, 28, 21, 59, 59, 500))
  for (const text of ['2026-02-31T00:00:00Z', '2026-02-28', '2026-02-28T24:00:00Z', '2026-02-28T00:00:00', 'now', '0'])
    assert.is(parseInstant(text), undefined, text)
})

it('a scope holds its reading, admin holds all, and reading holds no writing', () => {
  for (const one of SCOPES) assert.ok(holdsScope(['admin'], one))
  assert.ok(holdsScope(['repo'], 'repo:read'))
  for (const [held, wanted] of [
    ['repo:read', 'repo'],
    ['user', 'repo:read'],
    ['org', 'admin'],
  ] as const)
    assert.not.ok(holdsScope([held], wanted))
})

it('a window ends an hour after it began, whatever becomes of the wall clock, and tells its end by that clock', () => {
  const clock = fakeClock()
  const limiter = new RateLimiter(steadyClock(clock))
  for (let n = 0; n < 3; n++) assert.is(limiter.count('a', 2).isOver, n === 2)
  const {retryAfter} = limiter.count('a', 2)
  clock.tick(retryAfter * 1000 - 1)
  assert.ok(limiter.count('a', 2).isOver)
  clock.tick(1)
  assert.not.ok(limiter.count('a', 2).isOver)
  for (const stepMs of [-86_400_000, 86_400_000, 7_200_000, -7_200_000]) {
    clock.set(clock.nowMs() + stepMs)
    const {used, reset} = limiter.look('a', 2)
    const leftS = reset - clock.nowMs() / 1000
    assert.ok(used === 1 && leftS > 3_598 && leftS <= 3_601, `${stepMs}: ${used} ${leftS}`)
  }
  clock.tick(3_600_000)
  assert.is(limiter.look('a', 2).used, 0)
})

it('a window that was stored before the clock was put back keeps its count and ends an hour from now at the latest', () => {
  const clock = fakeClock()
  const before = new RateLimiter(steadyClock(clock))
  before.count('a', 60)
  const stored = before.takeChanged()
  clock.set(clock.nowMs() - 86_400_000)
  const after = new RateLimiter(steadyClock(clock))
  after.restore(stored)
  const {used, reset} = after.look('a', 60)
  assert.equal([used, reset], [1, Math.ceil((clock.nowMs() + 3_600_000) / 1000)])
})

it('a fence of a backup that died before the clock was put back does not last', () => {
  using store = new NodeStore(':memory:', {
    crashAt: () => undefined,
    onWrite: () => ({[Symbol.dispose]: () => {}}),
    soon: () => {},
  })
  const now = Date.UTC(2026, 10, 22)
  store.transaction(() => {
    store.script(FIRST_SCHEMA)
    setNodeFact(store, 'fence', String(now + 600_000))
  })
  const fenced = [0, 599_999, 600_000, -300_000, -86_400_000].map((stepMs) => isFenced(store, now + stepMs))
  assert.equal(fenced, [true, true, false, true, false])
})

it('strangers do not fill the memory with keys', () => {
  const limiter = new RateLimiter({nowMs: () => 0, toWallMs: (ms) => ms})
  for (let n = 0; n < 100_500; n++) limiter.count(`k${n}`, 60)
  assert.is(limiter.look('k0', 60).used, 0)
  assert.is(limiter.look('k100499', 60).used, 1)
})
it.run()
