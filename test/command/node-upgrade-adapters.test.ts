import {spawnSync} from 'node:child_process'
import * as assert from 'uvu/assert'
import type {NodeTargetAdapter, NodeUpgradeResult} from '#contract/generated/types'
import {DEEP} from '../support/depth.ts'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {EXEC, KUBERNETES, type NodePrograms, putNodePrograms, SYSTEMD} from '../support/upgrade/node-programs.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade with programs of the target')
const LONGEST_MS = 600_000
const QUICK = ['--apply', '--no-window', '--stable', '1ms']

async function drive(site: TestSite, {env}: NodePrograms, ...words: string[]): Promise<NodeUpgradeResult> {
  const {document} = await assayJson(['node', ...words, '--target', 'target.json'], {cwd: site.folder, env})
  return document as NodeUpgradeResult
}

/** To the next release and back, and one that cannot start; what git sees of the repositories stays what it was. */
async function thereAndBack(site: TestSite, programs: NodePrograms, adapter: NodeTargetAdapter): Promise<void> {
  site.retarget({adapter})
  const before = site.inventory('v1')
  const done = await drive(site, programs, 'upgrade', '--to', '1.1.0', ...QUICK)
  assert.equal([done.exit.code, done.state, site.release('v1')], [0, 'rolled', '1.1.0'], done.exit.reason)
  assert.is(site.inventory('v1'), before)
  const loss =
    'The data of v1 changed, as planned: a rollback puts the backups back, and loses what is written from now on.'
  assert.ok(done.verdict.caveats.includes(loss), done.verdict.caveats.join())
  const {out} = await assay(['node', 'status', '--target', 'target.json'], {cwd: site.folder, env: programs.env})
  const mind = 'Mind: putting back restores the data of v1 from the backups, and loses what was written since'
  assert.match(out.replaceAll(/\s+/g, ' '), mind)
  const back = await drive(site, programs, 'rollback', '--apply')
  assert.equal([back.exit.code, back.state, site.release('v1')], [5, 'rolled_back', '1.0.0'], back.exit.reason)
  assert.is(site.inventory('v1'), before)
}

it(
  'a node of scripts, of systemd and of kubectl goes to a release that moves its data, and back',
  async () => {
    await using site = await makeSite()
    const programs = putNodePrograms(site)
    await thereAndBack(site, programs, SYSTEMD)
    const worked = programs.calls().filter((call) => !call.startsWith('show|'))
    assert.equal(
      worked,
      ['stop', 'start', 'stop', 'start'].map((verb) => `${verb}|--|hostnode.service|`),
    )
    const seen = programs.calls().length
    await thereAndBack(site, programs, KUBERNETES)
    const [replicas, image] = [
      (count: number) => `scale|statefulset|v1|--replicas=${count}|--timeout=60s|`,
      (release: string, digit: string) =>
        `set|image|statefulset|v1|hostnode=registry.example/hostnode:${release}@sha256:${digit.repeat(64)}|`,
    ]
    const way = [replicas(0), image('1.1.0', 'c'), replicas(1), replicas(0), image('1.0.0', 'a'), replicas(1)]
    assert.equal(
      programs.calls().slice(seen),
      way.map((call) => `--context|eu|--namespace|host|${call}`),
    )
    await refusals(site, programs)
    await lies(site, programs)
  },
  LONGEST_MS,
)

/** Before anything is done: an image that is not named, a program that would mean all nodes. */
async function refusals(site: TestSite, programs: NodePrograms): Promise<void> {
  const {images: _, ...blind} = KUBERNETES
  site.retarget({adapter: blind})
  const {code, err} = await assay(['node', 'plan', '--to', '1.0.1', '--target', 'target.json'], {
    cwd: site.folder,
    env: programs.env,
  })
  assert.is(code, 2)
  assert.match(err, 'images has none of 1.0.0; images has none of 1.0.1')
}

/** A backup that holds nothing, with which nothing is begun. */
async function lies(site: TestSite, programs: NodePrograms): Promise<void> {
  const before = site.inventory('v1')
  site.retarget({adapter: {...EXEC, backup_create: ['touch', '{file}']}})
  const empty = await drive(site, programs, 'upgrade', '--to', '1.0.1', ...QUICK)
  assert.equal([empty.exit.code, empty.state, empty.nodes[0]?.state], [1, 'stopped', 'untouched'], empty.exit.reason)
  assert.match(empty.failed.join(), 'backup:v1: the program ended with')
  site.retarget({adapter: EXEC, objectives: {ready_within_s: 15}})
  // node-upgrade-other-release.test.ts has releases that are other ones, too.
  if (DEEP) await installsNothing(site, programs)
  await failsToStop(site, programs)
  await failsToRestore(site, programs, before)
}

/** It is seen by what the node says, and put back. */
async function installsNothing(site: TestSite, programs: NodePrograms): Promise<void> {
  site.retarget({adapter: {...EXEC, install: ['true']}})
  const kept = await drive(site, programs, 'upgrade', '--to', '1.0.1', ...QUICK)
  assert.equal([kept.exit.code, kept.state], [5, 'rolled_back'], kept.exit.reason)
  assert.match(kept.failed.join(), 'it runs 1.0.0, and not 1.0.1')
}

