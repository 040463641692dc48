// Counts no coverage: upgrades one after the other, whose lines other upgrades run too.
import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {releaseProgram} from '../support/built-home.ts'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {oneLine} from '../support/one-line.ts'
import {spec} from '../support/spec.ts'
import {putRelease} from '../support/upgrade/put-liar.ts'
import {makeSite, type TestSite, UPGRADE_LINE} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade to a release that changes data nobody planned to change')
const LONGEST_MS = 600_000

/** Release 1.0.1 by its own word, with a line of its own before it serves, and the schema that it serves with. */
function programOf(schema: string, before: string): string {
  const launch = join(dirname(releaseProgram('1.0.1')), '../../../bin/launch-hostnode.js')
  return `import {launchHostnode} from 'file://${launch}'
import {DatabaseSync} from 'node:sqlite'
process.on('SIGUSR1', () => undefined)
process.exitCode = 70
const isServing = process.argv[2] === 'serve'
if (isServing) { ${before} }
await launchHostnode({release: {version: '1.0.1', schemaVersion: ${schema}}, file: import.meta.filename})
`
}

const rigOf = ({folder, env}: TestSite) => ({cwd: folder, env})

it(
  'data that were moved without a plan are told at once, with what a rollback loses from then on',
  async () => {
    await using site = await makeSite()
    putRelease(site, '1.0.1', programOf('isServing ? 3 : 1', ''))
    const {code, out} = await assay(UPGRADE_LINE, rigOf(site))
    assert.is(code, 0, out)
    assert.match(
      oneLine(out),
      /The data of v1 changed, which was not planned, for it ran 1\.0\.1 with data of schema 3: a rollback puts its backup back, and loses what is written from now on\./,
    )
    assert.match(out, /To put back what was done +assay node rollback --target target\.json --run \S+ --apply/)
    const {document} = await assayJson(['node', 'rollback', '--apply', '--target', 'target.json'], rigOf(site))
    const back = document as NodeUpgradeResult
    assert.equal([back.exit.code, back.state, back.verdict.caveats], [5, 'rolled_back', []], back.exit.reason)
  },
  LONGEST_MS,
)

it(
  'a release that deletes data which a rollback keeps ends with the commands that put the backup back, and they do',
  async () => {
    await using site = await makeSite()
    const before = site.inventory('v1')
    const wipe =
      "const d = new DatabaseSync('data/node.sqlite'); d.exec('PRAGMA foreign_keys=OFF; DELETE FROM repositories'); d.close()"
    putRelease(site, '1.0.1', programOf('1', wipe))
    const {code, out} = await assay(UPGRADE_LINE, rigOf(site))
    assert.is(code, 6, out)
    const told = oneLine(out)
    assert.match(told, /The data of v1 are not what they were/)
    assert.not.match(told, 'Where the log of v1')
    const [, kill = '', restore = ''] = /1\. (kill \d+) - 2\. (node \S+ backup restore .*? --force)/.exec(told) ?? []
    const retry = /State rollback_failed, next (assay node rollback .*?--apply)/.exec(told)?.[1] ?? ''
    assert.match(retry, /^assay node rollback --target target\.json --run \S+ --apply$/, told)
    execFileSync('sh', ['-c', kill], rigOf(site))
    const isGone = () => !isAlive(Number(kill.split(' ')[1]))
    await eventually('it ends', isGone)
    execFileSync('sh', ['-c', restore], {...rigOf(site), stdio: 'ignore'})
    const {document} = await assayJson([...retry.split(' ').slice(1)], rigOf(site))
    const back = document as NodeUpgradeResult
    assert.equal([back.exit.code, back.state, site.release('v1')], [5, 'rolled_back', '1.0.0'], back.exit.reason)
    assert.is(site.inventory('v1'), before)
  },
  LONGEST_MS,
)

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

it.run()
