import * as assert from 'uvu/assert'
import {HeldWords} from '#report/parting-words'
import {backSteps} from '#upgrade/model/back-steps'
import {fencedNodes} from '#upgrade/model/fenced-nodes'
import {abortCommand, nextCommand} from '#upgrade/model/next-command'
import {planSteps} from '#upgrade/model/plan-steps'
import {hasRoom, mayTakeDown, nextValidator, quorumOf, toleratedOf} from '#upgrade/model/quorum'
import {leaderOf} from '#upgrade/model/seen'
import {standingStill} from '#upgrade/model/standing-still'
import {type StopScene, stopAdvice} from '#upgrade/model/stop-advice'
import {hasChanged, isStepDone, nodesOf, progressOf, type UpgradeEntry} from '#upgrade/model/upgrade-progress'
import {upgradePartingWord} from '#upgrade/report/upgrade-parting-word'
import {upgradeReport} from '#upgrade/report/upgrade-report'
import {spec} from '../../support/spec.ts'

const it = spec('progress of upgrades')

const begin = (step: string): UpgradeEntry => ({kind: 'intent', step, way: 'forth'})
const done = (step: string): UpgradeEntry => ({kind: 'end', step, way: 'forth', isGood: true, detail: ''})
const nodes = ['a', 'b'].map((name) => ({name, validator: false}))

function planOf(strategy: 'rolling' | 'major', data_change: 'none' | 'automatic' | 'manual') {
  const steps = planSteps({strategy, nodes, drains: false, migrates: strategy === 'major', isObserved: false})
  return {strategy, data_change, steps, nodes} as never
}

it('so many may be away as the table of the seed says', () => {
  const table = {
    1: [0, 1],
    2: [0, 2],
    3: [0, 3],
    4: [1, 3],
    5: [1, 4],
    6: [1, 5],
    7: [2, 5],
    9: [2, 7],
    10: [3, 7],
    13: [4, 9],
  }
  for (const [total, [f, quorum]] of Object.entries(table))
    assert.equal([toleratedOf(Number(total)), quorumOf(Number(total))], [f, quorum], total)
})

it('never more than f are taken down, whoever they are: all weights of up to five validators', () => {
  for (let code = 0; code < 3 ** 5; code++) {
    const weights = [...code.toString(3).padStart(5, '0')].map((digit) => Number(digit) + 1)
    const total = weights.reduce((a, b) => a + b)
    for (let away = 0; away < 2 ** 5; away++) {
      const all = weights.map((weight, at) => ({name: `v${at}`, weight, isAway: ((away >> at) & 1) === 1}))
      for (const {name, isAway, weight} of all) {
        if (isAway) continue
        const left = all.filter((one) => !one.isAway && one.name !== name).reduce((sum, one) => sum + one.weight, 0)
        // A third or more away, in whole numbers: 3 * away >= total.
        const isSafe = 3 * (total - left) < total && 3 * left > 2 * total
        assert.is(mayTakeDown(all, name), isSafe, `${weights} ${away} ${weight}`)
      }
    }
  }
})

it('the one that leads waits, and only where all but it are done it is next', () => {
  assert.is(nextValidator(['v1', 'v2'], 'v1'), 'v2')
  assert.is(nextValidator(['v1'], 'v1'), undefined)
  assert.is(nextValidator(['v1', 'v2'], undefined), 'v1')
  const seen = (leader: string | undefined) => ({leader, weight: 1}) as never
  assert.is(leaderOf([seen('v1'), seen('v1'), seen('v2'), seen('v1')], 3), 'v1')
  assert.is(leaderOf([seen('v1'), seen('v1'), seen('v2'), seen(undefined)], 3), undefined)
})

