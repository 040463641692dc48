import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {drillsResult} from '#contract/generated/drills-result'
import {parse} from '#contract/parse'
import {assayJson, ROOT} from '../support/hall-rig.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('drills of canaries')
const LONG_MS = 600_000
const env = {PATH: process.env['PATH'] ?? ''}
/** On a busy machine what is well may be late; nothing else may be wrong. */
const LATE: readonly string[] = ['detected_late', 'recovered_late']
/** Each takes most of a minute, so one of them is held at a time. */
const CANARIES = ['h05-slow-release', 'h06-failing-release', 'h07-canary-without-traffic'] as const
const name = CANARIES[SEED % CANARIES.length] ?? CANARIES[0]

it(
  `${name}: a canary that is worse than its peer is taken back, and one that nobody uses goes no further until somebody does`,
  async () => {
    using dir = tempDir()
    // It looks for a shorter time. The windows stay as long as they are: what drives the users must have begun within three of them, on a busy machine too.
    const own = readFileSync(join(ROOT, 'fixtures/drills', `${name}.yaml`), 'utf8')
      .replace(/^id: /m, 'id: own-')
      .replace(/^number: .*\n/m, '')
      .replace('--observe, 15s', '--observe, 6s')
    writeFileSync(join(dir.path, 'own.yaml'), own)
    const {document} = await assayJson(['drills', 'own.yaml'], {cwd: dir.path, env})
    const [record] = parse(drillsResult, document).drills
    const isGood = record?.verdict === 'pass' || record?.reasons.every((reason) => LATE.includes(reason))
    assert.ok(isGood && record?.verdict !== 'inconclusive', JSON.stringify(record))
    assert.equal(readdirSync(join(dir.path, 'runs/.state/drills')), [])
  },
  LONG_MS,
)
it.run()
