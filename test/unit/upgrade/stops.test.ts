import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {applyStop} from '#upgrade/engine/apply-stop'
import {revertUpgrade} from '#upgrade/engine/revert-upgrade'
import {planSteps} from '#upgrade/model/plan-steps'
import {progressOf, type UpgradeEntry} from '#upgrade/model/upgrade-progress'
import {spec} from '../../support/spec.ts'
import {SimulatedNetwork} from '../../support/upgrade/simulated-network.ts'

const it = spec('stops that end nothing')
const {signal} = new AbortController()
const begin = (step: string): UpgradeEntry => ({kind: 'intent', step, way: 'forth'})

/** A node that goes on answering whatever is done to it, by what each look tells of its process. */
function siteOf(told: (look: number) => object, entries: UpgradeEntry[] = []) {
  const network = new SimulatedNetwork([1], 1, seedStream('stops'))
  const nodes = [{name: 'a', validator: false, schema_version: 1}]
  const steps = planSteps({strategy: 'rolling', nodes, drains: true, migrates: false, isObserved: false} as never)
  const plan = {strategy: 'rolling', data_change: 'none', from: '1.0.0', to: '1.0.1', nodes, steps}
  const work = network.work()
  const done: string[] = []
  let looks = 0
  const look = async () => [{name: 'a', answers: true, ready: true, version: '1.0.0', ...told(looks++)}]
  const act = async ({act, node}: {act: string; node: string}) => {
    done.push(`${act}:${node}`)
    return {isGood: true, detail: ''}
  }
  const ledger = {
    progress: () => progressOf(entries),
    append: async (entry: UpgradeEntry) => void entries.push(entry),
  }
  const hands = {can: new Set(), isAlive: () => true, act}
  return {
    entries,
    done,
    clock: network.clock,
    work: {...work, plan, ledger, hands, sight: {...work.sight, look}} as never,
  }
}

it('who serves after a stop is told as the one process or the other, and as neither where nobody can know it', async () => {
  const endOf = async (told: (look: number) => object) => {
    const {work, clock} = siteOf(told)
    const {state, detail} = await clock.through(applyStop(work, 'a', signal))
    assert.is(state, 'bad')
    return detail
  }
  const said = 'its stop was told as done, and '
  const same = `${said}the process that was to be stopped still serves at its address`
  const other = `${said}it still serves at its address: another process than the one that was stopped`
  const unknown = `${said}it still serves at its address`
  assert.is(await endOf(() => ({instance: 'i'})), same)
  assert.is(await endOf(() => ({startedAtMs: 5_000_000})), same)
  assert.is(await endOf((look) => ({instance: look === 0 ? 'i' : 'j'})), other)
  assert.is(await endOf((look) => ({startedAtMs: look === 0 ? 5_000_000 : 6_000_000})), other)
  assert.is(await endOf(() => ({})), unknown)
  assert.is(await endOf((look) => (look === 0 ? {answers: false} : {instance: 'i'})), unknown, 'it was away before')
})

/** Whether the way back takes a stop that ended nothing for one that need not be done. */
async function goesOn(begun: readonly string[], told: (look: number) => object): Promise<boolean> {
  const {work, clock, entries, done} = siteOf(told, begun.map(begin))
  await clock.through(applyStop(work, 'a', signal))
  await clock.through(revertUpgrade(work, 'stop:a', signal))
  const isOn = progressOf(entries).done.back.has('stop:a')
  assert.equal(done, ['stop:a', 'stop:a'], 'it is told to stop again, and nothing is started beside it')
  return isOn
}

it('a node that is what it was needs no stop on the way back, and any other does', async () => {
  const stays = () => ({instance: 'i'})
  assert.is(await goesOn(['stop:a'], stays), true)
  assert.is(await goesOn(['drain:a', 'stop:a'], stays), false, 'nobody knows whether it is in use')
  assert.is(await goesOn(['stop:a', 'install:a'], stays), false, 'its program was touched')
  assert.is(await goesOn(['stop:a'], () => ({})), false, 'nobody knows which process it is')
  let looks = 0
  assert.is(await goesOn(['stop:a'], () => ({instance: looks++ === 0 ? 'i' : 'j'})), false, 'it was started anew')
})

it.run()
