import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {oneLine} from '../support/one-line.ts'
import {spec} from '../support/spec.ts'
import {killDriverAt, ledgerText} from '../support/upgrade/drive-killed.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('tokens and a rollback')
const LONGEST_MS = 600_000
const quick = ['--apply', '--no-window', '--stable', '1ms']

async function drive(site: TestSite, token: string, ...words: string[]): Promise<NodeUpgradeResult> {
  const env = {...site.env, TOKEN_V1: token}
  const {document} = await assayJson(['node', ...words, '--target', 'target.json'], {cwd: site.folder, env})
  return document as NodeUpgradeResult
}

it(
  'data that are put back have the tokens of then: who gives a later one is told so, and that what was revoked is good again',
  async () => {
    await using site = await makeSite()
    const old = site.env['TOKEN_V1'] ?? ''
    const done = await drive(site, old, 'upgrade', '--to', '2.0.0', '--strategy', 'major', ...quick)
    assert.equal([done.exit.code, done.state], [0, 'rolled'], done.exit.reason)
    const revoked = await site.call('v1', 'POST', '/api/admin/tokens/revoke-all', {})
    const {token: later} = (revoked.json as {token: {token: string}}).token
    assert.is((await site.call('v1', 'GET', '/api/user')).status, 401)

    const failed = await drive(site, later, 'rollback', '--apply')
    assert.equal([failed.exit.code, failed.state], [6, 'rollback_failed'], failed.exit.reason)
    assert.match(failed.exit.reason, /v1 has the tokens of its backup again: give one that was good then/)
    const shown = await assay(['node', 'rollback', '--target', 'target.json'], {cwd: site.folder, env: site.env})
    assert.match(
      oneLine(shown.out),
      /v1: its backup was put back already: what was written until then since its backup/,
    )
    assert.match(oneLine(shown.out), /lie in nodes\/v1\/data\.replaced-/)
    assert.not.match(oneLine(shown.out), 'nothing that was written is lost')
    const line = ['node', 'rollback', '--apply', '--target', 'target.json']
    const {code, out} = await assay(line, {cwd: site.folder, env: site.env})
    assert.is(code, 5, out)
    assert.match(out, /tokens that were revoked since are good again: revoke them once more/)
    assert.is((await site.call('v1', 'GET', '/api/user')).status, 200)
  },
  LONGEST_MS,
)

it(
  'where no data are put back a token that is refused ends the rollback before anything is touched',
  async () => {
    await using site = await makeSite()
    const done = await drive(site, site.env['TOKEN_V1'] ?? '', 'upgrade', '--to', '1.0.1', ...quick)
    assert.equal([done.exit.code, site.release('v1')], [0, '1.0.1'], done.exit.reason)
    const refused = await drive(site, 'a-token-that-nobody-made', 'rollback', '--apply')
    assert.equal([refused.exit.code, site.release('v1')], [3, '1.0.1'], refused.exit.reason)
    for (const malformed of ['two words', 'a\nline', 'schl\u00fcssel-schl\u00fcssel'])
      assert.is((await drive(site, malformed, 'rollback', '--apply')).exit.code, 2, malformed)
    assert.is(site.release('v1'), '1.0.1')
    const back = await drive(site, site.env['TOKEN_V1'] ?? '', 'rollback', '--apply')
    assert.equal([back.exit.code, back.state, site.release('v1')], [5, 'rolled_back', '1.0.0'], back.exit.reason)
  },
  LONGEST_MS,
)

it(
  'a token that is refused ends a resume before anything, and rolls nothing back where the node could not be asked',
  async () => {
    await using site = await makeSite()
    const good = site.env['TOKEN_V1'] ?? ''
    const wrong = 'a-token-that-nobody-made'
    const line = ['upgrade', '--to', '1.0.1', ...quick]
    assert.ok(await killDriverAt(site, line, 'backup:v1', 'forth'))
    const text = ledgerText(site)
    for (const flag of ['--resume', '--abort']) {
      const {exit} = await drive(site, wrong, 'upgrade', flag, 'latest')
      assert.equal([exit.code, ledgerText(site)], [3, text], exit.reason)
      assert.match(exit.reason, 'v1 refuses the token in TOKEN_V1: it answered 401')
    }
    const paused = await drive(site, good, 'upgrade', '--abort', 'latest')
    assert.is(paused.exit.code, 5, paused.exit.reason)

    // Nobody answers whom the token could be shown to.
    assert.ok(await killDriverAt(site, line, 'install:v1', 'forth'))
    // On a slow machine the driver is ended a step later, and has started it again.
    site.kill('v1')
    await eventually('the node is down', () =>
      site.call('v1', 'GET', '/health/ready').then(
        () => false,
        () => true,
      ),
    )
    const unknown = await drive(site, wrong, 'upgrade', '--resume', 'latest')
    assert.equal([unknown.exit.code, unknown.state, site.release('v1')], [4, 'paused', '1.0.1'], unknown.exit.reason)
    assert.match(unknown.exit.reason, 'check:v1: v1 refuses the token in TOKEN_V1')
    assert.match(unknown.exit.reason, 'says nothing of the release')
    const done = await drive(site, good, 'upgrade', '--resume', 'latest')
    assert.equal([done.exit.code, done.state, site.release('v1')], [0, 'rolled', '1.0.1'], done.exit.reason)
  },
  LONGEST_MS,
)

it.run()