/** What could not be stopped could not be put back either; it is once that was mended. */
async function failsToStop(site: TestSite, programs: NodePrograms): Promise<void> {
  site.retarget({adapter: {...EXEC, stop: ['false']}})
  const stuck = await drive(site, programs, 'upgrade', '--to', '1.0.1', ...QUICK)
  assert.equal([stuck.exit.code, stuck.state], [6, 'rollback_failed'], stuck.exit.reason)
  assert.match(stuck.next ?? '', /^assay node rollback --target target.json --run \S+ --apply$/)
  site.retarget({adapter: EXEC})
  const mended = await drive(site, programs, 'rollback', '--apply')
  assert.equal([mended.exit.code, mended.state, mended.next], [5, 'rolled_back', null], mended.exit.reason)
  assert.is(site.release('v1'), '1.0.0')
}

/** Data that cannot be put back though their backup is whole: the node serves again as it did, and the way back is taken once that was mended. */
async function failsToRestore(site: TestSite, programs: NodePrograms, before: string): Promise<void> {
  const done = await drive(site, programs, 'upgrade', '--to', '1.1.0', ...QUICK)
  assert.equal([done.exit.code, site.release('v1')], [0, '1.1.0'], done.exit.reason)
  site.retarget({adapter: {...EXEC, restore_data: ['false', '{node}']}})
  const stuck = await drive(site, programs, 'rollback', '--apply')
  assert.equal([stuck.exit.code, stuck.state], [6, 'rollback_failed'], stuck.exit.reason)
  assert.match(stuck.exit.reason, /restore_data:v1: .*; v1 was started again as it was/)
  const serves = () => site.call('v1', 'GET', '/api/repos').then(({status}) => status === 200)
  await eventually('it serves', () => serves().catch(() => false))
  site.retarget({adapter: EXEC})
  const mended = await drive(site, programs, 'rollback', '--apply')
  assert.equal([mended.exit.code, mended.state, mended.next], [5, 'rolled_back', null], mended.exit.reason)
  assert.equal([site.release('v1'), site.inventory('v1')], ['1.0.0', before])
}

it(
  'of two nodes the first is upgraded, looked at for as long as one likes, and the second when it is gone on with',
  async () => {
    await using site = await makeSite({names: ['v1', 'v2'], over: {adapter: EXEC}})
    const programs = putNodePrograms(site)
    const line = ['node', 'upgrade', '--to', '1.0.1', ...QUICK, '--pause-after', '1', '--target', 'target.json']
    const {code, out} = await assay(line, {cwd: site.folder, env: programs.env})
    assert.equal([code, site.release('v1'), site.release('v2')], [4, '1.0.1', '1.0.0'])
    assert.match(
      out.trim().split('\n').at(-1) ?? '',
      /^State paused, next +assay node upgrade --target target.json --resume \S+$/,
    )
    site.retarget({nodes: site.target.nodes.map((node) => ({...node, base_url: `${node.base_url}/elsewhere`}))})
    assert.is((await drive(site, programs, 'upgrade', '--resume', 'latest')).exit.code, 7)
    site.retarget({nodes: site.target.nodes.map((node) => ({...node, base_url: node.base_url.slice(0, -10)}))})
    const done = await drive(site, programs, 'upgrade', '--resume', 'latest')
    assert.equal([done.exit.code, done.state, site.release('v2')], [0, 'rolled', '1.0.1'], done.exit.reason)
    site.retarget({adapter: SYSTEMD})
    const other = await drive(site, programs, 'rollback', '--apply')
    assert.is(other.exit.code, 7, 'an adapter of another kind')
    site.retarget({adapter: EXEC})
    assert.is((await drive(site, programs, 'upgrade', '--finalise', 'latest')).exit.code, 0)
    site.retarget({adapter: SYSTEMD})
    const blind = await drive(site, programs, 'plan', '--to', '1.1.0')
    assert.is(blind.exit.code, 2)
    assert.match(blind.exit.reason, 'stop does not say which node it means: {node}')
  },
  LONGEST_MS,
)

it('the systemctl and the kubectl of this machine take the words, as far as they can be asked', () => {
  const said = (program: string, ...args: string[]) => {
    const {stderr, error} = spawnSync(program, args, {encoding: 'utf8', timeout: 60_000})
    return error === undefined ? stderr : ''
  }
  const wrong =
    /unrecognized option|invalid option|unknown (?:flag|command|shorthand)|Unknown command verb|required flag/i
  const unit = 'assay-test-that-is-nowhere.service'
  for (const verb of ['stop', 'start'] as const) assert.not.match(said('systemctl', verb, '--', unit), wrong)
  const words = {'{node}': 'v1', '{image}': KUBERNETES.images?.['1.0.0'] ?? ''} as Readonly<Record<string, string>>
  for (const act of ['stop', 'start', 'install', 'restore_program'] as const) {
    const argv = (KUBERNETES[act] ?? []).slice(5).map((word) => words[word] ?? word)
    const server = ['--server', 'http://127.0.0.1:1', '--request-timeout=1s', '--namespace', 'host']
    assert.not.match(said('kubectl', '--kubeconfig', '/dev/null', ...server, ...argv), wrong)
  }
})

it.run()
