import * as assert from 'uvu/assert'
import {GitSlots} from '#hostnode/git/git-slots'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode/git-slots')

/** A place that is idle when it says so, and whether it was ended. */
async function idler(slots: GitSlots, who: string) {
  const place = await slots.take(who, new AbortController().signal)
  const facts = {isIdle: true, isEnded: false}
  place?.mayLend(
    () => facts.isIdle,
    () => {
      facts.isEnded = true
    },
  )
  assert.ok(place)
  return {place, facts}
}

it('who is idle lends the place, to others and to its own, and has one again before who has not begun', async () => {
  const slots = new GitSlots(2, 4, 4)
  const {signal} = new AbortController()
  const slow = [await idler(slots, 'a'), await idler(slots, 'a'), await idler(slots, 'b')] as const
  // Two places, and one works that has half of them.
  const busy = await slots.take('c', signal)
  const own = slots.take('c', signal)
  assert.is(slots.isWanted, true)
  for (const {facts} of slow) facts.isIdle = false
  const again = slow.map(({place}) => place.back().then(() => place))
  const order: string[] = []
  const late = slots.take('d', signal)
  void late.then(() => order.push('late'))
  void Promise.race(again).then(() => order.push('again'))
  await Promise.resolve()
  assert.ok(slow.some(({place}) => place.isAwaited))
  busy?.[Symbol.dispose]()
  await Promise.race(again)
  for (const {place} of slow) place[Symbol.dispose]()
  const last = await own
  assert.ok(last && (await late))
  assert.equal(order, ['again', 'late'])
  assert.equal(
    slow.map(({facts, place}) => [facts.isEnded, place.isAwaited]),
    Array.from({length: 3}, () => [false, false]),
  )
})

it('where too many are idle, the one that has been so longest, of who has the most, is ended', async () => {
  const slots = new GitSlots(1, 0, 3)
  const one = await idler(slots, 'a')
  const many = [await idler(slots, 'b'), await idler(slots, 'b'), await idler(slots, 'c')] as const
  assert.ok([one, ...many].every(({facts}) => !facts.isEnded))
  await idler(slots, 'd')
  assert.equal(
    [one, ...many].map(({facts}) => facts.isEnded),
    [false, true, false, false],
  )
  // Who has the most itself does not end its own.
  const more = new GitSlots(2, 1, 1)
  const own = [await idler(more, 'a'), await idler(more, 'a')] as const
  const waiting = more.take('a', new AbortController().signal)
  own[0].place[Symbol.dispose]()
  assert.ok(await waiting)
  assert.is(own[1].facts.isEnded, false)
})

it('a place that becomes idle goes to who waits, and one that is given up while it is lent is no place', async () => {
  const slots = new GitSlots(1, 1, 1)
  const {signal} = new AbortController()
  const one = await idler(slots, 'a')
  one.facts.isIdle = false
  const other = slots.take('b', signal)
  one.facts.isIdle = true
  one.place.offer()
  const place = await other
  assert.ok(place)
  const back = one.place.back()
  one.place[Symbol.dispose]()
  await back
  assert.is(slots.isWanted, false)
  const next = slots.take('c', signal)
  assert.is(slots.isWanted, true)
  place[Symbol.dispose]()
  assert.ok(await next)
})
it.run()
