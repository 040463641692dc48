import {globSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {DrillsRecoverResult, DrillsResult, NodeTarget} from '#contract/generated/types'
import {nodeNeighbours} from '#process/node-process-table'
import {awayDrill} from '../support/away-drill.ts'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('drills on nodes that are given')
const LONGEST_MS = 600_000
const ALLOWED = {allow: ['away'], actions: ['node.stop', 'node.start']} satisfies NodeTarget['drills']

async function givenSite() {
  const site = await makeSite({names: ['v1', 'v2'], over: {environment: 'staging', drills: ALLOWED}})
  const state = join(site.folder, 'state')
  mkdirSync(state)
  writeFileSync(join(site.folder, 'away.yaml'), awayDrill('1'))
  return {site, env: {...site.env, XDG_STATE_HOME: state}}
}

const LINE = ['drills', 'away.yaml', '--target', 'target.json']
const processOf = (site: TestSite, name: string) =>
  nodeNeighbours.inFolder(join(site.folder, 'nodes', name))?.map(({pid}) => pid)
const runsIn = (folder: string) => globSync('runs/2*/journal.ndjson', {cwd: folder})

it(
  'nothing is done without leave, everything with it, and what a killed drill left is put back on its own target alone',
  async () => {
    const {site, env} = await givenSite()
    await using _site = site
    const options = {cwd: site.folder, env}
    const before = [processOf(site, 'v1'), processOf(site, 'v2')]

    site.retarget({drills: {}, environment: 'production'})
    const refused = await assay([...LINE, '--apply'], options)
    assert.is(refused.code, 7)
    for (const reason of ['away is not for production', 'in drills.allow', 'where drills only look', '--confirm site'])
      assert.match(refused.err, reason)
    site.retarget({drills: ALLOWED, environment: 'staging'})
    const idle = await assay(LINE, options)
    assert.is(idle.code, 0, idle.err)
    assert.match(idle.out, /Nothing was asked of the target .* add --apply/)
    assert.is((await assay(['drills', 'P05', '--apply'], options)).code, 2)
    assert.is((await assay(['drills', 'P05', '--target', 'target.json', '--apply'], options)).code, 7)
    assert.is((await assay(['drills', 'away.yaml'], options)).code, 2, 'no node is named')
    const [v1, v2] = site.target.nodes
    site.retarget({
      nodes: [v1, {...v2, base_url: v1?.base_url.replace('127.0.0.1', 'localhost')}] as NodeTarget['nodes'],
    })
    const twins = await assayJson([...LINE, '--apply'], options)
    assert.is(twins.code, 3, JSON.stringify(twins.document))
    assert.equal([processOf(site, 'v1'), processOf(site, 'v2')], before, 'nothing was touched')

    site.retarget({nodes: [v1, v2] as NodeTarget['nodes']})
    const done = await assayJson([...LINE, '--apply'], options)
    const {drills, run_path: path} = done.document as DrillsResult
    const record = JSON.parse(readFileSync(join(site.folder, path, 'results/drills/away.json'), 'utf8'))
    assert.is(record.environment, 'staging')
    assert.equal([done.code, drills.map(({verdict}) => verdict)], [0, ['pass']], JSON.stringify(done.document))
    assert.not.equal(processOf(site, 'v1'), before[0])
    assert.equal([processOf(site, 'v2'), readdirSync(join(env.XDG_STATE_HOME, 'assay', 'nodes'))], [before[1], []])
    await killedAndRecovered(site, env)
    await oneMoreAway(site, env)
  },
  LONGEST_MS,
)

/** SIGKILL while the node is away: its claim counts for nothing, the next drill waits for recover, and recover for the right target. */
async function killedAndRecovered(site: TestSite, env: Readonly<Record<string, string>>): Promise<void> {
  // What it waits for does not come.
  writeFileSync(join(site.folder, 'away.yaml'), awayDrill('2'))
  const options = {cwd: site.folder, env}
  const place = ['--workspace-dir', 'other']
  mkdirSync(join(site.folder, 'other'))
  const drill = start([BIN, ...LINE, '--apply', ...place], site.folder, env)
  await eventually(
    'v1 is away',
    async () => runsIn(join(site.folder, 'other')).length > 0 && processOf(site, 'v1')?.length === 0,
  )
  const second = await assay([...LINE, '--apply'], options)
  drill.child.kill('SIGKILL')
  const {signal} = await drill.ended
  assert.is(signal, 'SIGKILL')
  assert.is(second.code, 7, 'from another workspace')
  assert.match(second.err, 'works on the node v1')
  await eventually('v1 has ended', async () => processOf(site, 'v1')?.length === 0)
  assert.is((await assay([...LINE, '--apply', ...place], options)).code, 6)
  const recover = async (...words: string[]) => {
    const {code, document} = await assayJson(['drills', 'recover', ...place, ...words], options)
    return {code, records: (document as DrillsRecoverResult).runs.flatMap(({records}) => records)}
  }
  const blind = await recover()
  assert.is(blind.code, 6)
  assert.match(blind.records[0]?.manual ?? '', 'Start the node v1 of site: assay drills recover --target FILE')
  writeFileSync(join(site.folder, 'else.json'), JSON.stringify({...site.target, nodes: site.target.nodes.slice(0, 1)}))
  assert.is((await recover('--target', 'else.json')).code, 6, 'another place of the same name')
  const back = await recover('--target', 'target.json')
  assert.equal([back.code, back.records.map(({result}) => result)], [5, ['done']])
  assert.is(processOf(site, 'v1')?.length, 1)
  assert.is((await recover('--target', 'target.json')).code, 0)
}

/** A second node that goes away by itself is one too many: the drill ends at once, and the first is back. */
async function oneMoreAway(site: TestSite, env: Readonly<Record<string, string>>): Promise<void> {
  const known = runsIn(site.folder).length
  // Whoever is away, what it waits for does not come.
  const never = awayDrill('2').replace('{reachable: {equals: false}}', '{status: {equals: 299}}')
  writeFileSync(join(site.folder, 'away.yaml'), never)
  const drill = assayJson([...LINE, '--apply'], {cwd: site.folder, env})
  await eventually('v1 is away', async () => runsIn(site.folder).length > known && processOf(site, 'v1')?.length === 0)
  site.kill('v2')
  const {code, document} = await drill
  const {run_path: path} = document as DrillsResult
  const {detail, verdict} = JSON.parse(readFileSync(join(site.folder, path, 'results/drills/away.json'), 'utf8'))
  assert.match(detail, /^v1, v2 are away, and 1 may be$/)
  assert.equal([code, verdict, processOf(site, 'v1')?.length], [5, 'restored', 1])
}

it.run()
