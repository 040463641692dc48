import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import {execaLineChild} from '#process/execa-line-child'
import type {Witness} from '#provider/model/operation-plan'
import {believedNs} from '#provider/module/pipe-cost'
import {moduleRig} from '../../../support/fakes/module-rig.ts'
import {spec} from '../../../support/spec.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('how long a module was at it')

const working = (ms: number) => `score: () => {
  const began = now()
  while (now() - began < ${ms});
  return {...good, metadata: {own: now() - began}}
},`
const NOW = 'const clock = performance.now.bind(performance); const now = () => clock();'

/** One call of a module, in milliseconds: how long it took outside, how long it said that it was at it, and what is believed of that. */
async function timedCall(slots: string, head: string, isTimed = true) {
  const told: number[] = []
  const witness: Witness = {asked: () => undefined, answered: () => undefined, took: (_, ns) => void told.push(ns)}
  await using rig = await moduleRig(slots, {start: execaLineChild, head, isTimed, library: {witness}})
  const began = performance.now()
  const {metadata} = await rig.score({ids: {request_id: 'one'}})
  const outer = performance.now() - began
  return {outer, own: Number(metadata['own']), took: told.map((ns) => ns / 1e6)}
}

/** Calls by name, and of which of them the module's own time was told. */
async function namedCalls(slots: string, head = '') {
  const told: string[] = []
  const witness: Witness = {asked: () => undefined, answered: () => undefined, took: (id) => void told.push(id)}
  const rig = await moduleRig(slots, {start: execaLineChild, head, isTimed: true, library: {witness}})
  const score = (request_id: string) => rig.score({ids: {request_id}})
  return {told, score, [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose]()}
}

it('its own time is told beside that of the talk, whatever clock it puts in the place of ours', async () => {
  const stopped = 'process.hrtime.bigint = () => 0n; Date.now = () => 0; performance.now = () => 0'
  const {
    outer,
    own,
    took: [took = 0],
  } = await timedCall(working(30), `${NOW}\n${stopped}`)
  assert.ok(own <= took && took < outer, `${own} of its own, ${took} told, ${outer} outside`)
})

it('one that says it took no time hides no more than a few empty calls', async () => {
  const lying = `const {Socket} = process.getBuiltinModule('node:net')
const {write} = Socket.prototype
Socket.prototype.write = function (line, ...more) {
  return write.call(this, String(line).replace(/"took_ns":\\d+/, '"took_ns":0'), ...more)
}`
  const {
    own,
    took: [took = 0],
  } = await timedCall(working(1000), `${NOW}\n${lying}`)
  assert.ok(took > own / 2, `${own} of its own, ${took} believed`)
})

it('calls that are under way together are timed from outside, for one that waits for another waits for the module', async () => {
  await using rig = await namedCalls('')
  const {score, told} = rig
  await Promise.all([score('one'), score('two')])
  await score('three')
  assert.equal(told, ['three'])
})

it('one that answers late on purpose, so that the talk looks dear, hides no more by it', async () => {
  const slow = `const {Socket} = process.getBuiltinModule('node:net')
const {write} = Socket.prototype
Socket.prototype.write = function (line, ...more) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  return write.call(this, String(line).replace(/"took_ns":\\d+/, '"took_ns":0'), ...more)
}`
  const {
    own,
    took: [took = 0],
  } = await timedCall(working(500), `${NOW}\n${slow}`)
  assert.ok(took > own / 2, `${own} of its own, ${took} believed`)
})

it('a long answer is talk as well', async () => {
  const long = `score: () => {
  const began = now()
  const metadata = {own: 0, long: Array.from({length: 20000}, (_, at) => at / 7)}
  metadata.own = now() - began
  return {...good, metadata}
},`
  const {
    outer,
    own,
    took: [took = 0],
  } = await timedCall(long, NOW)
  assert.ok(took - own < (outer - own) / 2, `${own} of its own, ${took} told, ${outer} outside`)
})

it('who waits for a module that is loaded again waits for the module', async () => {
  const dying = 'score: () => { if (++asked === 2) process.exit(5); return good },'
  await using rig = await namedCalls(dying, 'let asked = 0')
  const {score, told} = rig
  await score('one')
  await throwsCode(() => score('two'), 'unreachable')
  await score('three')
  assert.equal(told, ['one'])
})

it('nobody asks where nothing is timed', async () => {
  const {took} = await timedCall(working(1), NOW, false)
  assert.equal(took, [])
})

it('what is believed is never above what passed outside, nor further below than the talk explains', () => {
  const ns = fc.nat({max: 1e9})
  void fc.assert(
    fc.property(ns, ns, fc.nat({max: 1e6}), fc.nat({max: 1e5}), (toldNs, outerNs, fixedNs, bytes) => {
      const believed = believedNs(toldNs, {outerNs, bytes}, {fixedNs, nsPerByte: 2})
      assert.ok(believed <= outerNs && believed >= Math.min(outerNs, toldNs))
      assert.ok(outerNs - believed <= 4 * (fixedNs + bytes))
      if (toldNs <= outerNs && outerNs - toldNs <= fixedNs) assert.is(believed, toldNs)
    }),
  )
})

it.run()
