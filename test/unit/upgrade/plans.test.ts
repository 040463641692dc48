import * as assert from 'uvu/assert'
import type {NodeTarget} from '#contract/generated/types'
import {exactRelease} from '#host/model/version'
import {neededActs} from '#upgrade/model/needed-acts'
import type {SeenNode, SeenRelease} from '#upgrade/model/seen'
import {makeUpgradePlan, placeDigest, planDigest, stateDigest} from '#upgrade/model/upgrade-plan'
import type {UpgradeScene, UpgradeWish} from '#upgrade/model/upgrade-wish'
import {plannedUpgrade} from '#upgrade/report/plan-report'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('plans of upgrades')

const NODE: SeenNode = {
  name: 'v1',
  validator: false,
  weight: 1,
  answers: true,
  ready: true,
  version: '1.0.0',
  schema: 1,
  configSha256: 'c',
  instance: 'i',
  synced: undefined,
  height: undefined,
  isLeader: undefined,
  leader: undefined,
  quorum: undefined,
}
const named = (...names: string[]) => names.map((name) => ({...NODE, name, instance: `i-${name}`}))
const network = (count: number, leader: string) =>
  Array.from({length: count}, (_, at) => ({
    ...NODE,
    name: `v${at + 1}`,
    instance: `i-${at}`,
    validator: true,
    synced: true,
    leader,
  }))

const RELEASE: SeenRelease = {sha256: 'a'.repeat(64), version: undefined, schema: undefined, fault: undefined}
const PROFILE = {schema_version: 1, kind: 'node-target', alias: 'site', environment: 'staging', nodes: []} as never

function sceneOf(nodes: readonly SeenNode[], over: Partial<UpgradeScene> = {}): UpgradeScene {
  const profile: NodeTarget = PROFILE
  const targetSha256 = `sha256:${'0'.repeat(64)}` as const
  return {profile, targetSha256, adapter: 'exec', nodes, release: RELEASE, drains: false, makesGreen: false, ...over}
}

function wishOf(to: string, over: Partial<UpgradeWish> = {}): UpgradeWish {
  const release = exactRelease(to)
  if (release === undefined) throw new Error('no release')
  const times = {windowMs: 0, observeMs: 0, trafficWindowMs: 60_000, stableMs: 0}
  return {to: release, strategy: undefined, release: to, ...times, acceptsHalt: false, maxParallel: 1, ...over}
}

const plan = (to: string, nodes: readonly SeenNode[], over: Partial<UpgradeWish> = {}) =>
  makeUpgradePlan(wishOf(to, over), sceneOf(nodes))

it('the strategy follows from the nodes and the release', async () => {
  assert.is(plan('1.0.1', named('a')).strategy, 'in-place')
  assert.is(plan('1.0.1', named('a', 'b')).strategy, 'rolling')
  assert.is(plan('1.1.0', network(4, 'v2')).strategy, 'validators')
  assert.is(plan('2.0.0', network(4, 'v2')).strategy, 'major')
  for (const [to, nodes, strategy] of [
    ['1.0.1', named('a', 'b'), 'in-place'],
    ['2.0.0', named('a'), 'rolling'],
    ['1.0.1', network(4, 'v1'), 'rolling'],
    ['1.0.1', named('a'), 'validators'],
  ] as const)
    await throwsCode(() => plan(to, nodes, {strategy}), 'plan_invalid')
})

it('ways that there are not, nodes that are not well or differ, and programs that lie are refused', async () => {
  for (const to of ['0.9.0', '1.0.0', '3.0.0']) await throwsCode(() => plan(to, named('a')), 'upgrade_refused')
  const [a = NODE, b = NODE] = named('a', 'b')
  await throwsCode(() => plan('1.0.1', [a, {...b, version: '1.0.1'}]), 'upgrade_refused')
  await throwsCode(() => plan('1.0.1', [a, {...b, version: undefined}]), 'upgrade_refused')
  await throwsCode(() => plan('1.0.1', [a, {...b, ready: false}]), 'upgrade_refused')
  await throwsCode(() => plan('1.0.1', [a, {...b, answers: false}]), 'upgrade_unreachable')
  const lying = {...RELEASE, version: '1.0.2'}
  await throwsCode(() => makeUpgradePlan(wishOf('1.0.1'), sceneOf([a], {release: lying})), 'upgrade_refused')
})