it('a failure is told until the step was done the same way', () => {
  const end = (way: 'forth' | 'back', isGood: boolean): UpgradeEntry => ({
    kind: 'end',
    step: 'check:a',
    way,
    isGood,
    detail: isGood ? '' : `it failed ${way}`,
  })
  const failed = [end('forth', false), end('back', false)]
  const forth = 'check:a: it failed forth'
  assert.equal(progressOf(failed).failed, [forth, 'check:a: it failed back'])
  assert.equal(progressOf([...failed, end('back', true)]).failed, [forth])
})

it('an intent without an end is neither done nor failed, and is put back all the same', () => {
  const progress = progressOf([begin('preflight'), done('preflight'), begin('stop:a')])
  assert.equal([...progress.done.forth], ['preflight'])
  assert.ok(hasChanged(planOf('rolling', 'none'), progress))
  assert.equal(
    backSteps(planOf('rolling', 'none'), progress).map(({id}) => id),
    ['stop:a', 'start:a', 'ready:a', 'check:a'],
  )
  assert.not.ok(hasChanged(planOf('rolling', 'none'), progressOf([begin('preflight'), begin('backup:a')])))
})

it('that a validator may be stopped is asked again by a driver that comes later, and one that was stopped is to come up', () => {
  const handed = [begin('hand_over:a'), done('hand_over:a')]
  const step = {id: 'hand_over:a', act: 'hand_over', node: 'a', phase: 'node', inverse: null} as const
  assert.not.ok(isStepDone(step, progressOf(handed)))
  assert.not.ok(isStepDone(step, progressOf([...handed, begin('stop:a')])))
  const stopped = progressOf([...handed, begin('stop:a'), done('stop:a'), begin('start:a')])
  assert.ok(isStepDone(step, stopped))
  assert.equal(standingStill({nodes} as never, stopped), ['a'])
})

it('without room nothing is stopped, a leader is asked once and waited for, and beside others nobody is', () => {
  const scene = {hasRoom: true, leads: false, isAlone: true, waitedMs: 0, askedMs: undefined}
  const act = (over: Partial<StopScene>) => stopAdvice({...scene, ...over}).act
  assert.equal([act({}), act({leads: true}), act({hasRoom: false})], ['stop', 'ask', 'wait'])
  assert.equal([act({leads: true, askedMs: 1}), act({leads: true, askedMs: 61_000})], ['wait', 'stop'])
  assert.is(act({hasRoom: false, waitedMs: 601_000}), 'leave')
  assert.equal([act({hasRoom: false, isAlone: false}), act({leads: true, isAlone: false})], ['leave', 'leave'])
  assert.is(act({hasRoom: false, leads: true, askedMs: 61_000}), 'wait', 'room comes before everything')
})

it('what does not answer or is not in step is away', () => {
  const one = (name: string, over: object) => ({name, validator: true, weight: 1, answers: true, synced: true, ...over})
  const seen = (over: object) => [one('a', {}), one('b', over), one('c', {}), one('d', {})] as never
  assert.equal([hasRoom(seen({}), 'a'), hasRoom(seen({}), 'b')], [true, true])
  for (const over of [{answers: false}, {synced: false}, {synced: undefined}])
    assert.equal([hasRoom(seen(over), 'a'), hasRoom(seen(over), 'b')], [false, true])
})

it('validators are put back one after the other too: each when there is room, and in step before the next', () => {
  const validators = nodes.map((node) => ({...node, validator: true}))
  const plan = {...(planOf('rolling', 'none') as object), strategy: 'validators', nodes: validators} as never
  const ids = backSteps(plan, progressOf([begin('stop:a'), begin('stop:b')])).map(({id}) => id)
  const each = (name: string) => ['room', 'stop', 'start', 'ready', 'synced'].map((act) => `${act}:${name}`)
  assert.equal(ids, [...each('b'), ...each('a'), 'check:b', 'check:a'])
})

