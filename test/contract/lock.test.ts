import {readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {missingEntries, type Packages} from '../../bin/dev/lock.ts'
import {spec} from '../support/spec.ts'

const it = spec('lock')
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {packages: Packages & {'': Declared}}
const declared = JSON.parse(readFileSync('package.json', 'utf8')) as Declared
type Declared = {dependencies: object; devDependencies: object; engines: object}

it('every optional dependency of an entry is an entry, so that npm ci works on every platform', () => {
  assert.equal(Object.keys(missingEntries(lock.packages)), [])
})

it('the lock holds what package.json asks for', () => {
  const {dependencies, devDependencies, engines} = lock.packages['']
  assert.equal(
    {dependencies, devDependencies, engines},
    {
      dependencies: declared.dependencies,
      devDependencies: declared.devDependencies,
      engines: declared.engines,
    },
  )
})

it('a missing platform build is added at the top, with its system, processor and library', () => {
  const packages = {'node_modules/tool': {optionalDependencies: {'@tool/linux-arm64-musl': '1.2.3'}}}
  assert.equal(missingEntries(packages), {
    'node_modules/@tool/linux-arm64-musl': {
      version: '1.2.3',
      optional: true,
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
    },
  })
})

it('a nested package gets its own version beside itself when the top holds another', () => {
  const packages = {
    'node_modules/@tool/darwin-x64': {version: '2.0.0'},
    'node_modules/user/node_modules/tool': {optionalDependencies: {'@tool/darwin-x64': '1.0.0'}},
  }
  assert.equal(Object.keys(missingEntries(packages)), ['node_modules/user/node_modules/@tool/darwin-x64'])
})

it('an entry that is there is left alone', () => {
  const packages = {
    'node_modules/tool': {optionalDependencies: {'@tool/win32-x64': '1.0.0', soft: '^3.0.0'}},
    'node_modules/@tool/win32-x64': {version: '1.0.0'},
    'node_modules/soft': {version: '3.4.0'},
  }
  assert.equal(missingEntries(packages), {})
})
it.run()
