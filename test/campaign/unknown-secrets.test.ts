import * as assert from 'uvu/assert'
import {LAYERS} from '#redact/layers'
import {findTokens} from '#redact/tokens'
import {alarmsIn, benignFiles} from '../support/benign-files.ts'
import {DEEP, SEED} from '../support/campaign/sample-calls.ts'
import {spec} from '../support/spec.ts'
import {CONTEXTS, TOKEN_FORMATS} from '../support/token-samples.ts'
import {familiesWithout, HELD_OUT, recallOf} from '../support/unknown-secrets.ts'

const it = spec('secrets nobody registered')
const LIMIT_MS = 120_000
const options = {seed: SEED, samples: DEEP ? 12 : 3}

it('there are at least 80 formats and eight contexts, and about half of the formats are held out', () => {
  assert.ok(new Set(TOKEN_FORMATS.map(({name}) => name)).size >= 80)
  assert.is(Object.keys(CONTEXTS).length, 8)
  assert.ok(HELD_OUT.length >= 0.35 * TOKEN_FORMATS.length && HELD_OUT.length <= 0.65 * TOKEN_FORMATS.length)
})

it(
  'at least 95 % of all formats and of the held-out half are found with the shipped table',
  () => {
    for (const formats of [TOKEN_FORMATS, HELD_OUT]) {
      const {rate, missed} = recallOf(formats, options)
      console.log(`${formats.length} formats: ${(rate * 100).toFixed(1)} % found, seed ${SEED}`)
      assert.ok(rate >= 0.95, missed.slice(0, 5).join('\n'))
    }
  },
  LIMIT_MS,
)

it(
  'without their vendor rules four of five are still found, by what stands around them',
  () => {
    const families = familiesWithout(HELD_OUT, SEED)
    const {rate} = recallOf(HELD_OUT, {...options, families})
    console.log(`held out without their rules: ${(rate * 100).toFixed(1)} % found`)
    assert.ok(rate >= 0.8, String(rate))
    assert.ok(rate < recallOf(HELD_OUT, options).rate, 'the vendor rules are good for something')
  },
  LIMIT_MS,
)

it('a table without any rule is worse: the measure can fail', () => {
  assert.ok(LAYERS.finders.includes(findTokens))
  assert.ok(recallOf(TOKEN_FORMATS, {...options, families: []}).rate < 0.95)
})

it(
  'at most 1 % of 1,000 harmless files hold something that looks secret',
  () => {
    const files = benignFiles(SEED)
    assert.ok(files.length >= 1_000, String(files.length))
    const {rate, flagged, withPaths} = alarmsIn(files)
    console.log(`${flagged.length} of ${files.length} files flagged, ${withPaths.length} spell a local path`)
    assert.ok(rate <= 0.01, flagged.join('\n'))
    assert.ok(withPaths.length <= files.length * 0.02, withPaths.join('\n'))
  },
  LIMIT_MS,
)

it('a file with a secret among them is flagged: the measure can fail', () => {
  const text = `some text\ntoken=${'ghp'}_${'aB3dE5'.repeat(6)}\n`
  assert.equal(alarmsIn([{name: 'x', text}]).flagged, ['x:2 github-token'])
})

it.run()
