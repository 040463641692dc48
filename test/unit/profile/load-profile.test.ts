import {readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {join, resolve} from 'node:path'
import * as assert from 'uvu/assert'
import type {ErrorCode} from '#error/codes'
import {nodeReader} from '#path/node-files'
import {loadProfile} from '#profile/load-profile'
import type {LoadedProfile} from '#profile/merge-settings'
import type {ProfileReader} from '#profile/profile-rules'
import {Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('load profile')
const FIXTURES = resolve('fixtures')
const KNOWN: ProfileReader = {
  providers: ['mock', 'analytic', 'gr00t'],
  operations: ['score', 'predict'],
  formats: ['human', 'json', 'markdown', 'csv', 'junit'],
}
const PARSE_RULES = new Set(
  'duplicate_key yaml_anchor yaml_tag yaml_documents yaml_directive toml_date number_range forbidden_key syntax'.split(
    ' ',
  ),
)

function load(path: string, workingDirectory: string): Promise<LoadedProfile> {
  return loadProfile({path, workingDirectory, known: KNOWN}, {reader: nodeReader, redactor: new Redactor()})
}

async function refused(text: string, name = 'ci.yaml', code: ErrorCode = 'profile_invalid') {
  using dir = tempDir()
  writeFileSync(join(dir.path, name), text)
  return await throwsCode(() => load(join(dir.path, name), dir.path), code)
}

const withFields = (lines: string) => `schema_version: 1\nname: ci\n${lines}\n`

it('the three spellings of the CI profile are one profile', async () => {
  const all = await Promise.all(
    ['ci.yaml', 'ci.toml', 'ci.json'].map((name) => load(join(FIXTURES, 'profiles', name), FIXTURES)),
  )
  for (const {profile} of all) assert.equal(profile, all[0]?.profile)
  assert.is(all[0]?.profile.name, 'ci')
  assert.is(new Set(all.map(({sha256}) => sha256)).size, 3)
  assert.equal(
    all.map(({source}) => source),
    ['profile:profiles/ci.yaml', 'profile:profiles/ci.toml', 'profile:profiles/ci.json'],
  )
})

it('each bad profile is refused for the reason in its name, alone, with its place, and without its values', async () => {
  const folder = join(FIXTURES, 'bad/profiles')
  const names = readdirSync(folder)
  assert.ok(names.length >= 30)
  for (const name of names) {
    const rule = name.split('.')[0] ?? ''
    if (rule === 'schema_too_new') {
      await throwsCode(() => load(join(folder, name), FIXTURES), 'schema_too_new')
      continue
    }
    const code = PARSE_RULES.has(rule) ? 'profile_parse' : 'profile_invalid'
    const {issues, message} = await throwsCode(() => load(join(folder, name), FIXTURES), code)
    assert.equal([...new Set(issues.map((issue) => issue.rule))], [rule], name)
    assert.ok(
      issues.every((issue) => issue.line && issue.column),
      name,
    )
    assert.not.match(JSON.stringify([issues, message]), /hurry|other|HOME|production|\blong\b|2026-11|\/data/, name)
  }
})

it('all faults come at once, sorted by pointer, with line and column', async () => {
  const text =
    'schema_version: "1"\nname: ci\nproviders: [mock, nope]\nstate_dir: /data\nbogus: 1\nrun_workspace: ../x\n'
  const {issues, message, detail} = await refused(text)
  assert.equal(
    issues.map(({pointer, rule, line, column}) => [pointer, rule, line, column]),
    [
      ['/bogus', 'unknown_key', 5, 1],
      ['/providers/1', 'unknown_provider', 3, 19],
      ['/run_workspace', 'path_traversal', 6, 16],
      ['/schema_version', 'const', 1, 17],
      ['/state_dir', 'path_absolute', 4, 12],
    ],
  )
  assert.is(message, 'ci.yaml is not a valid profile (5 issues)')
  assert.equal(detail, {source: 'profile:ci.yaml'})
})

it('a hundred issues are enough', async () => {
  const lines = Array.from({length: 150}, (_, at) => `k${at}: 1`).join('\n')
  assert.is((await refused(withFields(lines))).issues.length, 100)
})

it('anything that is no table is refused, whatever its kind', async () => {
  for (const text of ['[]', '"x"', 'null', '1', '{"providers": {"0": 1}, "runtime_cache_roots": [1]}']) {
    const {issues} = await refused(text, 'ci.json')
    assert.ok(issues.length > 0)
  }
  await refused('', 'ci.yaml')
})

it('secrets and host paths are refused wherever they stand, by rule and place, and never repeated', async () => {
  const token = ['gh', 'p_', 'Ab1'.repeat(12)].join('')
  const model = ['sk', '-', 'proj-', 'Zx9q'.repeat(10)].join('')
  const signed = `https://bucket.example/a?X-Amz-Signature=${'0f'.repeat(32)}`
  const cases: [string, string, string][] = [
    [`name: ${token}`, '/name', 'secret_value'],
    [`providers: [${model}]`, '/providers/0', 'secret_value'],
    [`runtime_cache_roots: {api_key: cache}`, '/runtime_cache_roots/api_key', 'secret_key'],
    [`run_workspace: "${signed}"`, '/run_workspace', 'signed_url'],
    [`state_dir: /home/alice/state`, '/state_dir', 'host_path'],
    [`run_workspace: "-----BEGIN ${'PRIVATE'} KEY-----"`, '/run_workspace', 'secret_value'],
  ]
  for (const [line, pointer, rule] of cases) {
    const text = line.startsWith('name') ? `schema_version: 1\n${line}\n` : withFields(line)
    const error = await refused(text)
    assert.ok(
      error.issues.some((issue) => issue.pointer === pointer && issue.rule === rule && issue.line),
      `${pointer} ${rule}`,
    )
    const seen = JSON.stringify([error.message, error.issues, error.hint, error.detail])
    for (const canary of [token, model, '0f0f0f', 'alice']) assert.not.match(seen, canary)
  }
})

it('an unknown key that is itself a secret is given by its position', async () => {
  const token = ['gh', 'p_', 'Ab1'.repeat(12)].join('')
  const {issues} = await refused(withFields(`${token}: 1`))
  assert.equal([...new Set(issues.map(({pointer, line, column}) => `${pointer} ${line}:${column}`))], ['/[key 3] 3:1'])
  assert.equal(issues.map(({rule}) => rule).toSorted(), ['secret_value', 'unknown_key'])
  assert.not.match(JSON.stringify(issues), token)
})

it('words that only look like secrets pass', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'ci.yaml')
  writeFileSync(path, withFields('runtime_cache_roots: {tokenizer: cache/tokenizer, author: cache/author}'))
  assert.ok((await load(path, dir.path)).profile.runtime_cache_roots)
})

