import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {dirname, join} from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {Ajv2020} from 'ajv/dist/2020.js'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type * as VsCodeJson from 'vscode-json-languageservice/lib/umd/jsonLanguageService.js'
import {job as jobContract} from '#contract/generated/job'
import type {JobStep} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import {withIssues} from '#job/with-contract'
import {SCHEMA_PLACES} from '../../bin/dev/schema-places.ts'
import {ROOT} from '../support/hall-rig.ts'
import {openLanguageServer} from '../support/language-server.ts'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('what editors make of the schemas')
const load = createRequire(import.meta.url)
const LONG_MS = 60_000
const YAML_SERVER = fileURLToPath(import.meta.resolve('yaml-language-server/bin/yaml-language-server'))
const PACKAGE: {name: string} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const schemaOf = (name: string) => JSON.parse(readFileSync(join(ROOT, 'schemas', `${name}.schema.json`), 'utf8'))
const OWN = Object.entries(SCHEMA_PLACES).flatMap(([name, place]) => (place.startsWith('your file') ? [name] : []))

/** A folder where Assay is installed. */
function project() {
  const shop = workshop()
  const place = shop.path('node_modules', PACKAGE.name)
  mkdirSync(dirname(place), {recursive: true})
  symlinkSync(ROOT, place)
  return shop
}

it('the schema of each file of callers is whole: it refers to nothing outside itself', () => {
  assert.ok(OWN.length >= 9, OWN.join())
  for (const name of OWN) {
    const refs = [...JSON.stringify(schemaOf(name)).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref)
    assert.equal(
      refs.filter((ref) => !ref.startsWith('#/')),
      [],
      name,
    )
  }
})

it('and lets it name its schema, which editors look for', () => {
  for (const name of OWN) {
    const validate = new Ajv2020({strict: false, allErrors: true}).compile(schemaOf(name))
    validate({$schema: 'x.json'})
    const unknown = (validate.errors ?? []).map(({params}) => params['additionalProperty'])
    assert.not(unknown.includes('$schema'), name)
  }
})

it(
  'yaml-language-server completes what assay init writes, and says which key of a step is wrong',
  async () => {
    using shop = project()
    await shop.ask(['init'])
    const written = shop.read('assay.yaml')
    assert.match(written, `$schema: ./node_modules/${PACKAGE.name}/schemas/job.schema.json\n`)
    await using server = await openLanguageServer(YAML_SERVER, shop.root)
    assert.equal(await server.open(shop.path('assay.yaml'), written), [])

    const steps = [
      '  - id: more',
      '    use: eval',
      '    with:',
      '      sede: 7',
      '      n: "{inputs.trials}"',
      '      ',
    ]
    const text = written.replace('bundle: true', `${steps.join('\n')}\nbundle: true`)
    const line = text.split('\n').indexOf('      sede: 7')
    const other = shop.path('other.yaml')
    const found = await server.open(other, text)
    assert.equal(
      found.map(({message, range}) => [range.start.line, message]),
      [[line, 'Property sede is not allowed.']],
    )
    const offered = await server.complete(other, {line: line + 2, character: 6})
    for (const key of ['suite', 'env', 'until_decided']) assert.ok(offered.includes(key), key)
    assert.not.ok(offered.includes('argv') || offered.includes('operations') || offered.includes('n'))
  },
  LONG_MS,
)

it(
  'yaml-language-server resolves the schema of each file of callers, and finds a key that it does not know',
  async () => {
    using shop = project()
    await using server = await openLanguageServer(YAML_SERVER, shop.root)
    for (const name of OWN) {
      const text = `$schema: ./node_modules/${PACKAGE.name}/schemas/${name}.schema.json\nno_such_key: 1\n`
      const messages = (await server.open(shop.path(`${name}.yaml`), text)).map(({message}) => message)
      assert.ok(messages.includes('Property no_such_key is not allowed.'), `${name}: ${messages.join('; ')}`)
      assert.not.match(messages.join(), /resolve|load|reference/)
    }
  },
  LONG_MS,
)

