import * as assert from 'uvu/assert'
import {ALL_LAYERS} from '#redact/layers'
import {ALL_RULES} from '#redact/mark'
import {Redactor} from '#redact/redactor'
import {TOKEN_FAMILIES} from '#redact/token-families'
import {crcTail, findTokens} from '#redact/tokens'
import {DEEP} from '../../support/depth.ts'
import {seeded} from '../../support/seeded.ts'
import {spec} from '../../support/spec.ts'
import {sampleOf} from './sample-token.ts'

const it = spec('token families')
const SAMPLES = DEEP ? 25 : 8
const pick = seeded(20261121)

function tokenOf(family: (typeof TOKEN_FAMILIES)[number]): string {
  const prefix = family.prefixes[pick(family.prefixes.length)] ?? ''
  return sampleOf(family.before, pick) + prefix + sampleOf(family.body, pick)
}

it('the table holds at least 80 families, each with its own name, literals of three characters and a page', () => {
  assert.ok(TOKEN_FAMILIES.length >= 80, String(TOKEN_FAMILIES.length))
  assert.is(new Set(TOKEN_FAMILIES.map((family) => family.name)).size, TOKEN_FAMILIES.length)
  for (const {name, prefixes, page} of TOKEN_FAMILIES) {
    assert.match(name, /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/)
    assert.ok(ALL_RULES.has(name))
    assert.ok(prefixes.length > 0 && prefixes.every((prefix) => prefix.length >= 3), name)
    assert.match(page, /^[\w.-]+(?:\/[\w.#/-]+)?$/)
  }
})

for (const [place, wrap] of [
  ['alone', (token: string) => token],
  ['in prose', (token: string) => `the call with ${token} was refused`],
  ['in quotes of JSON inside JSON', (token: string) => `{\\"x\\":\\"${token}\\"}`],
  ['after an escaped newline', (token: string) => `one\\n${token}\\ntwo`],
  ['in terminal colours', (token: string) => `\u001b[31m${token}\u001b[0m`],
  ['as a member of an object', (token: string) => `{x: '${token}'}`],
] as const) {
  it(`19 of 20 generated tokens are masked ${place}`, () => {
    const missed: string[] = []
    let made = 0
    const redactor = new Redactor()
    for (const family of TOKEN_FAMILIES) {
      for (let sample = 0; sample < SAMPLES; sample++) {
        const token = tokenOf(family)
        made++
        if (redactor.text(wrap(token)).includes(token)) missed.push(`${family.name} ${token}`)
      }
    }
    assert.ok(missed.length / made <= 0.05, `${missed.length} of ${made}: ${missed.slice(0, 5).join(', ')}`)
  })
}

it('every family finds its own samples', () => {
  for (const family of TOKEN_FAMILIES) {
    const found = Array.from({length: SAMPLES}, () => new Redactor().text(tokenOf(family))).filter((text) =>
      text.includes('[redacted:'),
    )
    assert.ok(found.length >= SAMPLES * 0.75, `${family.name}: ${found.length} of ${SAMPLES}`)
  }
})

it('a token glued to other letters is masked when its checksum is right, and only then', () => {
  const body = 'aB3dE5gH7jK9mN1pQ3sT5vaB3dE5gH'
  const right = `glued${'ghp'}_${body}${crcTail(body)}`
  const wrong = `glued${'ghp'}_${body}000000`
  const byFormat = new Redactor({}, {...ALL_LAYERS, finders: [findTokens]})
  assert.is(byFormat.text(right), 'glued[redacted:github-token#1]')
  assert.is(byFormat.text(wrong), wrong)
})

it('a token at a word border is masked whatever its checksum', () => {
  assert.is(new Redactor().text(`${'ghp'}_${'a1'.repeat(18)}`), '[redacted:github-token#1]')
})

it.run()
