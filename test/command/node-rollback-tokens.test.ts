import * as assert from 'uvu/assert'
import type {NodeUpgradeResult} from '#contract/generated/types'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
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

it.run()