it('the language service of VS Code does the same for JSON', async () => {
  using shop = project()
  const vscode: typeof VsCodeJson = load('vscode-json-languageservice/lib/umd/jsonLanguageService.js')
  const service = vscode.getLanguageService({
    schemaRequestService: async (uri) => readFileSync(fileURLToPath(uri), 'utf8'),
    workspaceContext: {resolveRelativePath: (path, from) => new URL(path, from).href},
  })
  const step = {id: 'a', use: 'eval', with: {suite: 'closed-loop', sede: 7, n: '{inputs.trials}'}}
  const $schema = `./node_modules/${PACKAGE.name}/schemas/job.schema.json`
  const text = JSON.stringify({$schema, schema_version: 1, name: 'x', steps: [step]}, null, 2)
  const document = vscode.TextDocument.create(pathToFileURL(shop.path('job.json')).href, 'json', 1, text)
  const parsed = service.parseJSONDocument(document)
  const found = await service.doValidation(document, parsed)
  assert.equal(
    found.map(({message}) => message),
    ['Property sede is not allowed.'],
  )
  const place = (before: string) => document.positionAt(text.indexOf(before) + 1)
  const offered = async (before: string) =>
    (await service.doComplete(document, place(before), parsed))?.items.map(({label}) => label) ?? []
  assert.ok((await offered('"sede"')).includes('until_decided'))
  assert.ok((await offered('"closed-loop"')).includes('"robustness"'))
})

const ajv = new Ajv2020({strict: true, strictRequired: false, allowUnionTypes: true})
const told = ajv.compile(schemaOf('job'))
const SCHEMA_NAMES: Readonly<Record<JobStep['use'], string>> = {
  doctor: 'doctor',
  'provider.health': 'health',
  eval: 'eval',
  benchmark: 'benchmark',
  drill: 'drill',
  'node.check': 'node-check',
  'node.baseline': 'node-baseline',
  'node.upgrade': 'node-upgrade',
  exec: 'exec',
}
const USES = Object.keys(SCHEMA_NAMES) as JobStep['use'][]
const VALUES = [
  true,
  0,
  1,
  -1,
  0.5,
  'x',
  '',
  'auto',
  'poisson',
  'score',
  null,
  {},
  [],
  ['x'],
  ['x', 'x'],
  ['A', 1],
  [{}],
]
const jobOf = (use: string, given: unknown) => ({schema_version: 1, name: 'x', steps: [{id: 'a', use, with: given}]})

it('a job is right for editors exactly when its checks take it', () => {
  const counts = {right: 0, wrong: 0}
  for (const use of USES) {
    const keys: string[] = [...Object.keys(schemaOf(`job-${SCHEMA_NAMES[use]}-with`).properties), 'other']
    const anyWith = fc.dictionary(fc.constantFrom(...keys), fc.constantFrom<unknown>(...VALUES), {maxKeys: 3})
    const check = (given: object) => {
      const job = jobOf(use, given)
      const isRight = issuesOf(jobContract, job) === undefined && withIssues(use, given, '').length === 0
      counts[isRight ? 'right' : 'wrong'] += 1
      assert.is(told(job), isRight, `${use} ${JSON.stringify(given)} ${ajv.errorsText(told.errors)}`)
    }
    for (const key of keys) for (const value of VALUES) check({[key]: value})
    fc.assert(fc.property(anyWith, check))
  }
  assert.ok(counts.right > 100 && counts.wrong > 100, JSON.stringify(counts))
})

it('a reference may stand for each value that is no list, and no other text for what is no text', () => {
  for (const use of USES) {
    const {properties, required = []} = schemaOf(`job-${SCHEMA_NAMES[use]}-with`)
    for (const [key, {type}] of Object.entries<{type?: string}>(properties)) {
      const one = (text: string) => told(jobOf(use, {...needed(required), [key]: type === 'array' ? [text] : text}))
      assert.ok(one('{inputs.some_name}') && one('{matrix.x}'), `${use} ${key}`)
      if (type === 'boolean' || type === 'integer') assert.not.ok(one('yes') || one('{steps.a}'), `${use} ${key}`)
    }
  }
})

it('a step without what it must take is wrong for editors too', () => {
  for (const use of ['exec', 'provider.health'])
    assert.not.ok(told({schema_version: 1, name: 'x', steps: [{id: 'a', use}]}))
  assert.ok(told({schema_version: 1, name: 'x', steps: [{id: 'a', use: 'doctor'}]}))
})

it('without Assay among its packages a folder gets a job that names no schema, and is told how it would', async () => {
  using shop = workshop()
  writeFileSync(shop.path('package.json'), '{}')
  const {out} = await shop.tell(['init'])
  assert.not.match(shop.read('assay.yaml'), '$schema')
  assert.match(out, '$schema')
})
it.run()

const needed = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, ['x']]))