it('data are restored only where the new release was started or moved them, the last node first', () => {
  const both = progressOf([begin('stop:a'), begin('install:a'), begin('start:a'), begin('stop:b'), begin('install:b')])
  const ids = (change: 'none' | 'automatic') => backSteps(planOf('rolling', change), both).map(({id}) => id)
  assert.equal(ids('automatic'), [
    ...['stop:b', 'restore_program:b', 'start:b', 'ready:b'],
    ...['stop:a', 'restore_data:a', 'restore_program:a', 'start:a', 'ready:a'],
    ...['check:b', 'check:a'],
  ])
  assert.not.ok(ids('none').includes('restore_data:a'))
})

it('a retry of the way back starts a node again that was not well, and neither one that was nor what was put back twice', () => {
  const back = (step: string): UpgradeEntry => ({kind: 'end', step, way: 'back', isGood: true, detail: ''})
  const state = (name: 'rolling_back' | 'rollback_failed'): UpgradeEntry => ({kind: 'state', state: name, reason: ''})
  const each = ['stop', 'restore_data', 'restore_program', 'start', 'ready']
  const first = ['b', 'a'].flatMap((name) => each.map((act) => back(`${act}:${name}`)))
  const failed = [state('rolling_back'), ...first, back('check:b'), state('rollback_failed')]
  const of = (name: string, entries: UpgradeEntry[]) =>
    [...progressOf(entries).done.back].filter((id) => id.endsWith(`:${name}`)).map((id) => id.split(':')[0])
  assert.equal(of('a', failed), each)
  const again = [...failed, state('rolling_back')]
  assert.equal(
    [of('a', again), of('b', again)],
    [
      ['restore_data', 'restore_program'],
      [...each, 'check'],
    ],
  )
  // The driver of the retry was killed: the one after it goes on, and does nothing a third time.
  const resumed = [...again, back('stop:a'), back('start:a'), state('rolling_back')]
  assert.equal(of('a', resumed), ['restore_data', 'restore_program', 'stop', 'start'])
})

it('where all stood still nothing starts before everything is what it was, and writes are let in last', () => {
  const all = ['fence', 'stop', 'install', 'migrate'].flatMap((act) =>
    ['a', 'b'].map((node) => begin(`${act}:${node}`)),
  )
  const ids = backSteps(planOf('major', 'manual'), progressOf(all)).map(({id}) => id)
  assert.ok(ids.indexOf('start:b') > ids.indexOf('restore_program:a'))
  assert.ok(ids.indexOf('unfence:b') > ids.indexOf('ready:a'))
  assert.equal(ids.slice(-2), ['check:b', 'check:a'])
})

it('who kept writes out is told until they are let in again, and let them in before the new node is cleared away', () => {
  const plan = {...(planOf('rolling', 'none') as object), strategy: 'blue-green', nodes: nodes.slice(0, 1)} as never
  const fenced = (...entries: UpgradeEntry[]) => fencedNodes(plan, progressOf(entries))
  const forth = ['fence:a', 'green_create:a', 'switch:a', 'unfence:a'].map(begin)
  assert.equal(
    backSteps(plan, progressOf(forth)).map(({act}) => act),
    ['switch_back', 'unfence', 'green_remove', 'ready', 'check'],
  )
  assert.equal(
    backSteps(plan, progressOf(['fence:a', 'baseline:a'].map(begin))).map(({act}) => act),
    ['unfence', 'ready'],
    'nothing was taken down yet that it could be held against',
  )
  const rolling: UpgradeEntry = {kind: 'state', state: 'rolling_back', reason: ''}
  const lifted: UpgradeEntry = {kind: 'end', step: 'unfence:a', way: 'back', isGood: true, detail: ''}
  assert.equal([fenced(), fenced(begin('fence:a')), fenced(...forth)], [[], ['a'], ['a']])
  assert.equal(fenced(...forth, done('unfence:a')), [], 'at the new node')
  assert.equal(fenced(...forth, done('unfence:a'), rolling), ['a'], 'the old one is fenced still')
  assert.equal(fenced(...forth, rolling, lifted), [])
  const driven = {id: 'RUN', plan, argv: ['node', 'upgrade', '--target', 'node.yaml']}
  const word = upgradePartingWord(driven, progressOf([begin('fence:a')]))
  assert.is(word?.isUnsafe, true)
  assert.match(word?.lines[0] ?? '', /^writes are refused at a, /)
})

