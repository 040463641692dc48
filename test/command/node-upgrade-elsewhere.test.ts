// Counts no coverage: upgrades one after the other, whose lines other upgrades run too.
import {mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeStatusResult, NodeTarget, NodeUpgradeResult} from '#contract/generated/types'
import {awayDrill} from '../support/away-drill.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {killDriverAt} from '../support/upgrade/drive-killed.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade of nodes that another workspace upgrades')
const LONGEST_MS = 600_000
const WISH = ['--no-window', '--stable', '1ms']
const ELSEWHERE = ['--workspace-dir', 'elsewhere']
async function openSite() {
  const drills = {allow: ['away'], actions: ['node.stop', 'node.start']} satisfies NodeTarget['drills']
  const made = await makeSite({over: {environment: 'staging', drills}})
  const state = join(made.folder, 'state')
  mkdirSync(join(made.folder, 'elsewhere'))
  writeFileSync(join(made.folder, 'away.yaml'), awayDrill('1'))
  const site: TestSite = {...made, env: {...made.env, XDG_STATE_HOME: state}}
  return {
    site,
    marks: () => readdirSync(join(state, 'assay', 'nodes')),
    rig: {cwd: made.folder, env: site.env},
    [Symbol.asyncDispose]: () => made[Symbol.asyncDispose](),
  }
}

it(
  'an upgrade that is not over is in the way of every other workspace, which is told where it is gone on with',
  async () => {
    await using open = await openSite()
    const {site, rig, marks} = open
    const node = async (...words: string[]) => await assay(['node', ...words, '--target', 'target.json'], rig)
    const begin = async (to: string, ...more: string[]) =>
      await node('upgrade', '--to', to, ...WISH, '--apply', ...more)

    // Its driver is gone while the node stands still.
    assert.ok(await killDriverAt(site, ['upgrade', '--to', '1.0.1', ...WISH, '--apply'], 'check:v1', 'forth'))
    const {document} = await assayJson(['node', 'status', '--target', 'target.json'], rig)
    const id = (document as NodeStatusResult).upgrades[0]?.upgrade ?? ''
    const goesOn = `assay node upgrade --target target.json --workspace-dir . --resume ${id}`
    const back = `assay node upgrade --target target.json --workspace-dir . --abort ${id}`
    for (const {code, err} of [await begin('1.1.0', ...ELSEWHERE), await node('plan', '--to', '1.1.0', ...ELSEWHERE)]) {
      assert.is(code, 7, err)
      assert.match(err, `the upgrade ${id} of site works on the node v1, too, and is not over: stepping`)
      for (const words of [goesOn, back]) assert.match(err, words)
    }
    assert.equal(readdirSync(join(site.folder, 'elsewhere')), [], 'nothing was begun')
    const seen = await node('status', ...ELSEWHERE)
    assert.match(seen.out, goesOn)
    assert.match(seen.out, 'No upgrade of this workspace is open.')
    await isNotOverlooked(open, id)

    // Another name for the same node is no way around it, in whatever workspace.
    writeFileSync(join(site.folder, 'other.json'), JSON.stringify({...site.target, alias: 'other'}))
    const line = ['node', 'upgrade', '--to', '1.1.0', ...WISH, '--apply', '--target', 'other.json']
    const {code, err} = await assay(line, rig)
    assert.is(code, 7, err)
    assert.match(err, goesOn)
    const drill = await assay(['drills', 'away.yaml', '--target', 'target.json', '--apply', ...ELSEWHERE], rig)
    assert.is(drill.code, 7, drill.err)
    assert.match(drill.err, goesOn)

    // A way that can be typed, at a terminal and where paths of this host are masked.
    const far = {...rig, cwd: join(site.folder, 'elsewhere'), columns: 10_000}
    const away = ['node', 'plan', '--to', '1.1.0', '--target', '../target.json']
    for (const isTerminal of [true, false])
      assert.match((await assay(away, {...far, isTerminal})).err, '--target ../target.json --workspace-dir .. ')

    const done = await assay(goesOn.split(' ').slice(1), rig)
    assert.is(done.code, 0, done.err)
    assert.is((await begin('1.1.0', ...ELSEWHERE)).code, 7, 'a way back is open')
    const final = await node('upgrade', '--finalise', 'latest')
    assert.equal([final.code, marks()], [0, []], final.err)
    await isLookedUp(open)
  },
  LONGEST_MS,
)

/** Whatever lies in the place of a mark, somebody put it there for an upgrade: it is not taken for none. */
async function isNotOverlooked({site, rig, marks}: Awaited<ReturnType<typeof openSite>>, id: string): Promise<void> {
  const path = join(site.env['XDG_STATE_HOME'] ?? '', 'assay', 'nodes', marks().find((name) => name.endsWith(id)) ?? '')
  const whole = readFileSync(path)
  for (const text of ['', '{', '{"schema_version": 2}']) {
    writeFileSync(path, text)
    const begun = ['node', 'upgrade', '--to', '1.1.0', ...WISH, '--apply', '--target', 'target.json', ...ELSEWHERE]
    const {code, err} = await assay(begun, rig)
    assert.is(code, 7, err)
    assert.match(
      err,
      `.upgrade-${id}, which says that an upgrade works on the node v1 and where it was begun, cannot be read`,
    )
    assert.is(readFileSync(path, 'utf8'), text, 'it stays for people')
  }
  writeFileSync(path, whole)
}

/** A mark is believed as far as the ledger that it names: of one that is over, or that nobody has any more, nothing is in the way. */
async function isLookedUp({site, rig, marks}: Awaited<ReturnType<typeof openSite>>): Promise<void> {
  const node = async (...words: string[]) => {
    const line = ['node', ...words, '--target', 'target.json']
    return (await assayJson(line, rig)).document as NodeUpgradeResult
  }
  const rolled = await node('upgrade', '--to', '1.1.0', ...WISH, '--apply', ...ELSEWHERE)
  assert.equal([rolled.state, marks().length], ['rolled', 1], rolled.exit.reason)
  const ledger = join(site.folder, 'elsewhere/runs/.state/upgrades', rolled.upgrade, 'ledger.ndjson')
  const whole = readFileSync(ledger)
  writeFileSync(
    ledger,
    Uint8Array.from(whole, (byte, at) => (at === 100 ? byte ^ 1 : byte)),
  )
  const damaged = await node('plan', '--to', '1.2.0')
  assert.is(damaged.exit.code, 7, 'nobody knows what it did')
  assert.match(damaged.exit.reason, 'what became of it cannot be read')
  writeFileSync(ledger, whole)
  renameSync(join(site.folder, 'elsewhere'), join(site.folder, 'gone'))
  const [lost = ''] = marks()
  assert.is((await node('upgrade', '--to', '1.2.0', ...WISH, '--apply')).state, 'rolled')
  assert.equal([marks().length, marks().includes(lost)], [1, false])
  const own = join(site.env['XDG_STATE_HOME'] ?? '', 'assay', 'nodes', marks()[0] ?? '')
  const text = readFileSync(own)
  assert.is((await node('upgrade', '--finalise', 'latest')).state, 'finalised')
  // As if its driver had been killed before it took the mark away.
  writeFileSync(own, text)
  assert.is((await node('plan', '--to', '2.0.0')).exit.code, 0)
}

it.run()
