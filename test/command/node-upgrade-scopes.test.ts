// Counts no coverage: an upgrade that is refused before it begins.
import * as assert from 'uvu/assert'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {makeSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade with a token that may not write')
const LONGEST_MS = 120_000

it(
  'is refused before anything is done where its checks would make something, and planned where they do not',
  async () => {
    await using site = await makeSite({over: {checks: {mutate: true}}})
    const made = await site.call('v1', 'POST', '/api/tokens', {name: 'reader', scopes: ['repo:read', 'user:read']})
    const env = {...site.env, TOKEN_V1: String(Object(made.json).token)}
    const ask = async (...words: string[]) => {
      const line = ['node', ...words, '--to', '1.0.1', '--no-window', '--target', 'target.json']
      const {code, document} = await assayJson(line, {cwd: site.folder, env})
      return {code, said: JSON.stringify(document)}
    }
    for (const words of [['plan'], ['upgrade', '--apply']]) {
      const {code, said} = await ask(...words)
      assert.is(code, 3, said)
      assert.match(said, /unauthorized.*v1: the token may make no repository: the token lacks the scope repo/)
      assert.match(said, 'checks.mutate: false')
    }
    assert.is(site.release('v1'), '1.0.0')
    site.retarget({checks: {mutate: false}})
    const {code, said} = await ask('plan')
    assert.is(code, 0, said)
  },
  LONGEST_MS,
)

it.run()
