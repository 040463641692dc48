import {existsSync, readdirSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {runsCleanupResult} from '#contract/generated/runs-cleanup-result'
import {runsIndexResult} from '#contract/generated/runs-index-result'
import {runsListResult} from '#contract/generated/runs-list-result'
import {parse} from '#contract/parse'
import {nodeProcessTable} from '#process/node-process-table'
import {systemClock} from '#random/system-clock'
import {createRun} from '#run/create-run'
import {openWorkspace} from '#run/open-workspace'
import {runRig, TRIAL} from '../support/run-rig.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const declare = spec('runs on the command line')
/** Whole runs take their time on a busy machine. */
const it = Object.assign((test: string, body: () => Promise<void>) => declare(test, body, 30_000), {run: declare.run})
const UNKNOWN = '20261121T074233417Z-k3q7xz'

/** A passed benchmark of mock, a failed one of a provider that answers wrongly, a skipped evaluation; oldest first. */
async function threeRuns() {
  const shop = workshop()
  const good = await shop.run()
  const argv = ['benchmark', '--provider', 'zoo.nan', '--operation', 'score', '--iterations', '3']
  const bad: string = (await shop.ask(argv)).document.run_id
  const skipped: string = (await shop.ask(['eval', '--suite', 'contract', '--provider', 'gr00t'])).document.run_id
  return {...shop, good, bad, skipped}
}

/** A run whose owner is this very process. */
async function liveRun(shop: Workshop): Promise<string> {
  using rig = runRig({processes: nodeProcessTable, clock: systemClock})
  const run = await createRun(await openWorkspace(shop.root, rig.ports), TRIAL, rig.ports)
  await run.journal.close()
  return run.runId
}

const idsOf = (entries: readonly {readonly run_id: string}[]) => entries.map((entry) => entry.run_id)

it('list and index narrow by every filter: or within one, and across', async () => {
  using shop = await threeRuns()
  const {good, bad, skipped} = shop
  const today = new Date().toISOString().slice(0, 10)
  for (const [words, wanted] of [
    ['', [skipped, bad, good]],
    ['--provider mock', [good]],
    ['--provider mock --provider zoo.nan', [bad, good]],
    ['--provider mock --kind eval', []],
    ['--status passed', [good]],
    ['--status failed --status skipped', [skipped, bad]],
    ['--kind benchmark', [bad, good]],
    ['--verdict fail', [bad]],
    ['--operation predict', [good]],
    ['--capability score --kind benchmark', [bad]],
    ['--artifact-type result', [skipped, bad, good]],
    ['--artifact-type artifact', []],
    [`--created-from ${today} --created-to ${today}`, [skipped, bad, good]],
    ['--created-from 2999-01-01', []],
    ['--created-to 2020-02-29T12:00:00+01:00', []],
    ['--limit 2', [skipped, bad]],
    ['--limit 1 --kind benchmark', [bad]],
  ] as const) {
    const argv = words.split(' ').filter(Boolean)
    const list = parse(runsListResult, (await shop.ask(['runs', 'list', ...argv])).document)
    const index = parse(runsIndexResult, (await shop.ask(['runs', 'index', ...argv])).document)
    assert.equal([idsOf(list.entries), idsOf(index.entries)], [wanted, wanted], words)
    assert.equal([list.entry_count, list.exit.code], [wanted.length, 0])
  }
})

const BAD_WORDS: readonly (readonly [words: string, told: RegExp])[] = [
  ['runs list --status nice', /--status takes one of .*interrupted/],
  ['runs index --kind party', /--kind takes one of .*eval/],
  ['runs list --verdict good', /--verdict takes one of .*pass/],
  ['runs list --artifact-type thing', /--artifact-type takes one of .*result/],
  ['runs list --created-from yesterday', /--created-from takes a UTC day/],
  ['runs list --created-from 2026-02-30', /--created-from takes a UTC day/],
  ['runs list --created-to 2026-13-01', /--created-to takes a UTC day/],
  ['runs list --created-to 2026-11-21T10:00:00', /--created-to takes a UTC day/],
  ['runs list --limit -1', /--limit/],
  ['runs list --since yesterday', /--since takes/],
  ['runs list --commit HEAD', /--commit takes/],
  ['runs list --limit 1.5', /--limit/],
  ['runs cleanup', /--keep/],
  ['runs cleanup --keep -1', /--keep/],
  ['runs cleanup --keep x', /--keep/],
  ['runs cleanup --keep 1 --older-than -1', /--older-than/],
  ['runs show ../x', /run_id_invalid/],
  ['runs bundle ../x', /run_id_invalid/],
  ['runs show 20261121T074233417Z', /run_not_found/],
  ['runs show latest', /run_not_found/],
  ['runs show latest:evals', /run_id_invalid.*eval, benchmark/s],
  [`runs show ${UNKNOWN}`, /run_not_found/],
]
for (const [words, told] of BAD_WORDS) {
  it(`\`${words}\` is refused, and nothing is made`, async () => {
    using shop = workshop()
    const {code, out, err} = await shop.tell(words.split(' '))
    assert.equal([code, out], [2, ''])
    assert.match(err, told)
    assert.equal(readdirSync(shop.root), [])
  })
}

it('a workspace that was named and is missing or no folder is exit 2; one that nobody named is empty', async () => {
  using shop = workshop()
  shop.put('file', '')
  for (const words of ['list', 'index', `show ${UNKNOWN}`, 'cleanup --keep 1', 'cleanup --keep 1 --yes']) {
    for (const place of ['nowhere', 'file', 'file/below']) {
      const {code, document} = await shop.ask(['runs', ...words.split(' '), '--workspace-dir', place])
      assert.equal([code, document.error.code], [2, 'workspace_invalid'], `${words} ${place}`)
    }
  }
  for (const words of ['list', 'index', 'cleanup --keep 1']) {
    const {code, document} = await shop.ask(['runs', ...words.split(' ')])
    assert.equal([code, document.entries], [0, []], words)
  }
  assert.equal(readdirSync(shop.root), ['file'])
})

it('what is no run is an issue beside the runs, and --strict makes it exit 1', async () => {
  using shop = workshop()
  const id = await shop.run()
  shop.put('runs/notes/a.txt', '')
  shop.put(`runs/${UNKNOWN}/run_manifest.json`, '{"schema_version": 1')
  for (const name of ['list', 'index']) {
    const {code, document} = await shop.ask(['runs', name])
    assert.equal([code, idsOf(document.entries), document.issue_count], [0, [id], 2])
    assert.is((await shop.ask(['runs', name, '--strict'])).code, 1)
  }
  rmSync(shop.path('runs', 'notes'), {recursive: true})
  rmSync(shop.path('runs', UNKNOWN), {recursive: true})
  assert.is((await shop.ask(['runs', 'list', '--strict'])).code, 0)
})

it('an unknown id is answered with the nearest ones', async () => {
  using shop = workshop()
  const id = await shop.run()
  const {code, document} = await shop.ask([
    'runs',
    'show',
    `${id.slice(0, -1)}_`.replace('_', id.endsWith('a') ? 'b' : 'a'),
  ])
  assert.equal([code, document.error.code], [2, 'run_not_found'])
  assert.match(document.error.hint, id)
})

it('index tells how to bundle, and where the bundle is once there is one', async () => {
  using shop = workshop()
  const id = await shop.run()
  const entry = async () => parse(runsIndexResult, (await shop.ask(['runs', 'index'])).document).entries[0]
  const before = await entry()
  assert.equal([before?.bundle_command, before?.bundle_path], [`assay runs bundle ${id}`, null])
  await shop.ask((before?.bundle_command ?? '').split(' ').slice(1))
  assert.is((await entry())?.bundle_path, `issue-bundles/${id}`)
})

it('cleanup only plans without --yes, and --dry-run wins over it', async () => {
  using shop = await threeRuns()
  for (const more of [[], ['--dry-run'], ['--yes', '--dry-run']]) {
    const {code, document} = await shop.ask(['runs', 'cleanup', '--keep', '1', ...more])
    const plan = parse(runsCleanupResult, document)
    assert.equal([code, plan.dry_run, plan.selected_count, plan.removed_count], [0, true, 2, 0])
    assert.is(shop.runs().length, 3)
  }
  const done = parse(runsCleanupResult, (await shop.ask(['runs', 'cleanup', '--keep', '1', '--yes'])).document)
  assert.equal([done.dry_run, done.removed_count, done.kept_count], [false, 2, 1])
  assert.equal(shop.runs(), [shop.skipped])
})

it('cleanup leaves held runs, live runs, young runs and bundles', async () => {
  using shop = await threeRuns()
  await shop.ask(['runs', 'bundle', shop.good])
  shop.put(`runs/${shop.bad}/.hold`, '')
  const live = await liveRun(shop)
  const young = await shop.ask(['runs', 'cleanup', '--keep', '0', '--older-than', '1', '--yes'])
  assert.is(young.document.removed_count, 0)
  const {document} = await shop.ask(['runs', 'cleanup', '--keep', '0', '--yes'])
  const reasons = Object.fromEntries(
    document.entries.map((one: {run_id: string; reason: string}) => [one.run_id, one.reason]),
  )
  assert.equal([reasons[shop.bad], reasons[live]], ['held', 'live'])
  assert.equal(shop.runs(), [shop.bad, live])
  assert.ok(existsSync(shop.path('issue-bundles', shop.good)))
  assert.is((await shop.ask(['runs', 'verify', `issue-bundles/${shop.good}`])).code, 0)
})

it('cleanup takes what is no run only with --broken, and only after a day', async () => {
  using shop = workshop()
  shop.put(`runs/${UNKNOWN}/run_manifest.json`, '{')
  for (const more of [[], ['--broken']]) {
    const {document} = await shop.ask(['runs', 'cleanup', '--keep', '0', '--yes', ...more])
    assert.equal([document.removed_count, document.entries[0].action], [0, 'skip'])
  }
  const dayLater = {...systemClock, nowMs: () => systemClock.nowMs() + 25 * 60 * 60 * 1000}
  const later = await shop.ask(['runs', 'cleanup', '--keep', '0', '--yes', '--broken'], {ports: {clock: dayLater}})
  assert.is(later.document.removed_count, 1)
  assert.equal(shop.runs(), [])
})

it('cleanup leaves what is held, however damaged, and what has a name of its own', async () => {
  using shop = await threeRuns()
  const [held = '', named = '', damaged = ''] = shop.runs()
  shop.put(`runs/${held}/.hold`, '')
  for (const id of [held, damaged]) shop.put(`runs/${id}/run_manifest.json`, '')
  renameSync(shop.path('runs', named), shop.path('runs', `${named}-incident`))
  const dayLater = {...systemClock, nowMs: () => systemClock.nowMs() + 25 * 60 * 60 * 1000}
  const argv = ['runs', 'cleanup', '--keep', '0', '--yes', '--broken']
  const {document} = await shop.ask(argv, {ports: {clock: dayLater}})
  const told = Object.fromEntries(
    document.entries.map((one: {run_id: string; action: string; reason: string}) => [
      one.run_id,
      [one.action, one.reason],
    ]),
  )
  assert.equal(told[held], ['skip', 'held'])
  assert.equal(told[`${named}-incident`], ['skip', 'foreign_name'])
  assert.equal(told[damaged], ['delete', 'manifest_json'])
  assert.equal(shop.runs(), [held, `${named}-incident`])
})

it('csv quotes and defuses, markdown escapes, whatever a manifest holds', async () => {
  using shop = workshop()
  const id = await shop.run()
  const manifest = {...shop.manifest(id), provider: '=cmd|"x",y <b>|z'}
  writeFileSync(shop.path('runs', id, 'run_manifest.json'), JSON.stringify(manifest))
  // A manifest that the ledger recorded otherwise would be listed as an issue.
  rmSync(shop.path('runs', 'ledger.ndjson'))
  const csv = (await shop.tell(['runs', 'list', '--format', 'csv'])).out
  const [head = '', row = ''] = csv.split(/\r?\n/)
  assert.match(head, /^run,kind,status/)
  assert.match(row, `,"'=cmd|""x"",y <b>|z",`)
  const {out} = await shop.tell(['runs', 'list', '--format', 'markdown'])
  const line = out.split('\n').find((one) => one.includes(id)) ?? ''
  assert.not.match(line, /<b>|[^\\]\|z/)
})

it('every format of every command here prints one text and exits alike', async () => {
  using shop = workshop()
  const id = await shop.run()
  for (const words of ['list', 'index', `show ${id}`, 'cleanup --keep 9']) {
    for (const format of ['human', 'json', 'markdown', 'csv']) {
      const {code, out, err} = await shop.tell(['runs', ...words.split(' '), '--format', format])
      assert.equal([code, err], [0, ''], `${words} ${format}`)
      assert.ok(out.endsWith('\n') && (out.includes(id) || words.startsWith('show')), words)
      assert.not.match(out, shop.root)
    }
  }
})
it.run()
