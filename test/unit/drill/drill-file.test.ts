import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {loadDrill} from '#drill/read/load-drill'
import {AssayError} from '#error/assay-error'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('drill files')
const FOLDER = join(ROOT, 'fixtures', 'drills')
const GOOD = readFileSync(join(FOLDER, 'p08-upstream-down.yaml'), 'utf8')
const ports = {reader: nodeFiles.reader, redactor: new Redactor()}

async function issuesOf(text: string): Promise<string[]> {
  using dir = tempDir()
  const path = join(dir.path, 'drill.yaml')
  writeFileSync(path, text)
  try {
    await loadDrill(path, ports)
    return []
  } catch (error) {
    if (error instanceof AssayError && error.code === 'drill_invalid') return error.issues.map(({rule}) => rule)
    throw error
  }
}

it('every drill of the catalogue is valid, and its file is named for it', async () => {
  for (const name of readdirSync(FOLDER)) {
    const {drill} = await loadDrill(join(FOLDER, name), ports)
    assert.is(name, `${drill.number?.toLowerCase()}-${drill.id}.yaml`)
  }
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

it.run()