it('each state names the command that goes on from it, and those that are over name none', () => {
  const argv = ['node', 'upgrade', '--target', 'my node.yaml', '--to', '1.0.1', '--allow-loopback', '--workspace-dir=w']
  const next = (state: Parameters<typeof nextCommand>[0]['state'], environment = 'staging') =>
    nextCommand({state, id: 'RUN', plan: {environment, target: 'eu'} as never}, argv)
  const place = "--target 'my node.yaml' --allow-loopback --workspace-dir=w"
  assert.equal([next('finalised'), next('rolled_back'), next('stopped')], [null, null, null])
  assert.is(next('paused'), `assay node upgrade ${place} --resume RUN`)
  assert.is(next('rolled', 'production'), `assay node upgrade ${place} --finalise RUN`)
  const back = abortCommand({state: 'rolled', id: 'RUN', plan: {environment: 'production', target: 'eu'}}, argv)
  assert.is(back, `assay node rollback ${place} --run RUN --apply --confirm eu`, 'what cannot be undone is not all')
  assert.is(next('rollback_failed'), `assay node rollback ${place} --run RUN --apply`)
  assert.is(next('rolling_back', 'production'), `assay node rollback ${place} --run RUN --apply --confirm eu`)
  const states = nodesOf(planOf('rolling', 'none'), progressOf([begin('stop:a')]))
  assert.equal(states, [
    {name: 'a', state: 'under_way'},
    {name: 'b', state: 'untouched'},
  ])
})

it('whoever could put a release back that moved data is told which are lost with that, and nobody else', () => {
  const entries = ['stop:a', 'install:a', 'start:a'].flatMap((step) => [begin(step), done(step)])
  const wordOf = (change: 'none' | 'automatic', ...more: UpgradeEntry[]) => {
    const driven = {id: 'RUN', plan: planOf('rolling', change), argv: []}
    return upgradePartingWord(driven, progressOf([...entries, ...more]))?.lines.join('\n') ?? ''
  }
  const loss = 'Mind: putting back restores the data of a from the backups, and loses what was written since'
  assert.match(wordOf('automatic', {kind: 'state', state: 'rolled', reason: ''}), loss)
  assert.not.match(wordOf('none'), 'loses')
  assert.not.match(wordOf('automatic', {kind: 'state', state: 'rolling_back', reason: ''}), 'loses')
})

it('whoever insists on the end while a node stands still is told so, and that it is worse than an interrupt', () => {
  const driven = {id: 'RUN', plan: planOf('rolling', 'none'), argv: ['node', 'upgrade', '--target', 'my node.yaml']}
  const wordAt = (...entries: UpgradeEntry[]) => upgradePartingWord(driven, progressOf(entries))
  const stepping: UpgradeEntry = {kind: 'state', state: 'stepping', reason: ''}
  const place = "--target 'my node.yaml'"
  const calm = wordAt(stepping, begin('check:a'))
  assert.equal(calm, {
    lines: [
      `To put back what was done: assay node upgrade ${place} --abort RUN`,
      `State stepping, next  assay node upgrade ${place} --resume RUN`,
    ],
    isUnsafe: false,
  })
  const still = wordAt(stepping, begin('stop:a'), done('stop:a'), begin('start:a'))
  assert.is(still?.isUnsafe, true)
  assert.match(still?.lines[0] ?? '', /^a may stand still/)
  const back = wordAt({kind: 'state', state: 'rolling_back', reason: ''})
  assert.is(back?.isUnsafe, true)
  assert.match(back?.lines.join() ?? '', /^State rolling_back, next {2}assay node rollback .* --run RUN --apply$/)
  assert.is(wordAt({kind: 'state', state: 'rolled_back', reason: ''}), undefined)
})

