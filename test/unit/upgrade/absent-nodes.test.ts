import * as assert from 'uvu/assert'
import type {NodeCheckRecord} from '#contract/generated/types'
import {seedStream} from '#random/stream'
import {checkNetwork, excuseEnd} from '#upgrade/engine/check-network'
import {revertAsked, revertUpgrade} from '#upgrade/engine/revert-upgrade'
import {answerOf} from '#upgrade/model/check-answer'
import {progressOf, type UpgradeEntry} from '#upgrade/model/upgrade-progress'
import {upgradeVerdict} from '#upgrade/model/upgrade-verdict'
import {spec} from '../../support/spec.ts'
import {SimulatedNetwork} from '../../support/upgrade/simulated-network.ts'

const it = spec('upgrades beside nodes that they did not touch')
const {signal} = new AbortController()
const NAMES = ['v1', 'v2', 'v3', 'v4']

/** Four of which the first was upgraded and found good, and the third is at hand. */
function sceneOf(...fallen: string[]) {
  const network = new SimulatedNetwork([1, 1, 1, 1], 1, seedStream('absent'))
  for (const name of ['v1', 'v3']) {
    network.turn(name, '1.0.1')
    for (const act of ['stop', 'install', 'start'])
      network.entries.push({kind: 'intent', step: `${act}:${name}`, way: 'forth'}, endOf(`${act}:${name}`))
  }
  network.entries.push(endOf('check:v1'), {kind: 'state', state: 'stepping', reason: ''})
  for (const name of fallen) network.fall(name)
  return network
}
const endOf = (step: string): UpgradeEntry => ({kind: 'end', step, way: 'forth', isGood: true, detail: ''})

type Told = Readonly<Record<string, 'fail' | 'error' | readonly [state: string]>>

/** What a check said of each node: how it ended, or in which state it is. */
function record(id: string, told: Told): NodeCheckRecord {
  const nodes = NAMES.map((name) => {
    const of = told[name]
    return {name, status: of === undefined ? 'pass' : typeof of === 'string' ? of : 'fail', reason: null}
  })
  const observed = Object.fromEntries(
    NAMES.map((name) => [
      name,
      {status: 200, enabled: true, state: told[name]?.[0]?.length === 1 ? 'active' : told[name]?.[0]},
    ]),
  )
  const status = nodes.find((one) => one.status !== 'pass')?.status ?? 'pass'
  return {id, status, reason: status, required: false, nodes, observed} as unknown as NodeCheckRecord
}

/** Checks of a chain by what all said, and what those say that are left. */
async function chainEnd(network: SimulatedNetwork, whole: Told, rest: Told = {}) {
  const asked: (readonly [string, readonly string[]])[] = []
  const ask = async (ids: readonly string[], without: readonly string[]) => {
    asked.push([ids.join(), without])
    return answerOf(ids.map((id) => record(id, without.length === 0 ? whole : rest)))
  }
  const end = await checkNetwork(network.work(), 'forth', signal, ask)
  return {end, asked}
}

it('a chain that misses a validator which nobody touched says nothing of the release', async () => {
  const {end, asked} = await chainEnd(sceneOf('v4'), {v4: 'error'})
  assert.equal([end.state, end.isAway], ['open', true])
  assert.match(end.detail, /^v4 is away, and the upgrade did not touch it: nobody can tell .*Start v4, then go on$/)
  assert.equal(asked.at(-1), ['cons.status,cons.progress,cons.agree', ['v4']])
  // It was silent when it was asked, and has come up since.
  assert.is((await chainEnd(sceneOf(), {v4: 'error'})).end.state, 'open')
  // It answers, takes no part, and is the only one.
  assert.is((await chainEnd(sceneOf(), {v4: ['stopped']})).end.state, 'open')
})

it('what the others say without it counts, and so does what happens while all of them answer', async () => {
  const node = await chainEnd(sceneOf('v4'), {v3: 'fail', v4: 'error'}, {v3: 'fail'})
  assert.is(node.end.state, 'bad')
  const own = await chainEnd(sceneOf(), {v3: 'fail'})
  assert.equal([own.end.state, own.asked.length], ['bad', 1])
  // One of those that were upgraded before died.
  assert.is((await chainEnd(sceneOf('v1'), {v1: 'error'})).end.state, 'bad')
  // A chain that stands still: none of it is active, though all answer.
  const still = await chainEnd(sceneOf(), {v1: ['stopped'], v2: ['stopped'], v3: ['stopped'], v4: ['stopped']})
  assert.equal([still.end.state, still.asked.length], ['bad', 1])
})

