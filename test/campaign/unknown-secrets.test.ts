import * as assert from 'uvu/assert'
import {alarmsIn, benignFiles} from '../support/benign-files.ts'
import {DEEP, rotated} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {seeded} from '../support/seeded.ts'
import {spec} from '../support/spec.ts'
import {
  FLOOR_COUNT,
  floorOf,
  LEAST_UNTUNED,
  LEAST_WITHOUT_RULES,
  MOST_IDENTIFIERS_CHANGED,
  MOST_LINES_CHANGED,
} from '../support/unknown-secrets/floors.ts'
import {changedIdentifiers, changedLines} from '../support/unknown-secrets/harmless.ts'
import {isShown, measureRecall, measureUntuned} from '../support/unknown-secrets/recall.ts'
import {HALVES, type Half, halfOf, textForms, tokenForms, UNTUNED} from '../support/unknown-secrets/tables.ts'
import {fillForm, fillToken} from '../support/unknown-secrets/template.ts'
import {maskWithoutLayers, maskWithoutRulesFor, shippedMask} from '../support/unknown-secrets/without-rules.ts'

const it = spec('secrets nobody registered')
const LIMIT_MS = 120_000
/** A small sample may lie this far under the floor by chance; the campaign in full may not. */
const SLACK = DEEP ? 0 : 0.02
const samples = DEEP ? 40 : 8
const options = () => ({samples, pick: seeded(SEED)})
const percent = (rate: number) => `${(rate * 100).toFixed(1)} %`

const recalls = new Map<Half, ReturnType<typeof measureRecall>>()

/** Measured once for all that ask. */
function shippedRecall(half: Half) {
  const rows = recalls.get(half) ?? measureRecall(half, shippedMask(), options())
  recalls.set(half, rows)
  return rows
}

const tokens = HALVES.flatMap((half) => [...tokenForms('distinctive', half), ...tokenForms('ambiguous', half)])
const forms = HALVES.flatMap((half) =>
  (['files', 'commands', 'keys'] as const).flatMap((table) => textForms(table, half)),
)

it('the corpus is as large as it says, and every form names where its facts are from', () => {
  const count = (make: (half: (typeof HALVES)[number]) => readonly unknown[]) => HALVES.flatMap(make).length
  assert.ok(count((half) => tokenForms('distinctive', half)) >= 300)
  assert.ok(count((half) => tokenForms('ambiguous', half)) >= 140)
  assert.ok(count((half) => textForms('files', half)) >= 150)
  assert.ok(count((half) => textForms('commands', half)) >= 100)
  assert.ok(count((half) => textForms('keys', half)) >= 45)
  for (const {owner, kind, template, source} of [...tokens, ...forms])
    assert.ok(owner && kind && template && source, `${owner} ${kind}`)
  assert.is(new Set(tokens.map(({owner, kind}) => `${owner} ${kind}`)).size, tokens.length)
})

it('a form stands in the half that the digest of its owner says', () => {
  for (const half of HALVES) {
    const owners = [
      ...tokenForms('distinctive', half),
      ...tokenForms('ambiguous', half),
      ...(['files', 'commands', 'keys'] as const).flatMap((table) => textForms(table, half)),
    ]
    assert.equal(
      owners.filter(({owner}) => halfOf(owner) !== half).map(({owner}) => owner),
      [],
    )
  }
})

it('every form draws a secret, and another one each time', () => {
  const pick = seeded(SEED)
  for (const {owner, kind, template} of tokens) {
    const [first, second] = [fillToken(template, pick), fillToken(template, pick)]
    assert.not.match(first.text, /[{}]/, `${owner} ${kind}`)
    assert.ok((first.secrets[0]?.length ?? 0) >= 7, `${owner} ${kind}`)
    assert.is.not(first.secrets[0], second.secrets[0], `${owner} ${kind}`)
  }
  for (const {owner, kind, template} of forms) {
    const filled = fillForm(template, pick)
    assert.ok(filled.secrets.length > 0, `${owner} ${kind}`)
    assert.not.match(filled.text, /\{~?[A-Za-z]+\d+\}/, `${owner} ${kind}`)
  }
})