it('work that is over says nothing to whoever insists on the end', () => {
  const words = new HeldWords()
  {
    using _outer = words.during(() => ({lines: ['one'], isUnsafe: false}))
    using _inner = words.during(() => undefined)
    assert.equal(words.now(), {lines: ['one'], isUnsafe: false})
  }
  assert.equal(words.now(), {lines: [], isUnsafe: false})
})

const untold = {restoring: () => [], moved: [], retry: null, kept: [], replaced: [], id: 'RUN', backupBytes: 0}

it('a case of the way back has the reason of the way back', () => {
  const end = (way: 'forth' | 'back', detail: string): UpgradeEntry[] => [
    {kind: 'intent', step: 'check:a', way},
    {kind: 'end', step: 'check:a', way, isGood: false, detail},
  ]
  const {cases} = upgradeReport({
    plan: {target: 'site', strategy: 'rolling', from: '1.0.0', to: '1.0.1'} as never,
    progress: progressOf([...end('forth', 'it lies'), ...end('back', 'rate_limited')]),
    nodes: [],
    verdict: {state: 'error'} as never,
    ...untold,
    backupOf: () => '',
  })
  assert.equal(
    cases.map(({suite, message}) => [suite, message]),
    [
      ['upgrade', 'check:a: it lies'],
      ['rollback', 'check:a: rate_limited'],
    ],
  )
})

it('a way back that failed tells of the backups that it did not put back, and where they lie', () => {
  const told = (entries: readonly UpgradeEntry[]) =>
    upgradeReport({
      plan: {target: 'site', strategy: 'rolling', from: '1.0.0', to: '1.0.1'} as never,
      progress: progressOf(entries),
      nodes: [],
      verdict: {state: 'error'} as never,
      ...untold,
      backupOf: (node) => `there/${node}`,
    }).remarks.join()
  const forth = ['backup:a', 'start:a'].flatMap((step) => [begin(step), done(step)])
  const failed: UpgradeEntry = {kind: 'state', state: 'rollback_failed', reason: 'it does not start'}
  const restored: UpgradeEntry = {kind: 'end', step: 'restore_data:a', way: 'back', isGood: true, detail: ''}
  assert.match(told([...forth, failed]), 'its backup of before is there/a')
  for (const entries of [forth, [...forth, restored, failed], [begin('backup:a'), failed]])
    assert.not.match(told(entries), 'there/a')
})

it('data that are not what they were though a rollback kept them are put back by commands that are named', () => {
  const told = (detail: string) =>
    upgradeReport({
      plan: {target: 'site', strategy: 'rolling', from: '1.0.0', to: '1.0.1'} as never,
      progress: progressOf([
        ...['backup:a', 'start:a'].flatMap((step) => [begin(step), done(step)]),
        {kind: 'end', step: 'check:a', way: 'back', isGood: false, detail},
        {kind: 'state', state: 'rollback_failed', reason: ''},
      ]),
      nodes: [],
      verdict: {state: 'error'} as never,
      backupOf: (node) => `there/${node}`,
      moved: [],
      kept: [],
      id: 'RUN',
      backupBytes: 0,
      replaced: [],
      restoring: (node) => [`kill ${node}`, `restore ${node}`],
      retry: 'assay node rollback',
    }).remarks
  assert.equal(told('data.repos: 3 of the baseline are not listed').slice(1, 4), [
    '1. kill a',
    '2. restore a',
    '3. assay node rollback',
  ])
  assert.not.match(told('data.repos: 3 of the baseline are not listed').join(), 'Where the log')
  assert.match(told('health.ready: it answered 503').join(), 'Where the log of a says')
})

it.run()
