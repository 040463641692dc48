import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {checkBackups} from '#upgrade/engine/check-backups'
import {revertUpgrade} from '#upgrade/engine/revert-upgrade'
import {watchData} from '#upgrade/engine/watch-data'
import {backSteps} from '#upgrade/model/back-steps'
import {movedData} from '#upgrade/model/moved-data'
import {planSteps} from '#upgrade/model/plan-steps'
import {progressOf, type UpgradeEntry} from '#upgrade/model/upgrade-progress'
import {spec} from '../../support/spec.ts'
import {SimulatedNetwork} from '../../support/upgrade/simulated-network.ts'

const it = spec('data that were moved unplanned')
const {signal} = new AbortController()
const begin = (step: string): UpgradeEntry => ({kind: 'intent', step, way: 'forth'})
const back = (step: string): UpgradeEntry => ({kind: 'end', step, way: 'back', isGood: true, detail: ''})
const MOVED: UpgradeEntry = {kind: 'moved', node: 'a', detail: 'it ran 1.2.0'}

function planOf(over: object = {}) {
  const nodes = ['a', 'b'].map((name) => ({name, validator: false, schema_version: 1}))
  const steps = planSteps({strategy: 'rolling', nodes, drains: false, migrates: false, isObserved: false})
  return {strategy: 'rolling', data_change: 'none', from: '1.0.0', to: '1.0.1', nodes, steps, ...over} as never
}

it('what a node tells of its schema decides, and where it tells nothing the rules of releases do', () => {
  const of = (version: string | undefined, schema?: number, over: object = {}) =>
    movedData(planOf(over), {name: 'a', version, schema} as never)
  assert.equal([of('1.0.1', 1), of('1.0.0', 1), of('1.2.0', 1)], [undefined, undefined, undefined])
  assert.equal([of('1.0.1'), of('1.0.0'), of('1.0.7'), of(undefined)], [undefined, undefined, undefined, undefined])
  assert.is(of('1.2.0', 3), 'it ran 1.2.0 with data of schema 3')
  assert.is(of('1.0.1', 3), 'it ran 1.0.1 with data of schema 3', 'the right release, and other data')
  assert.equal([of('1.2.0'), of('2.0.0'), of('dev')], ['it ran 1.2.0', 'it ran 2.0.0', 'it ran dev'])
  assert.is(of('1.2.0', 3, {data_change: 'automatic'}), undefined, 'its backup is put back anyhow')
  assert.is(of('1.2.0', 3, {strategy: 'blue-green'}), undefined, 'the old node was not touched')
})

it('the backup is put back of a node that was seen so, and of no other', () => {
  const both = ['a', 'b'].flatMap((node) => ['stop', 'install', 'start'].map((act) => begin(`${act}:${node}`)))
  const restored = (entries: UpgradeEntry[]) =>
    backSteps(planOf(), progressOf(entries)).flatMap(({act, node}) => (act === 'restore_data' ? [node] : []))
  assert.equal([restored(both), restored([...both, MOVED])], [[], ['a']])
})

it('a node that is seen so on the way back is stopped again before its backup is put back', () => {
  const acts = ['stop', 'restore_program', 'start']
  const done = (...more: UpgradeEntry[]) => [
    ...progressOf([...['a', 'b'].flatMap((node) => acts.map((act) => back(`${act}:${node}`))), ...more]).done.back,
  ]
  assert.equal(done(MOVED), ['restore_program:a', 'stop:b', 'restore_program:b', 'start:b'])
})

/** Nodes as they are seen while an upgrade holds what its entries say. */
function siteOf(entries: UpgradeEntry[], seen: object[], acts: string[] = ['backup_verify', 'restore_data']) {
  const network = new SimulatedNetwork([1], 1, seedStream('moved'))
  const work = network.work()
  const ledger = {
    progress: () => progressOf(entries),
    append: async (entry: UpgradeEntry) => void entries.push(entry),
    close: async () => undefined,
  }
  const done: string[] = []
  const hands = {
    can: new Set(acts),
    isAlive: () => true,
    act: async ({act, node}: {act: string; node: string}) => {
      done.push(`${act}:${node}`)
      return {isGood: act !== 'backup_verify', detail: 'there is no such file', isDamaged: true}
    },
  }
  const sight = {...work.sight, look: async () => seen}
  const own = {...work, plan: planOf(), ledger, hands, sight: watchData(sight as never, {plan: planOf(), ledger})}
  return {network, work: own as never, done, sight: own.sight}
}

it('what was seen is written down once, of nodes that were taken on and answer for themselves', async () => {
  const node = (name: string, instance: string) => ({name, instance, answers: true, version: '1.2.0', schema: 3})
  const entries = [begin('stop:a')]
  const {sight} = siteOf(entries, [node('a', 'i'), node('b', 'j')])
  await Promise.all([sight.look(signal), sight.look(signal)])
  await sight.look(signal)
  assert.equal(entries.slice(1), [{kind: 'moved', node: 'a', detail: 'it ran 1.2.0 with data of schema 3'}])
  const other = [begin('stop:a')]
  await siteOf(other, [node('a', 'i'), node('b', 'i')]).sight.look(signal)
  assert.is(other.length, 1, 'another process answered for it')
})

it('it is looked before the way back is chosen, and a node without a backup is left as it is', async () => {
  const entries = [begin('stop:a'), begin('install:a'), begin('start:a')]
  const seen = [{name: 'a', instance: 'i', answers: true, ready: true, version: '1.2.0', schema: 3}]
  const {work, done, network} = siteOf(entries, seen)
  assert.equal([...(await checkBackups(work, signal))], [['a', {kind: 'damaged', detail: 'there is no such file'}]])
  await network.clock.through(revertUpgrade(work, 'it runs 1.2.0', signal))
  assert.equal(done, ['backup_verify:a', 'backup_verify:a'])
  const {state, reason} = progressOf(entries)
  assert.is(state, 'rollback_failed')
  assert.match(reason, 'a was left as it is, for its backup is not whole: there is no such file')
})

it('an adapter that restores no data puts the program back alone, which is told', async () => {
  const entries = [begin('stop:a'), begin('install:a'), begin('start:a'), MOVED]
  const {work, done, network} = siteOf(entries, [], ['backup_verify'])
  await network.clock.through(revertUpgrade(work, 'it runs 1.2.0', signal))
  assert.equal(done, ['stop:a', 'restore_program:a', 'start:a'])
  assert.match(
    progressOf(entries).reason,
    /^the adapter has no restore_data for the data of a, though it ran 1\.2\.0; /,
  )
})

it.run()