it('the leader comes last, and a chain that would stand still is refused unless that is meant', async () => {
  assert.equal(
    plan('1.0.1', network(4, 'v2')).nodes.map(({name}) => name),
    ['v1', 'v3', 'v4', 'v2'],
  )
  const made = plan('1.0.1', network(7, 'v1'))
  assert.equal([made.tolerated, made.quorum], [2, 5])
  await throwsCode(() => plan('1.0.1', network(3, 'v1')), 'upgrade_refused')
  assert.is(plan('1.0.1', network(3, 'v1'), {acceptsHalt: true}).tolerated, 0)
  const heavy = network(4, 'v1').map((node) => (node.name === 'v2' ? {...node, weight: 2} : node))
  await throwsCode(() => plan('1.0.1', heavy), 'upgrade_refused')
})

it('several validators at once are as many as may be away, and other strategies take one after the other', async () => {
  assert.is(plan('1.0.1', network(7, 'v1'), {maxParallel: 2}).max_parallel, 2)
  await throwsCode(() => plan('1.0.1', network(7, 'v1'), {maxParallel: 3}), 'upgrade_refused')
  await throwsCode(() => plan('1.0.1', network(3, 'v1'), {maxParallel: 2, acceptsHalt: true}), 'upgrade_refused')
  await throwsCode(() => plan('1.0.1', named('a', 'b', 'c'), {maxParallel: 2}), 'plan_invalid')
})

it('a second node beside the first needs a way to make it of a backup, and addresses of its own', async () => {
  const wish = wishOf('1.1.0', {strategy: 'blue-green'})
  const profile = {...(PROFILE as NodeTarget), nodes: [{name: 'a', base_url: 'http://a', green_url: 'http://b'}]}
  const scene = sceneOf(named('a'), {makesGreen: true, profile: {...profile, public_url: 'http://c'}})
  const {steps, data_change, warnings} = makeUpgradePlan(wish, scene)
  const acts = steps.map(({act}) => act)
  assert.ok(acts.indexOf('fence') < acts.indexOf('backup') && acts.indexOf('check') < acts.indexOf('switch'))
  assert.match(warnings.join(), 'a rollback loses what was written there since')
  assert.ok(!neededActs({steps, data_change}).includes('install'), 'the old node stays what it is')
  await throwsCode(() => makeUpgradePlan(wish, {...scene, makesGreen: false}), 'upgrade_refused')
  await throwsCode(() => makeUpgradePlan(wish, {...scene, profile}), 'plan_invalid')
  await throwsCode(() => makeUpgradePlan(wish, {...scene, nodes: named('a', 'b')}), 'plan_invalid')
  await throwsCode(() => makeUpgradePlan({...wish, maxParallel: 2}, scene), 'plan_invalid')
})

it('a canary needs others beside it, time to be watched, and metrics that tell what users ask of each', async () => {
  const wish = wishOf('1.0.1', {strategy: 'canary', observeMs: 1000})
  const told = ['a', 'b'].map((name) => ({name, base_url: `http://${name}`, metrics_url: `http://${name}/metrics`}))
  const scene = (nodes: readonly object[]) =>
    sceneOf(named('a', 'b'), {profile: {...(PROFILE as NodeTarget), nodes} as NodeTarget})
  const made = makeUpgradePlan(wish, scene(told))
  assert.equal([made.traffic_window_ms, plan('1.0.1', named('a', 'b')).traffic_window_ms], [60_000, 0])
  assert.equal(
    made.steps.filter(({act}) => act === 'observe').map(({id}) => id),
    ['observe:a', 'observe'],
  )
  const [first = {}, second = {name: 'b'}] = told
  const mute = {...second, metrics_url: undefined}
  await throwsCode(() => makeUpgradePlan(wish, scene([first, mute])), 'plan_invalid')
  await throwsCode(() => makeUpgradePlan({...wish, observeMs: 0}, scene(told)), 'plan_invalid')
  await throwsCode(() => makeUpgradePlan({...wish, trafficWindowMs: 0}, scene(told)), 'plan_invalid')
  await throwsCode(() => makeUpgradePlan(wish, {...scene(told), nodes: named('a')}), 'plan_invalid')
})

it('nodes for which one process answers are refused: what is done to one would be seen of another', async () => {
  await throwsCode(() => plan('1.0.1', [NODE, {...NODE, name: 'v2'}]), 'upgrade_refused')
})

