import {posix, win32} from 'node:path'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {unsafePath} from '#path/safe-relative-path'
import {spec} from '../../support/spec.ts'

const it = spec('safe relative path')

const UNSAFE: Readonly<Record<string, readonly string[]>> = {
  path_empty: [''],
  path_absolute: ['/etc', '//server/share', '\\\\server\\share', '\\x', '/'],
  path_home: ['~', '~/x', '~root'],
  path_drive: ['C:\\x', 'c:x', 'Z:/x'],
  path_length: [`${'a/'.repeat(100)}a`, `a/${'b'.repeat(101)}`, 'ü'.repeat(51)],
  path_character: [
    'a\\b',
    'a/$HOME',
    '%TEMP%',
    'ab:c',
    'a?',
    'a*',
    'a<',
    'a>',
    'a|',
    'a"',
    'a\u0000',
    'a\nb',
    'a\u0085',
    'a\u202eb',
    'a\ud800',
  ],
  path_nfc: ['u\u0308/a'],
  path_empty_part: ['a//b', 'a/'],
  path_dot: ['.', './a', 'a/./b'],
  path_traversal: ['..', '../a', 'a/../b', 'a/..'],
  path_env_file: ['.env', '.env.production', 'a/.ENV', 'a/.env.d/b'],
  path_device: ['CON', 'a/nul', 'Com1.txt', 'lpt9', 'aux .tar.gz', 'COM²'],
  path_trailing: ['a.', 'a./b', 'a ', 'a/... '],
}

it('each unsafe path is refused by its rule, in words without the path', () => {
  for (const [rule, paths] of Object.entries(UNSAFE)) {
    for (const path of paths) assert.is(unsafePath(path)?.rule, rule, JSON.stringify(path))
  }
  assert.is(unsafePath('../canary')?.message, 'must not contain a .. part')
})

it('ordinary directories are safe', () => {
  const safe = [
    'runs',
    'a/b-c/d_e.f',
    '.cache',
    '.environment',
    'con-figs',
    'company',
    'com10',
    'null',
    'ü',
    '世界',
    'a b',
    '..a',
    'a..b',
    '-x',
    'a'.repeat(100),
  ]
  for (const path of safe) assert.is(unsafePath(path), undefined, path)
})

it('no safe path leaves its base, on POSIX or on Windows', () => {
  const part = fc.constantFrom('a', '.', '..', '', '~', 'C:', '\\', '..\\', 'b.c', ' ')
  fc.assert(
    fc.property(fc.array(part, {maxLength: 6}), (parts) => {
      const path = parts.join('/')
      if (unsafePath(path)) return
      assert.ok(posix.resolve('/base', path).startsWith('/base/'), path)
      assert.ok(win32.resolve('D:\\base', path).startsWith('D:\\base\\'), path)
    }),
  )
})

it.run()
