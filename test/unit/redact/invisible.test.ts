import * as assert from 'uvu/assert'
import {Redactor} from '#redact/redactor'
import {renderMarkdown} from '#report/markdown'
import {PLAIN, reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('invisible characters')
const SECRET = `${'Zq8LmW3vXt7'}RkP2bNc5HdJ9y`
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u
const CODES = Array.from({length: 0x110000}, (_, code) => code).filter((code) =>
  INVISIBLE.test(String.fromCodePoint(code)),
)
/** Joiners stay: Persian and emoji are written with them. */
const JOINERS = new Set([0x200c, 0x200d])

function redactorOf(...values: readonly string[]): Redactor {
  const redactor = new Redactor()
  for (const value of values) redactor.register(value)
  return redactor
}

it('a known secret is found whichever invisible character stands between its signs', () => {
  const redactor = redactorOf(SECRET)
  assert.ok(CODES.length > 4_000)
  for (const code of CODES) {
    const said = redactor.text(`see ${[...SECRET].join(String.fromCodePoint(code))} now`)
    assert.match(said, /^see \[redacted:registered#1\] now$/, code.toString(16))
  }
})

it('no invisible character but joiners stays between letters, and what is made visible stays as it is', () => {
  const redactor = redactorOf()
  for (const code of CODES.filter((one) => !JOINERS.has(one))) {
    const character = String.fromCodePoint(code)
    const said = redactor.text(`tag${character}s ${character}end`)
    const mark = '\ufffd'.repeat(character.length)
    assert.is(said, `tag${mark}s ${mark}end`, code.toString(16))
    assert.is(redactor.text(said), said)
  }
})

it('emoji, keycaps and variants of signs beyond ASCII stay, and secrets of such signs are found through their selectors', () => {
  const ordinary = ['✔️ done', '⚠️ 1️⃣ #️⃣', '👁️‍🗨️ 👩‍💻', '❤︎', '葛\u{e0100}', '≨︀', 'ᠠ᠋']
  const redactor = redactorOf('Schlüßel-Wörter-Übärß')
  for (const text of ordinary) assert.is(redactor.text(text), text)
  assert.is(redactor.text([...'Schlüßel-Wörter-Übärß'].join('\ufe0f')), '[redacted:registered#1]')
  assert.is(redactor.text('✔️️️ done'), '✔️\ufffd\ufffd done')
})

it('tags that a step printed do not stand in its summary', () => {
  const cases = redactorOf().value([
    {suite: 'job', name: 'a', status: 'failed', message: 'tag \u{e0041}\u{e0042}'} as const,
  ])
  const report = reportOf({status: 'fail', cases})
  assert.not.match(renderMarkdown(report, resultOf(report), PLAIN), /[\u{e0000}-\u{e0fff}]/u)
})

it.run()