it('who goes on may mend programs of the target and its objectives, and not where its nodes are', () => {
  const node = {name: 'a', base_url: 'http://a'}
  const profile = {...(PROFILE as NodeTarget), nodes: [node], adapter: {kind: 'exec', stop: ['a']}} as NodeTarget
  const adapter = {kind: 'exec', stop: ['b']} as const
  assert.is(placeDigest({...profile, objectives: {rto_s: 1}, adapter: {...adapter, stop: ['b']}}), placeDigest(profile))
  for (const over of [
    {nodes: [{...node, base_url: 'http://b'}]},
    {nodes: [{...node, weight: 2}]},
    {public_url: 'http://c'},
    {adapter: {kind: 'systemd'}},
  ] as Partial<NodeTarget>[])
    assert.is.not(placeDigest({...profile, ...over}), placeDigest(profile), JSON.stringify(over))
})

it('a major one fences, stops all, backs up, moves the data and verifies before anything starts', () => {
  const {steps, data_change} = plan('2.0.0', named('a', 'b'))
  const acts = steps.map(({id}) => id)
  assert.is(data_change, 'manual')
  const first = (act: string) => acts.indexOf(`${act}:a`)
  const last = (act: string) => acts.indexOf(`${act}:b`)
  const order = ['fence', 'baseline', 'backup', 'stop', 'install', 'migrate', 'verify', 'start'] as const
  for (const [at, act] of order.entries()) if (at > 0) assert.ok(last(order[at - 1] ?? '') < first(act), act)
  assert.ok(acts.indexOf('unfence:a') > last('check'))
  assert.equal(neededActs({steps, data_change}), [
    'backup_quiesced',
    'backup_verify',
    'install',
    'migrate',
    'restore_data',
    'restore_program',
    'start',
    'stop',
    'verify',
  ])
})

it('whether data change is told by schemas where both are known, else by the release', () => {
  const change = (to: string, schema: number | undefined) =>
    makeUpgradePlan(wishOf(to), sceneOf(named('a'), {release: {...RELEASE, schema}})).data_change
  assert.equal([change('1.0.1', 1), change('1.0.1', undefined), change('1.0.1', 2)], ['none', 'none', 'automatic'])
  assert.equal([change('1.1.0', 1), change('1.1.0', undefined)], ['none', 'automatic'])
})

it('a plan that is kept already is not to be kept once more, and is named as it was', () => {
  const next = (...words: string[]) => {
    const argv = ['node', 'plan', '--target', 'node.yaml', ...words]
    return plannedUpgrade(plan('1.0.1', named('a')), 'node plan', argv).report.remarks?.at(-1)
  }
  const apply = (file: string) => `assay node upgrade --target node.yaml --plan ${file} --apply`
  assert.is(next(), `Nothing was done, next: --output plan.json to keep it, then ${apply('plan.json')}`)
  for (const words of [['--output', 'my plan.json'], ['--output=my plan.json'], ['-o', 'my plan.json']])
    assert.is(next(...words), `Nothing was done, next: ${apply("'my plan.json'")}`)
})

it('the same wish and scene give the same plan; a change of a node or of the program is seen, a new leader is none', () => {
  const nodes = network(4, 'v1')
  const made = plan('1.0.1', nodes)
  assert.equal(made, plan('1.0.1', nodes))
  assert.is(planDigest(made), made.plan_sha256)
  assert.is.not(planDigest({...made, to: '1.1.0'}), made.plan_sha256)
  const digest = (some: readonly SeenNode[], release = RELEASE) => stateDigest(sceneOf(some, {release}))
  assert.is(digest(network(4, 'v3').toReversed()), digest(nodes))
  assert.is.not(digest(nodes.map((node) => ({...node, configSha256: 'other'}))), digest(nodes))
  assert.is.not(digest(nodes, {...RELEASE, sha256: 'b'.repeat(64)}), digest(nodes))
})

it('a release that is too far is answered by all that an upgrade may lead to, the nearest first', () => {
  const told = (to: string, known?: readonly string[], version = '1.0.0') => {
    try {
      makeUpgradePlan(wishOf(to), sceneOf([{...NODE, version}], {known}))
    } catch (error) {
      return (error as Error).message
    }
    return 'no refusal'
  }
  const known = ['2.0.0', '1.10.0', '1.0.0', '1.0.2-nostart', '1.2.0', '0.9.0', '1.0.1', '3.0.0']
  assert.match(told('9.9.9', known), /: allowed from there are 1\.0\.1, 1\.2\.0, 1\.10\.0, 2\.0\.0$/)
  assert.match(told('9.9.9', known, '1.10.0'), /: allowed from there is 2\.0\.0$/)
  for (const nobody of [undefined, [], ['9.9.9']])
    assert.match(told('9.9.9', nobody), 'allowed from there are later releases of 1, and then those of 2')
  assert.match(told('0.1.0', known), 'an upgrade never goes back')
})

it.run()
