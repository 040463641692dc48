import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {stringify} from 'smol-toml'
import * as assert from 'uvu/assert'
import {parse as parseYaml} from 'yaml'
import type {Drill} from '#contract/generated/types'
import {longestSeconds, totalSeconds} from '#drill/model/drill-rounds'
import {loadDrill} from '#drill/read/load-drill'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {drillIssues} from '../../support/drill-issues.ts'
import {quickDrill} from '../../support/drill-ways.ts'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('drill files')
const FOLDER = join(ROOT, 'fixtures', 'drills')
const GOOD = readFileSync(join(FOLDER, 'p08-upstream-down.yaml'), 'utf8')
const ports = {reader: nodeFiles.reader, redactor: new Redactor()}

const issuesOf = async (text: string) => (await drillIssues(text)).map(({rule}) => rule)

it('every drill of the catalogue is valid, and its file is named for it', async () => {
  for (const name of readdirSync(FOLDER)) {
    const {drill} = await loadDrill(join(FOLDER, name), ports)
    assert.is(name, `${drill.number === undefined ? '' : `${drill.number.toLowerCase()}-`}${drill.id}.yaml`)
  }
})

it('the catalogue has P01 to P19 and H01 to H37, each with a page that says what to do in earnest', async () => {
  const drills = await Promise.all(
    readdirSync(FOLDER).map(async (name) => (await loadDrill(join(FOLDER, name), ports)).drill),
  )
  const numbers = (letter: string, count: number) =>
    Array.from({length: count}, (_, at) => `${letter}${String(at + 1).padStart(2, '0')}`)
  assert.equal(drills.flatMap(({number}) => number ?? []).sort(), [...numbers('H', 37), ...numbers('P', 19)])
  for (const {runbook} of drills) {
    const page = readFileSync(join(ROOT, runbook), 'utf8')
    for (const part of ['Symptom', 'Likely cause', 'First safe command', 'How to confirm recovery', 'Whom to tell'])
      assert.match(page, `**${part}.**`, runbook)
  }
})

it('certificates are replaced and shown only where TLS is spoken, for a number of days', async () => {
  const own = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
  const [nodes, receiver] = [own('h31-key-and-certificate.yaml'), own('h26-receiver-outage.yaml')]
  assert.equal([await issuesOf(nodes), await issuesOf(receiver)], [[], []])
  assert.ok((await issuesOf(nodes.replace(', tls: true', ''))).includes('required'))
  assert.ok((await issuesOf(nodes.replace('days: 3', 'days: soon'))).includes('type'))
  assert.ok((await issuesOf(receiver.replace(', tls: true', ''))).includes('required'))
  assert.ok((await issuesOf(receiver.replace('mode: untrusted', 'mode: trusting'))).includes('enum'))
})

it('the same drill can be written as YAML, TOML or JSON, and without a limit it ends a minute after its deadlines', async () => {
  using dir = tempDir()
  const text = quickDrill().replace('limits: {total_s: 600}\n', '')
  const value: unknown = parseYaml(text)
  const files = {'own.yaml': text, 'own.json': JSON.stringify(value), 'own.toml': stringify(value as never)}
  const drills: Drill[] = []
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(dir.path, name), content)
    drills.push((await loadDrill(join(dir.path, name), ports)).drill)
  }
  assert.equal(drills[1], drills[0])
  assert.equal(drills[2], drills[0])
  for (const drill of drills) assert.is(totalSeconds(drill), longestSeconds(drill) + 60)
})

