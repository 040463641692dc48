import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {ForgedRun} from '../support/forge/forged-run.ts'
import {untoldForgeries} from '../support/forge/untold-forgeries.ts'
import {verifiesWithoutNames} from '../support/forge/verifies-without-names.ts'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('verification of upgrades')
const LONGEST_MS = 600_000

/** What a step asked, with one of its checks as if it had failed. */
const failsIn = (file: string) => (run: ForgedRun) =>
  run.edit(file, ({checks}) =>
    Object.assign((checks as object[])[0] ?? {}, {status: 'fail', reason: 'three refs lost'}),
  )

const PLAN = 'inputs/plan.json'

/** A plan that says something else, with a digest of its own that fits. */
function forgePlan(plan: object, change: object): void {
  const {plan_sha256: _, ...body} = {...plan, ...change} as Record<string, unknown>
  Object.assign(plan, body, {plan_sha256: digestOf(body)})
}

const standsAt = (state: string) => (run: ForgedRun) =>
  run.edit('results/result.json', (one) => Object.assign(one, {state}))

it(
  'an upgrade and its rollback whose steps or states say another end are told, and whole ones are judged again',
  async () => {
    await using site = await makeSite()
    const drive = async (...words: string[]) => {
      const line = ['node', ...words, '--target', 'target.json', '--apply']
      const {document} = await assayJson(line, {cwd: site.folder, env: site.env})
      return document as NodeUpgradeResult
    }
    const forth = await drive('upgrade', '--to', '1.0.1', '--no-window', '--stable', '1ms')
    assert.is(forth.exit.code, 0, forth.exit.reason)
    await verifiesWithoutNames(forth.run_id, site.folder)
    const check = 'results/steps/check-v1.json'
    const told = await untoldForgeries(site.folder, forth.run_id, {
      'a check that failed': failsIn(check),
      'a preflight that failed': failsIn('results/steps/preflight.json'),
      'a node that had changed at the end': failsIn('results/steps/still-v1.json'),
      'a step that was bad': (run) => run.edit(check, (one) => Object.assign(one, {state: 'bad'})),
      'a step that was bad, in the journal too': (run) => {
        run.edit(check, (one) => Object.assign(one, {state: 'bad'}))
        run.putLines(
          'journal.ndjson',
          run.lines('journal.ndjson').map((line) => {
            const data = line['data'] as {step_id?: string}
            return line['type'] === 'step.finished' && data.step_id === 'check:v1'
              ? {...line, data: {...data, status: 'failed'}}
              : line
          }),
        )
      },
      'a step that is no record': (run) => run.putJson(check, {schema_version: 1, state: 'good'}),
      'an upgrade that was put back': standsAt('rolled_back'),
      'an upgrade that is under way': standsAt('stepping'),
      'a plan for another release': (run) => run.edit(PLAN, (one) => Object.assign(one, {to: '1.0.2'})),
      'a plan for another release, with its digest': (run) => run.edit(PLAN, (one) => forgePlan(one, {to: '1.0.2'})),
      'a plan with another window, with its digest': (run) => run.edit(PLAN, (one) => forgePlan(one, {window_ms: 1})),
      'a plan that is none': (run) => run.putJson(PLAN, {to: '1.0.1'}),
      'another target': (run) => run.edit('inputs/target.json', (one) => Object.assign(one, {alias: 'prod'})),
    })
    assert.equal(told, [])
    const back = await drive('rollback', '--run', forth.upgrade)
    assert.is(back.exit.code, 5, back.exit.reason)
    const backTold = await untoldForgeries(site.folder, back.run_id, {
      'a node that was not well afterwards': failsIn('results/steps/back-check-v1.json'),
      'a rollback that failed': standsAt('rollback_failed'),
      'a release that was kept': standsAt('rolled'),
    })
    assert.equal(backTold, [])
  },
  LONGEST_MS,
)

it(
  'a signal that comes once a paused upgrade is over makes no other end of it',
  async () => {
    await using site = await makeSite({names: ['v1', 'v2']})
    const line = ['node', 'upgrade', '--to', '1.0.1', '--no-window', '--stable', '1ms', '--pause-after', '1', '--apply']
    const options = {cwd: site.folder, env: site.env}
    const {document} = await assayJson([...line, '--target', 'target.json'], options)
    const {state, exit, run_id: id} = document as NodeUpgradeResult
    assert.equal([state, exit.code], ['paused', 4], exit.reason)
    const run = new ForgedRun(site.folder, id as ForgedRun['runId'])
    const [last = {}, ...before] = run.lines('journal.ndjson').reverse()
    const signal = {...last, type: 'signal.received', data: {signal: 'SIGINT'}}
    run.putLines('journal.ndjson', [...before.reverse(), signal, last])
    run.seal('rewritten')
    const {document: verified} = await assayJson(['runs', 'verify', id], options)
    assert.not.match(JSON.stringify(verified), 'does not follow from the state')
  },
  LONGEST_MS,
)

it.run()
