// Writes the types and validators that come from schemas/, and adds to src/index.ts what it lacks of the library. One validator a file, so that a command
// loads only those it uses.
import {globSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {basename} from 'node:path'
import {isDeepStrictEqual} from 'node:util'
import {Ajv2020} from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import {build} from 'esbuild'
import {compile, type JSONSchema} from 'json-schema-to-typescript'
import {BENCHMARK_OPTIONS} from '../../src/benchmark/model/benchmark-options.ts'
import {KNOWN_NAMES} from '../../src/cli/known-values.ts'
import {DRILL_OPTIONS} from '../../src/drill/model/drill-options.ts'
import {EVAL_OPTIONS} from '../../src/eval/model/eval-options.ts'
import {NODE_BASELINE_OPTIONS, NODE_CHECK_OPTIONS} from '../../src/host/model/host-options.ts'
import {stepSchema} from '../../src/measurement/step-schema.ts'
import {UPGRADE_OPTIONS} from '../../src/upgrade/model/upgrade-options.ts'
import {
  SAID_AGAIN,
  type Schema,
  type StepSchemas,
  withCopies,
  withoutTypedSteps,
  withTypedSteps,
} from './editor-schemas.ts'
import {knownKeyLines} from './known-keys.ts'
import {withLibrary} from './library-exports.ts'
import {markupWords} from './markup-words.ts'
import {withPatientLoops} from './patient-loops.ts'
import {SCHEMA_PLACES} from './schema-places.ts'
import {toldApart} from './told-apart.ts'

type Json = null | boolean | number | string | Json[] | {[key: string]: Json}

const HOME = 'src/contract/generated'
const NOTE = '// Generated from schemas/ by npm run generate; do not edit.'

const SUFFIX = '.schema.json'

/** Schemas of steps that come from the options of a kind of run. */
const STEP_SCHEMAS: Readonly<Record<string, object>> = {
  'job-eval-with': stepSchema('eval', 'JobEvalWith', EVAL_OPTIONS, KNOWN_NAMES),
  'job-benchmark-with': stepSchema('benchmark', 'JobBenchmarkWith', BENCHMARK_OPTIONS, KNOWN_NAMES),
  'job-drill-with': stepSchema('drill', 'JobDrillWith', DRILL_OPTIONS, KNOWN_NAMES),
  'job-node-baseline-with': stepSchema('node-baseline', 'JobNodeBaselineWith', NODE_BASELINE_OPTIONS, KNOWN_NAMES),
  'job-node-check-with': stepSchema('node-check', 'JobNodeCheckWith', NODE_CHECK_OPTIONS, KNOWN_NAMES),
  'job-node-upgrade-with': stepSchema('node-upgrade', 'JobNodeUpgradeWith', UPGRADE_OPTIONS, KNOWN_NAMES),
}

/** Every generated file as it should be, by path. */
export async function generate(): Promise<Map<string, string>> {
  const files = globSync(`schemas/**/*${SUFFIX}`).sort()
  const names = files.map((file) => basename(file, SUFFIX))
  const read = (at: number) => JSON.parse(readFileSync(files[at] ?? '', 'utf8')) as Schema
  const sources = new Map(names.map((name, at) => [name, (STEP_SCHEMAS[name] as Schema | undefined) ?? read(at)]))
  const published = publishedSchemas(sources)
  const schemas = names.map((name) =>
    (name === 'job' ? withoutTypedSteps : (one: Schema) => one)(schemaIn(published, name)),
  )
  const made = new Map<string, string>()
  for (const [at, name] of names.entries())
    if (isGenerated(name)) made.set(files[at] ?? '', schemaText(schemaIn(published, name)))
  made.set(`${HOME}/types.ts`, await types(schemas))
  made.set(`${HOME}/words.ts`, words(schemas, await markupWords()))
  made.set(`${HOME}/known-keys.ts`, knownKeys(names, schemas))
  made.set('src/index.ts', withLibrary())
  for (const [at, name] of names.entries()) {
    const schema = schemas[at]
    if (schema && name !== 'common') made.set(`${HOME}/${name}.ts`, await validator(schema, schemas))
  }
  return made
}

const isGenerated = (name: string) => name === 'job' || name in STEP_SCHEMAS || name in SAID_AGAIN

/** The schemas as editors read them: what a file of callers may hold stands in its schema alone. */
function publishedSchemas(sources: ReadonlyMap<string, Schema>): Map<string, Schema> {
  const whole = new Map(
    [...sources].map(([name, one]) => [name, withCopies(name, one, (other) => schemaIn(sources, other))]),
  )
  const stepOf = (use: string) => schemaIn(whole, `job-${use}-with`)
  const steps: StepSchemas = {
    doctor: stepOf('doctor'),
    'provider.health': stepOf('health'),
    eval: stepOf('eval'),
    benchmark: stepOf('benchmark'),
    drill: stepOf('drill'),
    'node.check': stepOf('node-check'),
    'node.baseline': stepOf('node-baseline'),
    'node.upgrade': stepOf('node-upgrade'),
    exec: stepOf('exec'),
  }
  return whole.set(
    'job',
    withTypedSteps(schemaIn(whole, 'job'), steps, (name) => schemaIn(whole, name)),
  )
}

function schemaIn(schemas: ReadonlyMap<string, Schema>, name: string): Schema {
  const found = schemas.get(name)
  if (found === undefined) throw new Error(`there is no schema ${name}`)
  return found
}

/** As the formatter writes it: a short list of words stands on one line. */
function schemaText(schema: object): string {
  const text = JSON.stringify(schema, null, 2)
  return `${text.replaceAll(/^(.*)\[\s+((?:"[^"\]\n]*",?\s*)+)\](,?)$/gm, onOneLine)}\n`
}

function onOneLine(whole: string, before: string, words: string, after: string): string {
  const line = `${before}[${words.trim().replaceAll(/,\s+/g, ', ')}]${after}`
  return line.length > 120 ? whole : line
}

async function validator(schema: Schema, schemas: Schema[]): Promise<string> {
  // An instance a schema: names inside count from one, so that a new schema leaves the validators of the others as they are.
  const options = {
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    discriminator: true,
  } as const
  const ajv = new Ajv2020({...options, schemas: schemas.map(toldApart), code: {source: true, esm: true, lines: true}})
  const code = withPatientLoops(standalone.default(ajv, {validate: schema.$id}))
  const stdin = {contents: code, resolveDir: process.cwd()}
  const made = await build({
    stdin,
    bundle: true,
    format: 'esm',
    write: false,
    legalComments: 'none',
    minifyWhitespace: true,
  })
  const name = schema.title[0]?.toLowerCase() + schema.title.slice(1)
  return [
    '// @ts-nocheck',
    NOTE,
    `import type {Contract} from '../contract.ts'`,
    `import type {${schema.title}} from './types.ts'`,
    made.outputFiles[0]?.text.trim(),
    `export const ${name}: Contract<${schema.title}> = {title: '${schema.title}', validate}`,
    '',
  ].join('\n')
}

/** Every word that a schema knows as a key or a value, and the parts of those that have parts; in lower case, a line each, so that two changes merge. */
function words(schemas: Schema[], markup: readonly string[]): string {
  const whole = schemas.flatMap((schema) => wordsIn(schema as Json))
  const parts = whole.flatMap((word) => [word, ...word.split(/[^A-Za-z0-9_]+/)])
  const found = new Set(parts.filter((part) => /^[a-z][a-z0-9_.:-]*$/i.test(part)).map((part) => part.toLowerCase()))
  const list = [...found].sort().join('\n')
  const further = markup.filter((word) => !found.has(word)).join('\n')
  return [
    NOTE,
    `const DOCUMENTS = \`${list}\``,
    `const MARKUP = \`${further}\``,
    'let documents: ReadonlySet<string> | undefined',
    'let own: ReadonlySet<string> | undefined',
    '',
    "/** The words of Assay's own documents, in lower case. */",
    'export function documentWords(): ReadonlySet<string> {',
    "  documents ??= new Set(DOCUMENTS.split('\\n'))",
    '  return documents',
    '}',
    '',
    '/** Whether a word stands in documents or in the markup of every report. */',
    'export function isOwnWord(word: string): boolean {',
    "  own ??= new Set([...documentWords(), ...MARKUP.split('\\n')])",
    '  return own.has(word)',
    '}',
    '',
  ].join('\n')
}

/** Of files of callers, and of what their steps are given: who mistypes a key there wants to know the right one. */
function knownKeys(names: readonly string[], schemas: readonly Schema[]): string {
  const asked = schemas.filter((_, at) => /^your file|`with` of a step/.test(SCHEMA_PLACES[names[at] ?? ''] ?? ''))
  return [
    NOTE,
    '/** A line a place in files of callers: the title, the way to it with `*` for any key or item, and the keys that are known there. */',
    `export const KNOWN_KEYS = \`${knownKeyLines(asked, schemas).join('\n')}\``,
    '',
  ].join('\n')
}

function wordsIn(node: Json): string[] {
  if (typeof node !== 'object' || node === null) return []
  const {properties, enum: choices, const: only} = Array.isArray(node) ? {} : node
  return [
    ...Object.keys(properties ?? {}),
    ...[choices ?? [], only ?? []].flat().filter((word) => typeof word === 'string'),
    ...Object.values(node).flatMap(wordsIn),
  ]
}

/** All schemas as one document whose $defs are the titles, so that every shape has exactly one type. */
async function types(schemas: Schema[]): Promise<string> {
  const titles = new Map<string, string>()
  for (const schema of schemas) {
    titles.set(schema.$id, schema.title)
    for (const [key, def] of Object.entries(schema.$defs ?? {})) titles.set(`${schema.$id}#/$defs/${key}`, def.title)
  }
  const $defs: Record<string, Json> = {}
  for (const schema of schemas) {
    const {$defs: own, $schema, $id, ...body} = schema
    const all = {[schema.title]: body, ...Object.fromEntries(Object.values(own ?? {}).map((def) => [def.title, def]))}
    for (const [title, def] of Object.entries(all)) {
      const shape = retarget(def as Json, schema.$id, titles)
      if ($defs[title] && !isDeepStrictEqual($defs[title], shape)) throw new Error(`two shapes have the title ${title}`)
      $defs[title] = shape
    }
  }
  const names = Object.keys($defs)
  const properties = Object.fromEntries(names.map((title) => [title, {$ref: `#/$defs/${title}`}]))
  const root = {title: 'Contracts', type: 'object', additionalProperties: false, required: names, properties, $defs}
  const text = await compile(root as JSONSchema, 'Contracts', {
    bannerComment: NOTE,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
  })
  return text
    .replaceAll(/\n \*\n \* This interface was referenced by [\s\S]*?\n \*\//g, '\n */')
    .replaceAll(/\/\*\*\n \* This interface was referenced by [\s\S]*?\n \*\/\n/g, '')
}

function retarget(node: Json, home: string, titles: Map<string, string>): Json {
  if (Array.isArray(node)) return node.map((item) => retarget(item, home, titles))
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    // A type beside a reference is there for the validator: with it a list of unique words is checked in linear time.
    Object.entries(node).flatMap(([key, value]): [string, Json][] => {
      if (key === 'type' && '$ref' in node) return []
      if (key !== '$ref' || typeof value !== 'string') return [[key, retarget(value, home, titles)]]
      const title = titles.get(value.startsWith('#') ? home + value : value)
      if (!title) throw new Error(`${home}: ${value} names nothing`)
      return [[key, `#/$defs/${title}`]]
    }),
  )
}

if (import.meta.main) {
  const made = await generate()
  mkdirSync(HOME, {recursive: true})
  for (const file of globSync(`${HOME}/*`)) if (!made.has(file)) rmSync(file)
  for (const [file, text] of made) writeFileSync(file, text)
}
