// Counts no coverage: what it starts is other programs.
import {globSync, readFileSync} from 'node:fs'
import {basename} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import * as assert from 'uvu/assert'
import {generate} from '../../bin/dev/generate.ts'
import {spec} from '../support/spec.ts'

const it = spec('generated')
const LONG_MS = 60_000
const files = globSync('schemas/**/*.schema.json').sort()
type Schema = {
  $id: string
  title: string
  $schema: string
  $defs?: Record<string, {title?: string}>
  [key: string]: unknown
}
const schemas = files.map((file) => ({file, schema: JSON.parse(readFileSync(file, 'utf8')) as Schema}))

it(
  'types and validators are those of the schemas',
  async () => {
    const made = await generate()
    const stale = [...made].filter(([file, text]) => read(file) !== text).map(([file]) => file)
    const left = globSync('src/contract/generated/*').filter((file) => !made.has(file))
    assert.equal({stale, left}, {stale: [], left: []}, 'run npm run generate')
  },
  LONG_MS,
)

it('every schema compiles in strict mode', () => {
  const options = {strict: true, strictRequired: false, allowUnionTypes: true} as const
  const ajv = new Ajv2020({...options, schemas: schemas.map(({schema}) => schema)})
  for (const {schema} of schemas) assert.type(ajv.getSchema(schema.$id), 'function')
})

it('every schema names its dialect and is named after its file', () => {
  for (const {file, schema} of schemas) {
    assert.is(schema.$schema, 'https://json-schema.org/draft/2020-12/schema', file)
    assert.is(schema.$id, `urn:assay:schema:${basename(file, '.schema.json')}`)
  }
})

it('every schema and shared shape has a title of its own; what another schema says again, it says word for word', () => {
  const shapes = schemas.flatMap(({schema}) => [schema, ...Object.values(schema.$defs ?? {})])
  const titles = [...new Set(shapes.map(textOf))].map((text) => JSON.parse(text).title)
  assert.equal(
    titles.filter((title, at) => !title || titles.indexOf(title) !== at),
    [],
  )
})

it('every shape inside a schema has a title of its own', () => {
  const distinct = [...new Set(schemas.flatMap(({schema}) => Object.values(schema.$defs ?? {})).map(textOf))]
  const titles = [
    ...schemas.map(({schema: {$defs: _, ...own}}) => own),
    ...distinct.map((text) => JSON.parse(text)),
  ].flatMap(titlesIn)
  assert.equal(
    titles.filter((title, at) => titles.indexOf(title) !== at),
    [],
  )
})

it('every result says its version, its command and its exit', () => {
  for (const {file, schema} of schemas.filter(({file}) => file.startsWith('schemas/result/'))) {
    for (const {required, properties} of bodiesOf(schema)) {
      assert.equal(
        ['schema_version', 'command', 'exit'].filter((key) => !required.includes(key)),
        [],
        file,
      )
      assert.equal(properties['schema_version'], {const: 1}, file)
      assert.equal(properties['exit'], {$ref: 'urn:assay:schema:common#/$defs/Exit'}, file)
    }
  }
})
it.run()

type Body = {required: readonly string[]; properties: Readonly<Record<string, object>>}

/** The result itself, or each of those it may be. */
function bodiesOf(schema: Schema): Body[] {
  const branches = (schema['oneOf'] ?? []) as {$ref: string}[]
  if (branches.length === 0) return [schema as unknown as Body]
  return branches.map(({$ref}) => schema.$defs?.[$ref.replace('#/$defs/', '')] as unknown as Body)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) => JSON.stringify(value)

/** A property may itself be called title: only texts count. */
function titlesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'title' in node && typeof node.title === 'string' ? [node.title] : []
  return [...own, ...Object.values(node).flatMap(titlesIn)]
}
