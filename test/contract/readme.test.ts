// Counts no coverage: what it starts is other programs.
import {spawnSync} from 'node:child_process'
import {existsSync, globSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join, resolve} from 'node:path'
import {pathToFileURL} from 'node:url'
import * as assert from 'uvu/assert'
import {parse as parseYaml} from 'yaml'
import {budgetDocument} from '#contract/generated/budget'
import {drill} from '#contract/generated/drill'
import {evalSuiteFile} from '#contract/generated/eval-suite'
import {gateDocument} from '#contract/generated/gate'
import {job} from '#contract/generated/job'
import {nodeTarget} from '#contract/generated/node-target'
import {profile} from '#contract/generated/profile'
import {providerDefinitions} from '#contract/generated/provider-definitions'
import {runtimeAssetManifest} from '#contract/generated/runtime-asset-manifest'
import {issuesOf} from '#contract/parse'
import {EXIT} from '#error/exit'
import {SUITES} from '#eval/catalogue/suites'
import {withIssues} from '#job/with-contract'
import {commandTable} from '../../bin/dev/document.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('readme')
const PAGES = globSync(['*.md', 'docs/**/*.md', '{src,runs,fixtures}/README.md']).sort()
const NPM_OWN = new Set(['start', 'test', 'ci', 'init', 'install', 'pack'])
const commands = await commandTable()
const pkg = JSON.parse(readFileSync('package.json', 'utf8'))
const text = (file: string) => readFileSync(file, 'utf8')

it('every relative link leads to a file, and to a heading where it names one', () => {
  for (const file of PAGES) {
    for (const [, target = ''] of text(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const to = path === '' ? file : join(dirname(file), path)
      assert.ok(existsSync(to), `${file}: ${target}`)
      if (anchor !== undefined) assert.ok(anchorsOf(text(to)).includes(anchor), `${file}: ${target}`)
    }
  }
})

it('every command and flag that a page shows exists', () => {
  let seen = 0
  for (const file of PAGES) {
    for (const line of codeOf(text(file))) {
      const [, words, rest = ''] = /(?:^|[$] |npx )assay ((?:[a-z]+ ?)+)(.*)$/.exec(line) ?? []
      if (words === undefined) continue
      seen++
      const given = words.trim().split(' ')
      const command = commands.find(({id}) => id.split(':').every((word, at) => given[at] === word))
      const isTopic = commands.some(({id}) => id.startsWith(`${given[0]}:`)) && given.length === 1
      assert.ok(command || isTopic || given[0] === 'help', `${file}: ${line}`)
      const flags = Object.values(command?.flags ?? {}).flatMap(({name, aliases = []}) => [
        name,
        ...aliases,
        `no-${name}`,
      ])
      for (const [, flag = ''] of rest.matchAll(/ --([a-z-]+)/g)) {
        assert.ok(flag === 'help' || flags.includes(flag), `${file}: --${flag} in ${line}`)
      }
    }
  }
  assert.ok(seen > 50)
})

it('every npm script that a page names exists', () => {
  for (const file of PAGES) {
    for (const line of codeOf(text(file))) {
      for (const [, run, name = ''] of line.matchAll(/\bnpm (run )?([a-z0-9:-]+)/g)) {
        assert.ok(name in pkg.scripts || (!run && NPM_OWN.has(name)), `${file}: ${line}`)
      }
    }
  }
})

it('the exit table of the readme is the table of the program', () => {
  const rows = [...text('README.md').matchAll(/^\| (\d+) \| ([a-z-]+) \|/gm)].map(([, code, name]) => [
    name,
    Number(code),
  ])
  assert.equal(rows, Object.entries(EXIT))
})

it('every dependency says why it is there, and no other does', () => {
  const first = [...text('docs/dependencies.md').matchAll(/^\| (`[^|]+`) \|/gm)].map(([, names = '']) => names)
  const told = first.flatMap((names) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  assert.equal(told.sort(), Object.keys({...pkg.dependencies, ...pkg.devDependencies}).sort())
})

const CHECKED = {
  job,
  profile,
  budget: budgetDocument,
  gate: gateDocument,
  suite: evalSuiteFile,
  definitions: providerDefinitions,
  target: nodeTarget,
  assets: runtimeAssetManifest,
  drill,
}
type Shown = Readonly<Record<'budgets' | 'steps' | 'rules' | 'cases' | 'kind' | 'providers' | 'assets', unknown>>
const kindOf = (value: Partial<Shown>) => {
  if (Array.isArray(value) || value.budgets) return 'budget'
  if (value.kind === 'node-target') return 'target'
  if (value.kind === 'drill') return 'drill'
  if (value.assets) return 'assets'
  if (Array.isArray(value.providers) && value.providers.some((one) => typeof one === 'object')) return 'definitions'
  if (value.cases || Object.keys(SUITES).some((kind) => kind === value.kind)) return 'suite'
  return value.steps ? 'job' : value.rules ? 'gate' : 'profile'
}

it('every job, profile, budget, gate and suite that a page shows keeps its schema', () => {
  const shown = {job: 0, profile: 0, budget: 0, gate: 0, suite: 0, definitions: 0, target: 0, assets: 0, drill: 0}
  for (const file of PAGES) {
    for (const [, block = ''] of text(file).matchAll(/^```yaml[^\n]*\n([\s\S]*?)^```$/gm)) {
      const value = parseYaml(block)
      // Of the hosting node, which reads it where the page is followed.
      if (value.data_dir) continue
      const kind = kindOf(value)
      shown[kind]++
      assert.is(issuesOf<unknown>(CHECKED[kind], value), undefined, `${file}: ${block}`)
      for (const step of value.steps ?? []) {
        // A reference takes the type of its value later.
        const given = JSON.parse(JSON.stringify(step.with).replaceAll(/"\{inputs\.\w+\}"/g, '1'))
        assert.equal(withIssues(step.use, given, ''), [], `${file}: ${step.id}`)
      }
    }
  }
  assert.ok(shown.job > 1 && Object.values(shown).every((count) => count > 0))
})

it('the examples of the library page print what the page says', () => {
  const shown = [...text('docs/library.md').matchAll(/^```ts\n((?:(?!```)[\s\S])*?)^```\n\n```text\n([\s\S]*?)^```$/gm)]
  assert.is(shown.length, 2)
  for (const [, code = '', printed] of shown) {
    using dir = tempDir()
    const file = join(dir.path, 'example.mts')
    writeFileSync(
      file,
      code.replace(`'@assay-trials/assay'`, JSON.stringify(pathToFileURL(resolve('src/index.ts')).href)),
    )
    assert.is(spawnSync(process.execPath, [file], {encoding: 'utf8'}).stdout, printed)
  }
})

it('every file that a recipe names exists', () => {
  const named = [...text('CONTRIBUTING.md').matchAll(/`((?:src|bin|test|schemas|docs)\/[^`<]+)`/g)].map(
    ([, path = '']) => path,
  )
  assert.ok(named.length > 20)
  for (const path of named) assert.ok(globSync(path.replace(/\/$/, '')).length > 0, path)
})
it.run()

/** Lines of fenced blocks, and code spans. */
function codeOf(page: string): string[] {
  const fences = [...page.matchAll(/^```[^\n]*\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n'))
  const spans = [...page.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...fences, ...spans]
}

/** As GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}
