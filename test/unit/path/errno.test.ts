import * as assert from 'uvu/assert'
import {errnoOf, readError, writeError} from '#path/errno'
import {spec} from '../../support/spec.ts'

const it = spec('errno')
const failed = (code: string, errno = -1) => Object.assign(new Error(code), {code, errno})

it('a failed write is a full disk, a workspace that cannot be written, or the machine', () => {
  for (const [errno, code] of [
    ['ENOSPC', 'disk_full'],
    ['EACCES', 'workspace_unwritable'],
    ['EPERM', 'workspace_unwritable'],
    ['EROFS', 'workspace_unwritable'],
    ['ENAMETOOLONG', 'workspace_unwritable'],
    ['EIO', 'io_error'],
    ['EMFILE', 'io_error'],
    ['ENOENT', 'io_error'],
  ] as const) {
    const error = writeError(failed(errno), 'write', 'a.txt')
    assert.equal([error.code, error.message], [code, `cannot write a.txt (${errno})`])
    assert.instance(error.cause, Error)
  }
})
it('a spent quota has no name in Node, only its number', () => {
  for (const number of [-122, 122]) {
    const error = failed('Unknown system error -122', number)
    assert.is(errnoOf(error), 'EDQUOT')
    assert.is(writeError(error, 'write', 'a.txt').code, 'disk_full')
  }
})
it('a failed read is a missing file, the machine, or a file that cannot be read', () => {
  for (const [errno, code] of [
    ['ENOENT', 'file_missing'],
    ['ENOTDIR', 'file_missing'],
    ['EIO', 'io_error'],
    ['EMFILE', 'io_error'],
    ['ENFILE', 'io_error'],
    ['ENOMEM', 'io_error'],
    ['EACCES', 'file_unreadable'],
    ['ELOOP', 'file_unreadable'],
    ['ENXIO', 'file_unreadable'],
  ] as const) {
    assert.is(readError(failed(errno), 'read', 'a.txt').code, code, errno)
  }
})
it('what is no system error has no errno', () => {
  for (const value of [undefined, null, 'ENOSPC', {code: 'ENOSPC'}, new Error('x')])
    assert.is(errnoOf(value), undefined)
  assert.is(writeError('x', 'write', 'a.txt').code, 'io_error')
})
it.run()