it('a directory that leads out of the working directory through a link is refused', async () => {
  using outside = tempDir()
  using dir = tempDir()
  symlinkSync(outside.path, join(dir.path, 'out'))
  const path = join(dir.path, 'ci.yaml')
  writeFileSync(path, withFields('run_workspace: out/runs'))
  const {issues} = await throwsCode(() => load(path, dir.path), 'profile_invalid')
  assert.equal(
    issues.map(({pointer, rule, line}) => [pointer, rule, line]),
    [['/run_workspace', 'path_outside', 3]],
  )
})

it('a format the command does not have is refused with the ones it has', async () => {
  const {issues} = await refused(withFields('output_format: html'))
  assert.equal(
    issues.map(({rule, message}) => [rule, message]),
    [['unknown_format', 'must be one of human, json, markdown, csv, junit']],
  )
})

it('a name that is nearly right is answered with the right one', async () => {
  const {issues} = await refused(withFields('providers: [analytics]'))
  assert.is(issues[0]?.message, 'is no provider of this command; did you mean analytic?')
})

it('a profile outside of the working directory is called by its base name', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'mine.json')
  writeFileSync(path, readFileSync(join(FIXTURES, 'profiles/ci.json')))
  assert.is((await load(path, FIXTURES)).source, 'profile:mine.json')
})

it('a file that is too large, no text or missing has its own code', async () => {
  await refused(`# ${'x'.repeat(256 * 1024)}`, 'ci.yaml', 'profile_size')
  await refused('a=1', 'ci.ini', 'profile_format')
  await throwsCode(() => load(join(FIXTURES, 'profiles'), FIXTURES), 'profile_format')
  await throwsCode(() => load(join(FIXTURES, 'none.yaml'), FIXTURES), 'file_missing')
})

it.run()
