import {mkdirSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeReader} from '#path/node-files'
import {relativeInside, resolveInside} from '#path/safe-relative-path'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('resolve inside')

it('a path that exists, and one that does not yet, resolve under the base', () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'a'))
  assert.equal(resolveInside(dir.path, 'a', nodeReader), {path: join(dir.path, 'a')})
  assert.equal(resolveInside(dir.path, 'a/b/c', nodeReader), {path: join(dir.path, 'a/b/c')})
})

it('a link that stays inside is followed', () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'real'))
  symlinkSync('real', join(dir.path, 'link'))
  assert.equal(resolveInside(dir.path, 'link/new', nodeReader), {path: join(dir.path, 'real/new')})
})

it('a link out of the base or to nowhere is refused, wherever it stands', () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'base/in'), {recursive: true})
  mkdirSync(join(dir.path, 'base-twin'))
  symlinkSync('../base-twin', join(dir.path, 'base/twin'))
  symlinkSync('/', join(dir.path, 'base/in/root'))
  symlinkSync('nowhere', join(dir.path, 'base/broken'))
  for (const path of ['twin', 'twin/x', 'in/root/etc', 'broken', 'broken/x']) {
    const found = resolveInside(join(dir.path, 'base'), path, nodeReader)
    assert.is('rule' in found && found.rule, 'path_outside', path)
  }
})

it('an unsafe path is refused before the disk is asked', () => {
  const never = () => {
    throw new Error('asked')
  }
  const reader = {facts: never, real: never}
  const found = resolveInside('/home/alice', '../x', reader)
  assert.is('rule' in found && found.rule, 'path_traversal')
})

it('a base that is itself a link, and the root as a base, work', () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'real'))
  symlinkSync('real', join(dir.path, 'base'))
  assert.equal(resolveInside(join(dir.path, 'base'), 'x', nodeReader), {path: join(dir.path, 'real/x')})
  assert.equal(resolveInside('/', 'no-such-directory', nodeReader), {path: '/no-such-directory'})
  assert.is('rule' in resolveInside(join(dir.path, 'none'), 'x', nodeReader), true)
})

it('names inside a base are told from names beside it', () => {
  assert.is(relativeInside('/a', '/a/b/c'), 'b/c')
  assert.is(relativeInside('/a', '/a/..b'), '..b')
  assert.is(relativeInside('/a', '/a'), '')
  assert.is(relativeInside('/a', '/ab'), undefined)
  assert.is(relativeInside('/a/b', '/a'), undefined)
})

it.run()
