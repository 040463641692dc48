import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {seedStream} from '#random/stream'
import {findNodes} from '#upgrade/engine/find-nodes'
import {foundNode, foundRemarks, servedWord, toldOfFound} from '#upgrade/model/found-nodes'
import {driverLastLines} from '#upgrade/report/driver-last-lines'
import {spec} from '../../support/spec.ts'
import {SimulatedNetwork} from '../../support/upgrade/simulated-network.ts'

const it = spec('how nodes stand once a way back has failed')
const {signal} = new AbortController()
const closed = {answers: false, ready: false, isClosed: true, silence: 'the connection failed (ECONNREFUSED)'}
const lost = {answers: false, ready: false, silence: 'no reply within 10 s'}
const of = (name: string, seen: object, over: object = {}) =>
  foundNode({name, ...seen} as never, {isEnded: false, other: undefined, ...over})

it('who stands still, who is not ready and who could not be asked are told apart, and who serves is not named', () => {
  const found = [
    of('a', closed),
    of('b', {answers: true, ready: true}),
    of('c', lost),
    of('d', {answers: true, ready: false}),
    of('e', lost, {isEnded: true}),
    of('f', {answers: true, ready: true}, {other: 'b'}),
  ]
  assert.equal(toldOfFound(found), [
    'a, e stand still: nobody is served by them',
    'd is not ready',
    'c could not be asked, and may stand still: no reply within 10 s',
    'f could not be asked, and may stand still: the process of b answers for it',
  ])
  assert.equal(toldOfFound(found.slice(0, 1)), ['a stands still: nobody is served by it'])
  assert.equal(
    ['a', 'b', 'c', 'd'].map((name) => servedWord(found, name)),
    ['no, it stands still', 'yes', 'not known', 'no, it is not ready'],
  )
  assert.equal(foundRemarks(found.slice(0, 2), 'assay node rollback'), [
    'a stands still: nobody is served by it. Mend what failed, then: assay node rollback',
  ])
})

it('the last lines say what to do with a node that stands still', () => {
  const plan = {environment: 'embedded', target: 'site', strategy: 'in-place', nodes: []} as never
  const standing = {id: 'RUN', plan, state: 'rollback_failed', fenced: [], restorable: [], replaced: []} as const
  const lines = driverLastLines({...standing, found: [of('a', closed)]}, ['node', 'upgrade', '--target', 'node.yaml'])
  assert.equal(lines, [
    {
      label: 'Mind',
      value: 'a stands still: nobody is served by it; mend what failed, then give the last line',
    },
    {label: 'State rollback_failed, next', value: 'assay node rollback --target node.yaml --run RUN --apply'},
  ])
})

it('a node that was started a moment ago is given its time, and a look that fails is told as that', async () => {
  const network = new SimulatedNetwork([1], 1, seedStream('found'))
  const work = network.work()
  let looks = 0
  const look = async () => [{name: 'v1', ...(looks++ < 5 ? closed : {answers: true, ready: true})}] as never
  const slow = {...work, sight: {...work.sight, look}}
  assert.is((await findNodes(slow, new Set(), signal))[0]?.as, 'still')
  const [waited] = await network.clock.through(findNodes(slow, new Set(['v1']), signal))
  assert.equal([waited?.as, looks], ['serving', 6])
  const refused = async () => {
    throw new AssayError('address_refused', 'the address is not public')
  }
  const blind = {...work, sight: {...work.sight, look: refused}}
  assert.equal(await findNodes(blind, new Set(), signal), [
    {node: 'v1', as: 'unasked', why: 'the address is not public'},
  ])
})

it.run()
