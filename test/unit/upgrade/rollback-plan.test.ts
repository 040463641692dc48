import * as assert from 'uvu/assert'
import type {NodeInventory, NodeRollbackNode, NodeRollbackPlanResult} from '#contract/generated/types'
import {backSteps} from '#upgrade/model/back-steps'
import {isLoss, lostSince} from '#upgrade/model/lost-since'
import {backupTime, dataFate, stoodStillMs, type TimedEntry} from '#upgrade/model/rollback-plan'
import {progressOf} from '#upgrade/model/upgrade-progress'
import {rollbackPlanReport} from '#upgrade/report/rollback-plan-report'
import {spec} from '../../support/spec.ts'

const it = spec('a way back that is only shown')

const inventory = (repos: Readonly<Record<string, string | null>>, tokens: number | null) =>
  ({
    repos: Object.entries(repos).map(([name, refs]) => ({owner: 'alice', name, refs_sha256: refs})),
    counts: {tokens, keys: 0, hooks: null},
  }) as unknown as NodeInventory

it('what was written since is told as far as two inventories tell it', () => {
  const then = inventory({one: 'a', two: 'b', gone: 'c', unsampled: null}, 2)
  const now = inventory({one: 'a', two: 'x', unsampled: 'd', late: 'e'}, 3)
  const lost = lostSince(then, now)
  assert.equal(lost, {
    new_repositories: ['alice/late'],
    changed_repositories: ['alice/two'],
    deleted_repositories: ['alice/gone'],
    accounts: ['tokens: 3 now, 2 then'],
  })
  assert.equal(
    [isLoss(lost), isLoss(lostSince(then, then)), isLoss(lostSince(then, inventory({}, null)))],
    [true, false, true],
  )
})

const at = (second: number, kind: 'intent' | 'end', step: string, way: 'forth' | 'back' = 'forth'): TimedEntry => {
  const entry = kind === 'intent' ? {kind, step, way} : {kind, step, way, isGood: true, detail: ''}
  return {at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.500Z`, entry}
}

it('when the backup was made and how long a node stood still are those of the way there', () => {
  const entries = [
    at(1, 'intent', 'backup:a'),
    at(3, 'end', 'backup:a'),
    at(4, 'intent', 'stop:a'),
    at(9, 'end', 'ready:a'),
    at(10, 'intent', 'stop:b'),
    at(20, 'intent', 'stop:a', 'back'),
    at(50, 'end', 'ready:a', 'back'),
  ]
  assert.equal([backupTime(entries, 'a'), backupTime(entries, 'b')], ['2026-01-01T00:00:03.500Z', undefined])
  assert.equal([stoodStillMs(entries, 'a'), stoodStillMs(entries, 'b')], [5_000, undefined])
})

it('data go back where the plan moves them or something was seen, and those of the old node were never touched', () => {
  const nodes = [{name: 'a', validator: false}] as never
  const begun = (...steps: string[]) => progressOf(steps.map((step) => ({kind: 'intent', step, way: 'forth'}) as const))
  const fate = (plan: object, progress: ReturnType<typeof progressOf>, moved?: string) =>
    dataFate(plan as never, backSteps({nodes, ...plan} as never, progress), {name: 'a', moved, isRestored: false})
  const rolling = {strategy: 'rolling', data_change: 'automatic'}
  const done = begun('stop:a', 'install:a', 'start:a')
  assert.equal(fate(rolling, done), {data: 'restored', why: 'the new release moves the data'})
  assert.equal(fate(rolling, begun('stop:a')), {data: 'kept', why: null})
  const still = {...rolling, data_change: 'none'}
  assert.is(fate(still, done).data, 'kept')
  const why = 'it ran 9.0.0 with data of schema 9'
  assert.equal(fate(still, {...done, moved: new Map([['a', why]])}, why), {data: 'restored', why})
  const green = {strategy: 'blue-green', data_change: 'none'}
  assert.is(fate(green, begun('green_create:a', 'switch:a')).data, 'beside')
  assert.is(fate(green, begun('green_create:a')).data, 'kept')
})

it('data that were put back already are those of then, whatever is still to be done', () => {
  const plan = {strategy: 'validators', data_change: 'automatic'} as never
  const fate = dataFate(plan, [{id: 'check:a', act: 'check', node: 'a'}], {
    name: 'a',
    moved: undefined,
    isRestored: true,
  })
  assert.equal(fate, {data: 'restored', why: 'it was put back already'})
})

it('the report says for each node what is lost, and that nobody could look', () => {
  const none = {new_repositories: [], changed_repositories: [], deleted_repositories: [], accounts: []}
  const node = (name: string, over: Partial<NodeRollbackNode>): NodeRollbackNode => ({
    ...{
      name,
      data: 'restored',
      why: null,
      backup: 'b',
      backup_at: 'T',
      stood_still_ms: 1_234,
      lost: none,
      unknown: null,
    },
    ...over,
  })
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
  const nodes = [
    node('a', {data: 'kept', stood_still_ms: null}),
    node('b', {lost: {...none, new_repositories: names}}),
    node('c', {lost: null, unknown: 'no answer'}),
    node('d', {data: 'beside', backup_at: null}),
    node('e', {backup: null, lost: null, unknown: 'the data that it replaced lie in x'}),
  ]
  const steps = ['b', 'c'].map((name) => ({id: `restore_data:${name}`, act: 'restore_data', node: name, does: ''}))
  const told = {target: 't', upgrade: 'U', state: 's', strategy: 'x', from: '2', to: '1', steps, fenced: ['d']}
  const {remarks} = rollbackPlanReport({...told, nodes, next: 'assay'} as unknown as NodeRollbackPlanResult)
  assert.match(remarks[0] ?? '', 'writes are refused at d')
  assert.match(remarks.join('\n'), 'b takes no requests from its stop until it is ready: 1.2 s on the way there, and')
  assert.not.match(remarks.join('\n'), 'a takes no requests')
  assert.equal(remarks.slice(-6), [
    'a: nothing that was written is lost; its data stay as the new release has them.',
    'b: whatever was written since its backup of T is lost: new repositories: one, two, three, four, five and 2 more.',
    'c: whatever was written since its backup of T is lost; what that is could not be looked at: no answer.',
    'd: whatever was written at the new node is lost; the token sees nothing of that kind.',
    'e: its backup was put back already: what was written until then since its backup of T is lost; the data that it replaced lie in x.',
    'Nothing was done, next: assay',
  ])
})

it.run()
