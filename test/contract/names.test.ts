import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {parseSync} from 'oxc-parser'
import * as assert from 'uvu/assert'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'

const it = spec('names')
/** Its exports are those of other files. */
const DOOR = 'src/index.ts'
/** What the check in the generated file of each schema is called; it is reached through the contract of the schema alone. */
const GENERATED_CHECK = 'validate'

/** The names that a source itself declares and exports; a default export has none. */
function exportsIn(file: string, text: string): string[] {
  const {module, errors} = parseSync(file, text)
  assert.equal(errors, [])
  return module.staticExports.flatMap(({entries}) =>
    entries.flatMap(({exportName, moduleRequest}) =>
      exportName.kind === 'Name' && exportName.name !== null && moduleRequest === null ? [exportName.name] : [],
    ),
  )
}

/** Each name with the files it is exported from, where they are several. */
function sharedNames(sources: ReadonlyMap<string, string>): string[] {
  const files = new Map<string, Set<string>>()
  for (const [file, text] of sources)
    for (const name of exportsIn(file, text))
      if (name !== GENERATED_CHECK || !file.includes('/generated/'))
        files.set(name, (files.get(name) ?? new Set()).add(file))
  return [...files].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].join(', ')}`)
}

it('an exported name means one thing: no two files of src/ export the same', () => {
  const files = globSync('src/**/*.ts', {cwd: ROOT})
    .sort()
    .filter((file) => file !== DOOR)
  assert.ok(files.length > 1_000)
  assert.equal(sharedNames(new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))), [])
})

it('a name that two files share is seen in every form of export, a default and a second door are not', () => {
  const forms = [
    'export const Same = 1',
    'export function Same() {}',
    'export class Same {}',
    'export type Same = 1',
    'export interface Same {}',
    'const Same = 1; export {Same}',
    'const other = 1; export {other as Same}',
  ]
  for (const form of forms) assert.equal(sharedNames(besideAnother(form)), ['Same: a.ts, b.ts'], form)
  for (const form of ['export default class Same {}', "export {Same} from './b.ts'", 'type Same = 1'])
    assert.equal(sharedNames(besideAnother(form)), [], form)
})

it.run()

function besideAnother(form: string): Map<string, string> {
  return new Map([
    ['a.ts', form],
    ['b.ts', 'export type Same = 2'],
  ])
}
