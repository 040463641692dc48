import {existsSync, mkdirSync, readdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {holdRun} from '#drill/execute/hold-run'
import {systemClock} from '#random/system-clock'
import {GONE, killed, quickDrill} from '../support/drill-ways.ts'
import {runRig} from '../support/run-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'
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

it('a run that is named is put back alone, by any of its names, and a name that no run has is a mistake', async () => {
  using shop = workshop()
  const [first, second] = [await killed(shop), await killed(shop)]
  const none = await shop.ask(['drills', 'recover', '--run', 'nope'])
  assert.equal([none.code, none.document.error.code], [2, 'run_not_found'])
  const gone = await shop.ask(['drills', 'recover', '--run', '20200101T000000000Z-aaaaaa'])
  assert.equal([gone.code, gone.document.error.code], [2, 'run_not_found'])
  const one = await shop.ask(['drills', 'recover', '--run', 'latest'])
  assert.equal([one.code, one.document.runs.map((run: {run_id: string}) => run.run_id)], [5, [second]])
  assert.is(existsSync(shop.path('runs/.state/drills', first)), true)
  assert.is((await shop.ask(['drills', 'recover', '--run', first.slice(-6)])).code, 5)
  const again = await shop.ask(['drills', 'recover', '--run', first])
  assert.equal([again.code, again.document.exit.reason], [0, `the drills of ${first} left nothing`])
})

it('a run that left something says how it is put back', async () => {
  using shop = workshop()
  await killed(shop)
  const next = async () => (await shop.ask(['runs', 'show', 'latest'])).document.next as string[]
  assert.is((await next())[0], 'assay drills recover')
  await shop.ask(['drills', 'recover'])
  assert.is((await next()).includes('assay drills recover'), false)
})

it('what a drill left is told, however much of its run is lost, and is over once somebody took it away', async () => {
  const losses: readonly (readonly [string, (folder: string) => void])[] = [
    ['the journal before the first change', (run) => writeFileSync(join(run, 'journal.ndjson'), 'no record\n{}\n')],
    ['the journal', (run) => rmSync(join(run, 'journal.ndjson'))],
    ['the manifest', (run) => writeFileSync(join(run, 'run_manifest.json'), '[]')],
    ['the run', (run) => rmSync(run, {recursive: true})],
  ]
  for (const [what, lose] of losses) {
    using shop = workshop()
    const runId = await killed(shop)
    lose(shop.path('runs', runId))
    const {code, document} = await shop.ask(['drills', 'recover'])
    assert.equal([code, document.runs[0].state], [6, 'unreadable'], what)
    assert.match(document.runs[0].leftovers.join(' '), `runs/.state/drills/${runId}`, what)
    shop.put('own.yaml', quickDrill())
    assert.is((await shop.ask(['drills', 'own.yaml'])).code, 6, what)
    assert.is((await shop.ask(['doctor', '--strict'])).code, 1, what)
    rmSync(shop.path('runs/.state/drills', runId), {recursive: true})
    assert.is((await shop.ask(['drills', 'recover'])).code, 0, what)
  }
})

it('folders of sockets that killed nodes left elsewhere are removed, and nothing that only is said to be one', async () => {
  using shop = workshop()
  using outside = tempDir()
  const runId = await killed(shop)
  const place = (name: string, ...files: readonly string[]) => {
    mkdirSync(join(outside.path, name))
    for (const file of files) writeFileSync(join(outside.path, name, file), '')
    return join(outside.path, name, 'control.sock')
  }
  const said = {
    n1: place('hostnode-0123456789abcdef', 'control.sock'),
    n2: place('hostnode-fedcba9876543210', 'control.sock', 'thesis.txt'),
    n3: place('photographs', 'control.sock'),
    n4: place('hostnode-00000000000000ff'),
  }
  for (const [node, control] of Object.entries(said))
    shop.put(`runs/.state/drills/${runId}/quick/home/nodes/${node}/data/serving.json`, JSON.stringify({control}))
  shop.put(`runs/.state/drills/${runId}/quick/home/nodes/n5/data/serving.json`, '{"contr')
  assert.is((await shop.ask(['drills', 'recover'])).code, 5)
  assert.equal(readdirSync(outside.path).sort(), ['hostnode-fedcba9876543210', 'photographs'])
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
