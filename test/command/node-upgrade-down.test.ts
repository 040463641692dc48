// Counts no coverage: upgrades one after the other, whose lines other upgrades run too.
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {assay, assayJson} from '../support/hall-rig.ts'
import {oneLine} from '../support/one-line.ts'
import {spec} from '../support/spec.ts'
import {EXEC, putNodePrograms} from '../support/upgrade/node-programs.ts'
import {makeSite, UPGRADE_LINE} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade with programs that leave a node down, or do nothing')
const LONGEST_MS = 600_000
const count = (text: string, part: string): number => text.split(part).length - 1

it(
  'a node that cannot be started on either way is told to stand still, once, with what to do, wherever one reads',
  async () => {
    await using site = await makeSite()
    const programs = putNodePrograms(site)
    const rig = {cwd: site.folder, env: programs.env}
    site.retarget({adapter: {...EXEC, start: ['sh', '-c', 'echo boom start >&2; exit 9', '{node}']}})
    const {code, out} = await assay(UPGRADE_LINE, rig)
    const told = oneLine(out)
    assert.is(code, 6, out)
    assert.is(count(told, 'boom start'), 1, out)
    assert.match(told, 'the rollback failed: v1 stands still: nobody is served by it; start:v1: the program ended')
    assert.match(told, '✗ start:v1 ✗ back:start:v1 ')
    assert.match(told, 'Mind v1 stands still: nobody is served by it; mend what failed, then give the last line')
    const retry = /assay node rollback --target target\.json --run (\S+) --apply/
    const [next = '', id = ''] = retry.exec(out.trim().split('\n').at(-1) ?? '') ?? []
    const page = readFileSync(join(site.folder, 'runs', id, 'reports/report.md'), 'utf8')
    assert.match(page, /\| node \| state \| serves \|\n.*\n\| v1 \| unknown \| no, it stands still \|/)
    assert.match(page, `v1 stands still: nobody is served by it. Mend what failed, then: ${next}`)
    const bundled = await assay(['runs', 'bundle', id, '--output', 'bundle'], rig)
    assert.is(bundled.code, 0, bundled.err)
    const issue = readFileSync(join(site.folder, 'bundle/issue.md'), 'utf8')
    assert.match(issue.split('\n')[0] ?? '', 'v1 stands still: nobody is served by it')
    assert.match(issue, `- v1 stands still: nobody is served by it. Mend what failed, then: ${next}`)
    assert.is((await assay(['runs', 'verify', 'bundle'], rig)).code, 0)
    site.retarget({adapter: EXEC})
    const {document} = await assayJson(next.split(' ').slice(1), rig)
    const back = document as NodeUpgradeResult
    assert.equal([back.exit.code, back.state, back.verdict.caveats], [5, 'rolled_back', []], back.exit.reason)
  },
  LONGEST_MS,
)

it(
  'a stop that says it did and does nothing leaves the node as it was, which is checked and told as that',
  async () => {
    await using site = await makeSite()
    const programs = putNodePrograms(site)
    const rig = {cwd: site.folder, env: programs.env}
    const processOf = async () => {
      const {instance_id: instance, started_at: at} = (await site.call('v1', 'GET', '/api/node/status')).json as never
      return [instance, at]
    }
    const before = [site.inventory('v1'), site.release('v1'), ...(await processOf())]
    assert.ok(before.every((one) => typeof one === 'string'))
    // A second start would write the same data beside the first.
    site.retarget({adapter: {...EXEC, stop: ['true', '{node}'], start: ['false', '{node}']}})
    const {document} = await assayJson(UPGRADE_LINE, rig)
    const kept = document as NodeUpgradeResult
    assert.equal([kept.exit.code, kept.state, kept.next], [5, 'rolled_back', null], kept.exit.reason)
    assert.match(kept.exit.reason, 'stop:v1: its stop was told as done, and the process that was to be stopped still')
    assert.not.match(kept.exit.reason, 'another process')
    assert.equal([site.inventory('v1'), site.release('v1'), ...(await processOf())], before)
  },
  LONGEST_MS,
)

it.run()
