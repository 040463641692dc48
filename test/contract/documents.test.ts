import {globSync, readFileSync} from 'node:fs'
import {basename} from 'node:path'
import * as assert from 'uvu/assert'
import {exitsOf} from '#cli/help'
import {CODES} from '#error/codes'
import {EXIT} from '#error/exit'
import {ORDERS} from '#eval/kit/places'
import {RANKING_SETS} from '#eval/suite/score-ranking/ranking-sets'
import {commandTable, document} from '../../bin/dev/document.ts'
import {SCHEMA_PLACES} from '../../bin/dev/schema-places.ts'
import {spec} from '../support/spec.ts'

const it = spec('documents')
const pages = await document()

it('the reference pages are those of the commands, error codes and schemas', () => {
  const stale = [...pages].filter(([file, text]) => readFileSync(file, 'utf8') !== text).map(([file]) => file)
  assert.equal(stale, [], 'run npm run document')
})

it('every command says what its exits mean, by names of the exit table', async () => {
  for (const command of await commandTable()) {
    const exits = exitsOf(command) ?? {}
    assert.ok(exits.ok, command.id)
    for (const name of Object.keys(exits)) assert.ok(name in EXIT, `${command.id}: ${name}`)
  }
})

it('every schema but those of results and of webhooks says where its documents are met', () => {
  const names = globSync('schemas/*.schema.json').map((file) => basename(file, '.schema.json'))
  assert.equal(Object.keys(SCHEMA_PLACES).sort(), names.sort(), 'bin/dev/schema-places.ts')
})

it('every decision stands in the list of them', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8')
  const pages = globSync('docs/decisions/0*.md').map((file) => basename(file))
  assert.ok(pages.length > 150)
  assert.equal(
    pages.filter((page) => !list.includes(`](${page})`)),
    [],
  )
})

it('every schema is described', () => {
  for (const file of globSync('schemas/**/*.schema.json')) {
    assert.ok(JSON.parse(readFileSync(file, 'utf8')).description, file)
  }
})

it('every error code, flag and schema stands in its page', async () => {
  const text = (file: string) => pages.get(file) ?? ''
  for (const code of Object.keys(CODES)) assert.ok(text('docs/errors.md').includes(`| \`${code}\` |`), code)
  for (const file of globSync('schemas/**/*.schema.json')) assert.ok(text('docs/schemas.md').includes(file), file)
  for (const {id, flags} of await commandTable()) {
    for (const name of Object.keys(flags))
      assert.ok(text('docs/commands.md').includes(`\`--${name}`), `${id} --${name}`)
  }
})

it('every kind of trial that a row can name stands in the page of the suites', () => {
  const text = readFileSync('docs/suites.md', 'utf8')
  for (const set of [...ORDERS, ...RANKING_SETS]) assert.ok(text.includes(`\`${set}\``), set)
})

it.run()
