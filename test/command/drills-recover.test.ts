import {existsSync, readdirSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {holdRun} from '#drill/execute/hold-run'
import {systemClock} from '#random/system-clock'
import {GONE, killed} from '../support/drill-ways.ts'
import {runRig} from '../support/run-rig.ts'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('drills recover')
const UNDONE = 'runs/.undo'

it('of two that put the same run back at once one does it, and the other says so', async () => {
  using shop = workshop()
  const runId = await killed(shop)
  const both = await Promise.all([shop.ask(['drills', 'recover']), shop.ask(['drills', 'recover'])])
  const codes = both.map(({code}) => code).sort()
  // Who comes last may find that all is back.
  assert.ok(codes.includes(5), JSON.stringify(codes))
  assert.ok(
    codes.every((code) => code === 5 || code === 7 || code === 0),
    JSON.stringify(codes),
  )
  assert.is(codes.filter((code) => code === 5).length, 1)
  assert.is(existsSync(shop.path('runs/.state/drills', runId)), false)
  assert.equal(readdirSync(shop.path(UNDONE)), [`${runId}.ndjson`])
})

it('a recovery that was killed holds up no other', async () => {
  using shop = workshop()
  const runId = await killed(shop)
  const {workspace_id: workspaceId} = shop.manifest(runId)
  using rig = runRig({processes: GONE, clock: systemClock})
  await holdRun(shop.root, {runId, workspaceId}, rig.ports)
  assert.is(readdirSync(shop.path(UNDONE)).length, 1)
  assert.is((await shop.ask(['drills', 'recover'])).code, 5)
  assert.equal(readdirSync(shop.path(UNDONE)), [`${runId}.ndjson`])
})

it('doctor names what waits to be put back and what to run, until that was done', async () => {
  using shop = workshop()
  const runId = await killed(shop)
  const found = async () => {
    const {code, document} = await shop.ask(['doctor', '--strict'])
    return {code, check: document.checks.find(({name}: {name: string}) => name === 'drills')}
  }
  const {code, check} = await found()
  assert.is(code, 1)
  assert.is(check.status, 'failed')
  assert.match(check.detail, runId)
  assert.match(check.detail, 'assay drills recover')
  assert.is((await shop.ask(['drills', 'recover'])).code, 5)
  assert.is((await found()).check, undefined)
})

it.run()
