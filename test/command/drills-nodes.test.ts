// Counts no coverage: drills of nodes one after the other, whose lines other drills run too.
import {globSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {drillsResult} from '#contract/generated/drills-result'
import {parse} from '#contract/parse'
import {assayJson, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('drills on hosting nodes')
const LONG_MS = 600_000
const env = {PATH: process.env['PATH'] ?? ''}
/** On a busy machine what is well may be late; nothing else may be wrong. */
const LATE: readonly string[] = ['detected_late', 'recovered_late']

it(
  'a node that is killed in the middle of a push is told by its alert, started again, whole, and nothing of it stays',
  async () => {
    using dir = tempDir()
    const {document} = await assayJson(['drills', 'H01'], {cwd: dir.path, env})
    const [record] = parse(drillsResult, document).drills
    const isGood = record?.verdict === 'pass' || record?.reasons.every((reason) => LATE.includes(reason))
    assert.ok(isGood && record?.verdict !== 'inconclusive', JSON.stringify(record))
    const polls = readFileSync(globSync(join(dir.path, 'runs/*/logs/drills/node-crash.ndjson'))[0] ?? '', 'utf8')
    const alerts = polls
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({probe}) => probe === 'alert')
    assert.equal([alerts[0].truth, alerts.at(-1).truth], ['false', 'true'])
    assert.equal(readdirSync(join(dir.path, 'runs/.state/drills')), [])
    const token = /"HOST_TOKEN"/.test(polls)
    assert.is(token, false)
  },
  LONG_MS,
)

// That a sham is noticed by nobody is held by drills.test.ts too.
it.deep(
  'a backup that is damaged on purpose is noticed, and where nothing is damaged nobody notices anything',
  async () => {
    using dir = tempDir()
    const {document} = await assayJson(['drills', 'H21', '--sham'], {cwd: dir.path, env})
    const {verdict, drills} = parse(drillsResult, document)
    assert.equal([verdict.state, drills[0]?.reasons], ['pass', ['not_detected']])
  },
  LONG_MS,
)

// The driver puts such a release back in node-upgrade.test.ts too.
it.deep(
  'a release that serves an empty directory is put back by the driver, and what it was told by is the data alone',
  async () => {
    using dir = tempDir()
    const {document} = await assayJson(['drills', 'H04'], {cwd: dir.path, env})
    const [record] = parse(drillsResult, document).drills
    const isGood = record?.verdict === 'pass' || record?.reasons.every((reason) => LATE.includes(reason))
    assert.ok(isGood && record?.verdict !== 'inconclusive', JSON.stringify(record))
    assert.equal(readdirSync(join(dir.path, 'runs/.state/drills')), [])
  },
  LONG_MS,
)

it(
  'forged deliveries are refused, the receiver that forgets nothing processes each once, and a leaked token is nowhere in the evidence',
  async () => {
    using dir = tempDir()
    const {document} = await assayJson(['drills', 'H28', 'H23'], {cwd: dir.path, env})
    const {drills} = parse(drillsResult, document)
    for (const record of drills) {
      const isGood = record.verdict === 'pass' || record.reasons.every((reason) => LATE.includes(reason))
      assert.ok(isGood && record.verdict !== 'inconclusive', JSON.stringify(record))
    }
    const files = globSync(join(dir.path, 'runs/**/*.{json,ndjson,md,html}'))
    assert.ok(files.length > 5)
    for (const path of files) assert.not.match(readFileSync(path, 'utf8'), /hn_[0-9A-Za-z]{36}/, path)
  },
  LONG_MS,
)

it(
  'a receiver that takes the same body twice fails the drill of deliveries that come again',
  async () => {
    using dir = tempDir()
    const own = readFileSync(join(ROOT, 'fixtures/drills/h28-replay-and-tamper.yaml'), 'utf8')
      .replace('id: replay-and-tamper', 'id: forgetful-receiver')
      .replace('number: H28\n', '')
      // What it would have refused never comes: there is nothing to wait for.
      .replace('{detect_s: 5, recover_s: 10}', '{detect_s: 1, recover_s: 1}')
      .replace(/ {2}- \{id: changed-byte.*(?=respond:)/s, '')
      .replace('repo: sentinel, secrets: [hook]}', 'repo: sentinel, secrets: [hook], same_body: accept}')
    writeFileSync(join(dir.path, 'own.yaml'), own)
    const {document, code} = await assayJson(['drills', 'own.yaml'], {cwd: dir.path, env})
    const {drills} = parse(drillsResult, document)
    assert.equal([code, drills[0]?.verdict, drills[0]?.reasons.includes('collateral')], [1, 'fail', true])
  },
  LONG_MS,
)
it.run()
