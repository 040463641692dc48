// Counts no coverage: what it starts is other programs.
import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {CODES} from '#error/codes'
import type {Verb} from '#library/verb'
import {BUILT_HOME} from '../support/built-home.ts'
import {Declarations, type Declared} from '../support/declarations.ts'
import {ROOT} from '../support/hall-rig.ts'
import {readSource} from '../support/source.ts'
import {spec} from '../support/spec.ts'

const it = spec('library')
const LONG_MS = 120_000
const TYPES = join(BUILT_HOME, 'dist', 'types')

/** What a program calls instead of a command: each says which command. */
const VERBS: readonly Verb[] = (
  await Promise.all(globSync('src/library/*.ts', {cwd: ROOT}).map((file): Promise<object> => import(join(ROOT, file))))
).flatMap((module) => Object.values(module).filter(isVerb))

function isVerb(value: unknown): value is Verb {
  return typeof value === 'object' && value !== null && 'command' in value && 'options' in value
}

/** What only somebody at a terminal needs: a script for a shell, the files and the run of a beginner, accounts in the keyring of a session. */
const ACCOUNTS = ['add', 'list', 'remove', 'use'].map((verb) => `node account ${verb}`)
const FOR_SHELLS = new Set(['completion', 'init', 'quickstart', ...ACCOUNTS])
/** Flags about how a terminal is told, or that are a function of their own: `listSuites`, `listPresets`, `planJob`, `selftest…`. */
const NO_OPTION = new Set([
  ...['format', 'quiet', 'verbose', 'no-color', 'no-github', 'dotenv', 'log-level', 'help', 'run-workspace'],
  ...['list', 'show', 'list-presets', 'show-preset', 'selftest', 'plan'],
  // A program has no keyboard.
  'guided',
  // `cleanRuns` plans unless it is told to apply.
  'dry-run',
])
const GOLDEN: readonly {readonly command: string; readonly flags: readonly string[]}[] = JSON.parse(
  readFileSync(join(ROOT, 'test', 'golden', 'commands.json'), 'utf8'),
)
const TOPIC_VERB = /^#(?:run|upgrade|eval|benchmark|evidence|job|compare|doctor|validate|host|library|rollout)\//

interface Surface {
  readonly declarations: Declarations
  readonly exports: ReadonlyMap<string, Declared>
}

let read: Surface | undefined

/** What a user of the package sees, as it ships. Read once. */
function surface(): Surface {
  if (read !== undefined) return read
  const declarations = new Declarations(TYPES)
  read = {declarations, exports: declarations.exportsOf(join(TYPES, 'index.d.ts'))}
  return read
}

const key = ({file, name}: Declared) => `${file} ${name}`
const shown = ({file, name}: Declared) => `${name} of ${file.split('/').slice(-2).join('/')}`

it(
  'each type of an exported signature is exported',
  () => {
    const {declarations, exports} = surface()
    const known = new Set([...exports.values()].map(key))
    const missing = [...exports].flatMap(([name, declared]) =>
      declarations
        .namedBy(declared)
        .filter((one) => !known.has(key(one)))
        .map((one) => `${name} names ${shown(one)}`),
    )
    assert.equal(missing, [])
    assert.ok(exports.size > 400)
  },
  LONG_MS,
)

it(
  'a name is exported from one file, under one name but for the two of the operations contract',
  () => {
    const {declarations, exports} = surface()
    const documents = [...exports.values()].find(({file}) => file.endsWith('contract/generated/types.d.ts'))
    assert.ok(documents)
    const shadowed = [...declarations.exportsOf(documents?.file ?? '')].filter(
      ([name, declared]) => key(exports.get(name) ?? declared) !== key(declared),
    )
    assert.equal(shadowed, [])
    const names = Map.groupBy(exports, ([, declared]) => key(declared))
    const twice = [...names.values()].filter((same) => same.length > 1).map((same) => same.map(([name]) => name).sort())
    assert.equal(twice, [['composeEventHandlers', 'compose_event_handlers']])
  },
  LONG_MS,
)

it(
  'every export and method says what it promises, functions how they refuse, and each code exists',
  () => {
    const {declarations, exports} = surface()
    const silent: string[] = []
    const unknown: string[] = []
    const look = (name: string, comment: string, isCalled: boolean) => {
      if (comment === '') silent.push(`${name} has no comment`)
      else if (isCalled && !/\b(Throws|Never throws|Never rejects|Rejects|throws)\b/.test(comment))
        silent.push(`${name} does not say how it refuses`)
      for (const code of codesIn(comment)) if (!Object.hasOwn(CODES, code)) unknown.push(`${name}: ${code}`)
    }
    for (const [name, declared] of exports) {
      if (declared.file.endsWith('contract/generated/types.d.ts')) continue
      look(name, declarations.commentOf(declared), /Function/.test(declarations.kindOf(declared)))
      for (const method of declarations.methodsOf(declared)) look(`${name}.${method.name}`, method.comment, true)
    }
    assert.equal([silent, unknown], [[], []])
  },
  LONG_MS,
)

for (const file of globSync('src/commands/**/*.ts', {cwd: ROOT}).sort()) {
  const parts = file.replace(/^src\/commands\/|\.ts$/g, '').split('/')
  const words = (parts.at(-1) === 'index' && parts.length > 2 ? parts.slice(0, -1) : parts).join(' ')
  if (FOR_SHELLS.has(words)) continue

  it(`${words}: every flag is an option of a function`, () => {
    const verbs = VERBS.filter(({command}) => command === words)
    assert.ok(verbs.length > 0)
    const options = verbs.flatMap((verb) => Object.values(verb.options).flatMap(({flag}) => flag ?? []))
    const flags = GOLDEN.find(({command}) => command === words)?.flags ?? []
    assert.ok(flags.length > 0)
    const names = flags.map((flag) => /^(?:-\w, )?--([\w-]+)/.exec(flag)?.[1] ?? flag)
    assert.equal(
      names.filter((name) => !NO_OPTION.has(name) && !options.includes(`--${name}`)),
      [],
    )
  })

  it(`${words}: the library does it with the same use case`, () => {
    const used = readSource(join(ROOT, file)).imports.filter(({isType, target}) => !isType && TOPIC_VERB.test(target))
    const shared = new Set(
      globSync('src/library/*.ts', {cwd: ROOT}).flatMap((one) => [
        `#${one.slice('src/'.length, -'.ts'.length)}`,
        ...readSource(join(ROOT, one)).imports.map(({target}) => target),
      ]),
    )
    const alone = used.map(({target}) => target).filter((target) => !shared.has(target))
    assert.equal(alone, [])
  })
}
it.run()

function codesIn(comment: string): string[] {
  const refusals = comment.split(/\b(?:Throws|throws)\b/).slice(1)
  return refusals.flatMap((text) =>
    [...text.matchAll(/`([a-z]+(?:_[a-z]+)+|usage|cancelled|timeout)`/g)].map(([, code = '']) => code),
  )
}
