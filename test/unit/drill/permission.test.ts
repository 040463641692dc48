import * as assert from 'uvu/assert'
import type {NodeTarget} from '#contract/generated/types'
import {downAtOnce, refusalsOf} from '#drill/model/permission'
import {spec} from '../../support/spec.ts'

const it = spec('leave to drill')
const STOPS = {
  id: 'a',
  environments: ['embedded', 'staging', 'production'],
  target: {kind: 'nodes'},
  blast_radius: {nodes_down: 1},
  inject: [{action: 'node.stop', args: {node: '{node.1}'}}],
  respond: [{step: 'back', text: '', action: 'node.start', args: {node: '{node.1}'}}],
} as const
const MEANT = {applies: true, confirm: undefined, canStop: true}
const ALLOWED: NonNullable<NodeTarget['drills']> = {allow: ['a'], actions: ['node.stop', 'node.start'], nodes_down: 1}

const targetOf = (environment: NodeTarget['environment'], drills: NodeTarget['drills'] = ALLOWED) =>
  ({alias: 'site', environment, drills}) as NodeTarget
const refused = (drill: object, target: NodeTarget, leave: object = {}) =>
  refusalsOf({...STOPS, ...drill} as never, target, {...MEANT, ...leave})

it('the owner of a target decides, never the file of a drill', () => {
  assert.equal(refused({}, targetOf('staging')), [])
  assert.match(refused({id: 'b'}, targetOf('staging')).join(), 'site does not allow b in drills.allow')
  assert.match(refused({environments: ['embedded']}, targetOf('staging')).join(), 'a is not for staging')
  const {environments: _, ...silent} = STOPS
  assert.match(refusalsOf(silent as never, targetOf('staging'), MEANT).join(), 'a is not for staging')
})

it('what the owner does not name is not allowed', () => {
  assert.equal(refused({}, targetOf('staging', {allow: ['a']})), [
    'site does not allow node.stop, node.start in drills.actions',
  ])
  assert.equal(refused({}, targetOf('staging', {...ALLOWED, actions: ['node.stop']})), [
    'site does not allow node.start in drills.actions',
  ])
  const unnamed = refusalsOf(STOPS as never, {alias: 'site', environment: 'staging'} as NodeTarget, MEANT)
  assert.is(unnamed.length, 2)
})

it('a drill that takes more nodes down than its owner allows is refused, and both numbers bound it', () => {
  const two = {blast_radius: {nodes_down: 2}}
  assert.match(refused(two, targetOf('staging')).join(), 'takes 2 nodes down at once, and site allows 1')
  assert.equal(refused(two, targetOf('staging', {...ALLOWED, nodes_down: 2})), [])
  assert.is(refused({}, targetOf('staging', {...ALLOWED, nodes_down: 0})).length, 1)
  assert.is(downAtOnce(two, {drills: {nodes_down: 3}}), 2)
  assert.is(downAtOnce(two, {}), 1)
  assert.is(downAtOnce({}, {drills: {nodes_down: 3}}), 0)
})

it('in production drills only look, and only where its alias is said', () => {
  assert.match(refused({}, targetOf('production'), {confirm: 'site'}).join(), 'production, where drills only look')
  const look = {inject: [], respond: [{step: 'look', text: ''}]}
  assert.equal(refused(look, targetOf('production'), {confirm: 'site', canStop: false}), [])
  assert.match(refused(look, targetOf('production'), {confirm: 'sites'}).join(), 'say --confirm site')
  assert.equal(refused(look, targetOf('production'), {applies: false}), [], 'nothing is done')
})

it('every reason is told at once', () => {
  const all = refused({id: 'b', environments: ['embedded'], blast_radius: {nodes_down: 4}}, targetOf('staging', {}), {
    canStop: false,
  })
  assert.is(all.length, 5, all.join('; '))
  assert.equal(refused({target: {kind: 'hostnode', nodes: 1}}, targetOf('embedded')), [
    'a only works on what it starts itself, on this machine',
  ])
})

it.run()