it('without a quorum the others are asked for a fork alone, and no node is blamed that is not ready', async () => {
  const lost = sceneOf('v2', 'v4')
  const {end, asked} = await chainEnd(lost, {v1: 'fail', v2: 'error', v3: 'fail', v4: 'error'})
  assert.equal([end.state, asked.at(-1)], ['open', ['cons.agree', ['v2', 'v4']]])
  assert.match(end.detail, /^v2, v4 are away, and the upgrade did not touch them/)
  assert.is((await chainEnd(lost, {v2: 'error', v4: 'error'}, {v3: 'fail'})).end.state, 'bad', 'a fork')
  const unready = {state: 'bad', detail: 'not ready within 60 s', isUnready: true} as const
  assert.is((await excuseEnd(lost.work(), unready, 'forth', signal)).state, 'open')
  assert.is((await excuseEnd(lost.work(), {...unready, isUnready: false}, 'forth', signal)).state, 'bad')
  assert.is((await excuseEnd(sceneOf('v4').work(), unready, 'forth', signal)).state, 'bad', 'three of four are enough')
})

const stops = (network: SimulatedNetwork) =>
  network.entries.flatMap((entry) => (entry.kind === 'intent' && entry.way === 'back' ? entry.step : []))
const verdictOf = (network: SimulatedNetwork) =>
  upgradeVerdict({...progressOf(network.entries), steps: 1}, {caveats: [], stopped: undefined})

it('a node that was found good is not stopped on the way back while one that nobody touched is away', async () => {
  const network = sceneOf('v4')
  await network.clock.through(revertUpgrade(network.work(), 'check:v3: it forgot its data', signal))
  const progress = progressOf(network.entries)
  assert.equal([progress.state, network.versions], ['rolling_back', ['1.0.1', '1.0.0', '1.0.0', '1.0.0']])
  assert.equal(stops(network).at(-1), 'room:v1', 'the failed one alone was put back')
  assert.match(
    progress.reason,
    /^room:v1: v4 is away, .*Start v4, then put back once more; .*; put back because: check:v3/,
  )
  assert.is(progress.cause, 'check:v3: it forgot its data')
  assert.is(verdictOf(network).exit.code, 4)
  // Once more while it is away: nothing is waited for, and nothing stopped.
  const before = [network.entries.length, network.clock.monotonicNs()]
  await network.clock.through(revertAsked(network.work(), signal))
  assert.equal([progressOf(network.entries).state, network.versions[0]], ['rolling_back', '1.0.1'])
  assert.equal(stops(network).slice(-2), ['room:v1', 'room:v1'])
  assert.is(network.clock.monotonicNs(), before[1])
  network.rise('v4')
  await network.clock.through(revertAsked(network.work(), signal))
  assert.equal(network.versions, ['1.0.0', '1.0.0', '1.0.0', '1.0.0'])
  assert.is(network.clock.monotonicNs() > (before[1] ?? 0), true)
})

it('a way back that is asked for begins with nothing while a node is away that somebody must start', async () => {
  const network = sceneOf('v4')
  await network.clock.through(revertAsked(network.work(), signal))
  const {state, reason} = progressOf(network.entries)
  assert.equal([state, stops(network)], ['paused', []])
  assert.match(reason, /^v4 is away, .*Start v4, then put back once more; where it stays away, .* --accept-halt$/)
  assert.equal([network.clock.monotonicNs(), verdictOf(network).exit.code], [sceneOf().clock.monotonicNs(), 4])
})

it('who says that it stays away has it put back all the same, at once', async () => {
  const network = sceneOf('v4')
  await network.clock.through(revertAsked({...network.work(), acceptsHalt: true}, signal))
  assert.equal(network.versions, ['1.0.0', '1.0.0', '1.0.0', '1.0.0'])
  assert.equal(progressOf(network.entries).done.back.has('room:v3'), true)
})

it('a node that serves is not stopped for one that could not be put back', async () => {
  const network = sceneOf('v3')
  const work = network.work()
  const hands = {
    ...work.hands,
    act: async (order: Parameters<typeof work.hands.act>[0]) =>
      order.act === 'start' && order.node === 'v3'
        ? {isGood: false, detail: 'it is broken'}
        : await work.hands.act(order, signal),
  }
  await network.clock.through(revertUpgrade({...work, hands}, 'check:v3: it is broken', signal))
  const {state, reason} = progressOf(network.entries)
  assert.equal([state, network.versions[0]], ['rollback_failed', '1.0.1'], reason)
  assert.match(
    reason,
    'room:v1: it serves, and was left as it is, for too many validators are away: v3 does not answer',
  )
})

it.run()