it('a drill that could not fail, or could not end, is refused before anything starts', async () => {
  const bad: readonly (readonly [string, string, string])[] = [
    ['action: process.kill', 'action: process.kil', 'enum'],
    ['  - {id: down,', '  - {id: no-verdict,', 'unique'],
    ['after_requests: 5', 'after_request: 5', 'unknown_key'],
    ['total_s: 300', 'total_s: 30', 'deadlines'],
    ['server: upstream, after', 'server: other, after', 'unknown_server'],
    ['argv: [assay, benchmark', 'argv: [rm, benchmark', 'command'],
    ['fault: {equals: down}', "fault: {matches: '(a+)+'}", 'pattern'],
    ['severity: P2', 'severity: P2\nenvironments: [staging]', 'environment'],
    ['kind: providers', 'kind: providers\n  setup: [{argv: [sh, -c, ls]}]', 'command'],
    ['- {action: load.start', '- {action: disk.fill}\n  - {action: load.start', 'required'],
    [
      'schema_version: 1',
      'schema_version: 1\nrounds: [{id: a, inject: [{action: process.kill, args: {server: upstream}}]}]',
      'required',
    ],
  ]
  assert.equal(await issuesOf(GOOD), [])
  for (const [from, to, rule] of bad) {
    assert.ok(GOOD.includes(from), from)
    assert.ok(
      (await issuesOf(GOOD.replace(from, to))).includes(rule),
      `${to}: ${await issuesOf(GOOD.replace(from, to))}`,
    )
  }
})

it('a key or operator that is none is told with the nearest', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'own.yaml')
  const text = readFileSync(join(FOLDER, 'p08-upstream-down.yaml'), 'utf8')
  writeFileSync(path, text.replace('fault: {equals: down}', 'fault: {equal: down}').replace('severity:', 'severitty:'))
  const {issues} = await throwsCode(() => loadDrill(path, ports), 'drill_invalid')
  const told = issues.map(({message}) => message).join(' ')
  assert.match(told, 'did you mean equals')
  assert.match(told, 'did you mean severity')
})

it('what the schema refuses and what is wrong by itself are told together, and nothing that only follows', async () => {
  const node = readFileSync(join(FOLDER, 'h01-node-crash.yaml'), 'utf8')
  const toldOf = async (...changes: readonly (readonly [from: string, to: string])[]) => {
    const text = changes.reduce((whole, [from, to]) => {
      assert.ok(whole.includes(from), from)
      return whole.replace(from, to)
    }, node)
    return (await drillIssues(text)).map(({pointer, rule}) => `${pointer} ${rule}`)
  }
  const late = ['after_requests: 2', 'after_requests: two'] as const
  const slash = ['path: /health/live', 'path: health'] as const
  const [wrong, path] = ['/inject/1/args/after_requests type', '/expect/signals/0/args/path path']
  const operator = '/expect/signals/2/expect/rules~1node-down/equalz unknown_key'
  assert.equal(await toldOf(['{equals: n1}', '{equalz: n1}'], late), [operator, wrong])
  // The entry before it is refused as a whole, and others keep their places.
  const kind = ['action: load.start, args: {as: push', 'action: load.begin, args: {as: push'] as const
  assert.equal(await toldOf(kind, late, slash), [path, '/inject/0/action enum', wrong])
  assert.equal(await toldOf(['severity: P2', 'severitty: P2'], ['detect_s: 5', 'detect_s: no'], late), [
    ' required',
    wrong,
    '/objectives/detect_s type',
    '/severitty unknown_key',
  ])
  // Arguments under a mistyped key are not missed one by one.
  assert.equal(await toldOf(['process.kill, args:', 'process.kill, argz:'], slash), [
    path,
    '/inject/1/argz unknown_key',
  ])
  assert.equal(await toldOf(['steady_state:', 'steady:'], late), [' required', '/steady unknown_key'])
})

it('a drill on hosting nodes names nodes that it starts, and asks them for paths of theirs', async () => {
  const node = readFileSync(join(FOLDER, 'h01-node-crash.yaml'), 'utf8')
  const bad: readonly (readonly [string, string, string])[] = [
    ['kind: hostnode, nodes: 1,', 'kind: hostnode,', 'required'],
    ['kind: hostnode, nodes: 1,', 'kind: providers, nodes: 1,', 'kind'],
    ['{server: n1, repo', '{server: n2, repo', 'unknown_server'],
    ['path: /health/live', 'path: //elsewhere.example', 'path'],
    ['path: /health/live', 'path: health', 'path'],
    ['argv: [hostnode, verify', 'argv: [bash, verify', 'command'],
  ]
  assert.equal(await issuesOf(node), [])
  for (const [from, to, rule] of bad) {
    const issues = await issuesOf(node.replace(from, to))
    assert.ok(node.includes(from) && issues.includes(rule), `${to}: ${issues}`)
  }
})

it.run()
