import * as assert from 'uvu/assert'
import type {NodeCheckResult, NodeTargetAdapter} from '#contract/generated/types'
import {assayJson} from '../support/hall-rig.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check with programs of the target')

/** Programs of any system: tar makes backups, sha256sum and gzip judge them. */
const GOOD: NodeTargetAdapter = {
  kind: 'exec',
  inspect: ['true'],
  version: ['echo', 'lantern 1.0.0 (schema 3)'],
  logs: ['echo', 'all is well'],
  backup_create: [
    'sh',
    '-c',
    'mkdir d && echo data > d/a && tar -czf "$0" d && sha256sum "$0" > "$0.sha256"',
    '{file}',
  ],
  backup_verify: ['gzip', '-t', '{file}'],
  backup_restore: ['sh', '-c', 'mkdir "$1" && tar -xzf "$0" -C "$1"', '{file}', '{dir}'],
}
const CHECKS = ['svc.process', 'ver.binary', 'log.clean', 'bak.create', 'bak.verify', 'bak.restore']

it('each passes where the program says that all is well, and fails where it does not', async () => {
  using dir = tempDir()
  await using host = await startSecondHost()
  const ask = async (adapter: NodeTargetAdapter): Promise<Readonly<Record<string, string>>> => {
    writeTarget(dir.path, [host], {adapter, checks: {mutate: true}})
    const argv = [
      'node',
      'check',
      '--target',
      'target.json',
      '--to',
      '1.0.0',
      ...CHECKS.flatMap((id) => ['--only', id]),
    ]
    const {document} = await assayJson(argv, {cwd: dir.path, env: hostEnv(host)})
    return Object.fromEntries((document as NodeCheckResult).checks.map(({id, status}) => [id, status]))
  }
  assert.equal(await ask(GOOD), Object.fromEntries(CHECKS.map((id) => [id, 'pass'])))
  const bad = await ask({
    kind: 'exec',
    inspect: ['false'],
    version: ['echo', 'lantern 0.9.0'],
    logs: ['echo', 'panic: block 7 is corrupt'],
    backup_create: ['sh', '-c', 'echo data > "$0" && echo "$0" > "$0.sha256"', '{file}'],
    backup_verify: ['true'],
    backup_restore: ['false'],
  })
  assert.equal(bad, Object.fromEntries(CHECKS.map((id) => [id, 'fail'])))
  const none = await ask({kind: 'http-only'})
  assert.equal(none, Object.fromEntries(CHECKS.map((id) => [id, 'skip'])))
})

it.run()
