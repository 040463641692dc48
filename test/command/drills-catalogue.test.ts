// Counts no coverage: whole drills, whose lines other drills run too.
import {globSync} from 'node:fs'
import {basename} from 'node:path'
import * as assert from 'uvu/assert'
import {drillsResult} from '#contract/generated/drills-result'
import {parse} from '#contract/parse'
import {DEEP, rotated} from '../support/depth.ts'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('drills of the catalogue')
const LONG_MS = 3_600_000
const env = {PATH: process.env['PATH'] ?? ''}
/** On a busy machine what is well may be late; nothing else may be wrong. */
const LATE: readonly string[] = ['detected_late', 'recovered_late']
/** One of those whose signals are commands of this package: whatever these say otherwise one day makes them blind. */
const SAMPLE = ['p17-leak-canary', 'h35-metrics-outage']
const chosen = DEEP
  ? globSync('fixtures/drills/*.yaml')
      .map((file) => basename(file, '.yaml'))
      .sort()
  : rotated(SAMPLE, SAMPLE.length)

for (const name of chosen) {
  it(
    `${name} is noticed, answered and put back`,
    async () => {
      using dir = tempDir()
      const {document} = await assayJson(['drills', name.slice(0, 3).toUpperCase()], {cwd: dir.path, env})
      const [record] = parse(drillsResult, document).drills
      const isHeld = record?.verdict !== 'inconclusive' && record?.reasons.every((reason) => LATE.includes(reason))
      assert.ok(isHeld, JSON.stringify(record))
    },
    LONG_MS,
  )
}

it.run()