it('a secret is shown when eight characters of it can be read, a short one when two of five', () => {
  const secret = 'k3q7xzLm2PvW9sTb4RnH'
  assert.not(isShown('a=[redacted:x#1]', `a=${secret}`, secret))
  assert.not(isShown(`a=${secret.slice(0, 7)}…`, `a=${secret}`, secret))
  assert.ok(isShown(`a=…${secret.slice(8, 16)}`, `a=${secret}`, secret))
  assert.ok(isShown('p=walnut…', 'p=walnutfalcon', 'walnutfalcon'))
  assert.not(isShown('password=…', 'password=passfalcon', 'passfalcon'), 'what stands around it does not count')
})

for (const half of rotated(HALVES, HALVES.length)) {
  it(
    `${half}: as many are found as the floor of their kind and context says`,
    () => {
      const rows = shippedRecall(half)
      assert.is(rows.length, FLOOR_COUNT)
      console.log(`${half}, seed ${SEED}`)
      for (const {kind, context, rate} of rows) console.log(`  ${kind}: ${context}: ${percent(rate)}`)
      const under = rows.filter(({kind, context, rate}) => rate < floorOf(half, kind, context) - SLACK)
      assert.equal(
        under.map(({kind, context, rate}) => `${kind}: ${context}: ${percent(rate)}`),
        [],
      )
    },
    LIMIT_MS,
  )

  it(
    `${half}: of the names of the trade at most one of 93 is taken for secret, of lines that speak of secrets 3 %`,
    () => {
      const names = changedIdentifiers(half, shippedMask(), options())
      console.log(`${half}: ${names.changed.length} of ${names.all} names of the trade changed`)
      assert.ok(names.changed.length <= Math.ceil(names.all * MOST_IDENTIFIERS_CHANGED), String(names.changed.length))
      const lines = changedLines(half, shippedMask())
      console.log(`${half}: ${lines.changed.length} of ${lines.all} lines that speak of secrets changed`)
      assert.ok(lines.changed.length <= Math.ceil(lines.all * MOST_LINES_CHANGED), String(lines.changed.length))
    },
    LIMIT_MS,
  )
}

it('of files that no rule was written for as many are found as their floor says, and no half knows their programs', () => {
  const known = new Set([...tokens, ...forms].map(({owner}) => owner))
  assert.equal(
    textForms('files', UNTUNED).filter(({owner}) => known.has(owner)),
    [],
  )
  const {rate} = measureUntuned(shippedMask(), options())
  console.log(`untuned files: ${percent(rate)}`)
  assert.ok(rate >= LEAST_UNTUNED - SLACK, percent(rate))
})

it(
  'without the rules of their vendors held-out tokens beside a name are still found, in a sentence fewer',
  () => {
    const rows = measureRecall('held-out', maskWithoutRulesFor('held-out', seeded(SEED)), options())
    const shipped = shippedRecall('held-out')
    const rateOf = (of: typeof rows, context: string) =>
      of.find((row) => row.kind === 'distinctive token' && row.context === context)?.rate ?? 0
    console.log(`held out, without their rules, in a sentence: ${percent(rateOf(rows, 'bare sentence'))}`)
    for (const context of ['environment line', 'header', 'named field']) {
      const rate = rateOf(rows, context)
      console.log(`held out, without their rules: ${context}: ${percent(rate)}`)
      assert.ok(rate >= LEAST_WITHOUT_RULES - SLACK, `${context}: ${rate}`)
    }
    assert.ok(
      rateOf(rows, 'bare sentence') < rateOf(shipped, 'bare sentence'),
      'the vendors’ rules are good for something',
    )
  },
  LIMIT_MS,
)

it('without the layers next to nothing is found, and with everything masked all of it: the measure can fail and pass', () => {
  const bare = measureRecall('development', maskWithoutLayers(), options())
  for (const {kind, context, rate} of bare) assert.ok(rate < 0.1, `${kind}: ${context}: ${rate}`)
  for (const {rate} of measureRecall('development', () => '[redacted:all#1]', options())) assert.is(rate, 1)
  assert.ok(changedIdentifiers('development', () => '[redacted:all#1]', options()).changed.length > 0)
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
