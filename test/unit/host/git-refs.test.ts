import {spawnSync} from 'node:child_process'
import {join} from 'node:path'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {sha256} from '#digest/sha256'
import {digestOfRefs, readAdvertisedRefs} from '#host/client/git-refs'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('advertised refs')
const env = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
}

function git(folder: string, ...args: string[]): string {
  const done = spawnSync('git', args, {cwd: folder, env, encoding: 'utf8'})
  if (done.status !== 0) throw new Error(done.stderr)
  return done.stdout
}

/** What a host sends: the line that names the service, a flush, and what git itself writes. */
function advertised(folder: string): Buffer {
  const done = spawnSync('git', ['upload-pack', '--stateless-rpc', '--http-backend-info-refs', folder], {env})
  return Buffer.concat([Buffer.from('001e# service=git-upload-pack\n0000'), done.stdout])
}

it('are those that git ls-remote prints', () => {
  using dir = tempDir()
  git(dir.path, 'init', '--quiet', '-b', 'trunk')
  assert.equal([...(readAdvertisedRefs(advertised(dir.path))?.refs ?? [])], [])
  git(dir.path, 'commit', '--quiet', '--allow-empty', '-m', 'one')
  for (let at = 0; at < 70; at++) git(dir.path, 'branch', `b/${at}`)
  git(dir.path, 'tag', 'light')
  git(dir.path, 'tag', '-a', '-m', 'x', 'heavy')
  const list = readAdvertisedRefs(advertised(dir.path))
  assert.ok(list)
  assert.is(list.head, 'trunk')
  const printed = git(dir.path, 'ls-remote', '--refs', join(dir.path, '.git'))
  const lines = printed
    .split('\n')
    .filter(Boolean)
    .map((line) => `${line.replace('\t', ' ')}\n`)
  assert.is(digestOfRefs(list), sha256(lines.sort().join('')))
  assert.is(list.refs.size, 73)
})

it('lines that lie about their length, or are cut off, are no refs', () => {
  using dir = tempDir()
  git(dir.path, 'init', '--quiet')
  git(dir.path, 'commit', '--quiet', '--allow-empty', '-m', 'one')
  const good = advertised(dir.path)
  for (const bad of ['ffff', '0001', '0003', 'zzzz', '00']) {
    const text = Buffer.from(good)
    text.write(bad, 34)
    if (bad.length === 4) assert.is(readAdvertisedRefs(text), undefined, bad)
  }
  assert.is(readAdvertisedRefs(good.subarray(0, good.length - 7)), undefined)
  assert.is(readAdvertisedRefs(Buffer.from('<html>')), undefined)
  fc.assert(
    fc.property(fc.uint8Array({maxLength: 200}), (bytes) => {
      assert.is(readAdvertisedRefs(bytes), undefined)
    }),
  )
})

it.run()
