// Counts no coverage: it runs the lines that other tests run, over long texts.
import * as assert from 'uvu/assert'
import {isEndOfText} from '#audit/told-end'
import {readMetrics} from '#host/model/prometheus'
import {bodyVariants} from '#host/receiver/body-variants'
import {whyNoJson} from '#provider/model/why-no-json'
import {Redactor} from '#redact/redactor'
import {inertForRunner} from '#redact/runner-log'
import type {Safe} from '#redact/safe'
import {secretPartsOf} from '#redact/secret-parts'
import {isLinear} from '../../support/growth.ts'
import {spec} from '../../support/spec.ts'

const it = spec('long texts of others')
const redactor = new Redactor()
const masked = (text: string) => redactor.text(text)
const verdict = {state: 'pass', exit: {code: 0, name: 'ok', reason: ''}} as const

/** Beginnings of something that is looked for, and then very much of what may follow it, without its end. */
const TEXTS: Readonly<Record<string, readonly [(text: string) => unknown, (length: number) => string]>> = {
  'dots behind a scheme': [masked, (length) => `Basic a${'.'.repeat(length)}x`],
  'blanks behind PASS': [masked, (length) => `C: PASS ${' '.repeat(length)}x`],
  'tabs behind rootpw': [masked, (length) => `rootpw ${'\t'.repeat(length)}x`],
  'letters of a variable': [secretPartsOf, (length) => 'a'.repeat(length / 2)],
  'addresses without an end in a variable': [secretPartsOf, (length) => '://a:'.repeat(length / 10)],
  'line ends in a delivery': [(text) => bodyVariants(Buffer.from(text)), (length) => `${'\n'.repeat(length)}x`],
  'digits of a sample': [readMetrics, (length) => `a ${'0'.repeat(length)}x\n`],
  'escaped quotes in what is no JSON': [whyNoJson, (length) => `${'\\"'.repeat(length)}\\`],
  'line ends in a log': [(text) => inertForRunner(text as Safe), (length) => `${'\n'.repeat(length)}x`],
  'blanks in a report': [(text) => isEndOfText(text, verdict), (length) => `✓ a${' '.repeat(length)}x\n`],
}

for (const [name, [read, make]] of Object.entries(TEXTS))
  it(`four times as many cost four times as much, not the square: ${name}`, () => {
    assert.ok(isLinear(make, read))
  })

it.run()
