import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {packageOf, readSource} from '../support/source.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('source reader')

function read(text: string) {
  using dir = tempDir()
  const file = join(dir.path, 'a.ts')
  writeFileSync(file, text)
  return readSource(file)
}

it('sees an import in every form it can take', () => {
  const {imports} = read(`
    import a, {b} from 'p1'
    import type {C} from 'p2'
    import {type D} from 'p3'
    import 'p4'
    export {e} from 'p5'
    export * from 'p6'
    const f = import('p7')
    let g: import('p8').G
    const {h} = process.getBuiltinModule('node:fs')
  `)
  const seen = imports.map(({target, isType, isLazy}) => `${target}${isType ? ' type' : ''}${isLazy ? ' lazy' : ''}`)
  assert.equal(seen.sort(), ['node:fs', 'p1', 'p2 type', 'p3 type', 'p4', 'p5', 'p6', 'p7 lazy', 'p8 type'])
})

it('sees what is called by a plain name, and what is made without arguments', () => {
  const {calls} = read('setTimeout(f, 1); new Date(); new Map([]); a.setInterval(f); const wait = setImmediate')
  assert.equal([...calls].sort(), ['Date', 'setTimeout'])
})

it('sees async code in every form, and what is read of the process', () => {
  for (const text of [
    'async function f() {}',
    'const f = async () => 1',
    'const f = {async g() {}}',
    'class F { async g() {} }',
  ]) {
    assert.ok(read(text).isAsync, text)
  }
  assert.not.ok(read('const word = "async () => 1" // async function').isAsync)
  const {members} = read(`process.exit(1); console.log(process['env']); const text = 'process.stdout'`)
  assert.equal([...members].sort(), ['console.log', 'process.env', 'process.exit'])
})

it('refuses a file it cannot parse rather than see nothing in it', () => {
  assert.throws(() => read('import {'))
})

it('a part of a package is of the package', () => {
  const names = ['@oclif/core/command', 'yaml', 'ajv/dist/2020.js', 'node:fs/promises']
  assert.equal(names.map(packageOf), ['@oclif/core', 'yaml', 'ajv', 'node:fs/promises'])
})
it.run()
