import {spawnSync} from 'node:child_process'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {EscapedValues} from '#redact/escaped-values'
import {LineRedactor, Redactor} from '#redact/redactor'
import type {Span} from '#redact/span'
import {DEEP, rotated} from '../../support/depth.ts'
import {spec} from '../../support/spec.ts'

const it = spec('escaped values')
const VALUES = [
  'p&"w<9 Zk%/+x\\Qe',
  "Tr0ub4dor&3'x<y>z",
  'Zx_9-k.L~q*w^7|2?',
  'a$b`c!d(e)f{g}h)',
  '\\Zk9^q`7&m\\',
  '&amp;Zk<9%25q',
  '#!:= pw=7:x y',
  'grün & §4 "Zk"',
]
const MASKED = /^before [^\w\s]{0,2}\[redacted:registered#1\][^\w\s]{0,2} ?after$/

function redactorWith(...values: string[]): Redactor {
  const redactor = new Redactor()
  for (const value of values) redactor.register(value)
  return redactor
}

const code = (sign: string) => sign.charCodeAt(0).toString(16)
const each = (pattern: RegExp, made: (sign: string) => string) => (value: string) => value.replace(pattern, made)

const FORMS: Readonly<Record<string, (value: string) => string>> = {
  Markdown: each(/[\\`*_{}[\]()#+.!<>&-]/g, (sign) => `\\${sign}`),
  'properties of Java': each(/[\\:=#! ]/g, (sign) => `\\${sign}`),
  'properties in ASCII': each(/[^ \w]/g, (sign) => `\\u${code(sign).padStart(4, '0')}`),
  PowerShell: each(/["$`]/g, (sign) => `\`${sign}`),
  'cmd.exe': each(/[&<>|^%]/g, (sign) => `^${sign}`),
  'cmd.exe through two shells': each(/[&<>|^]/g, (sign) => `^^^${sign}`),
  'an attribute of innerHTML': (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'ampersands alone': (value) => value.replaceAll('&', '&amp;'),
  'less-than signs alone': (value) => value.replaceAll('<', '&lt;'),
  LDAP: (value) => value.replace(/[^\dA-Za-z]/gu, (sign) => Buffer.from(sign).toString('hex').replace(/../g, '\\$&')),
  'a style sheet': each(/[^\dA-Za-z]/g, (sign) => `\\${code(sign)} `),
  'a style sheet in six digits': each(/[^\dA-Za-z]/g, (sign) => `\\${code(sign).padStart(6, '0')}`),
  'names of XML': each(/[^\dA-Za-z]/g, (sign) => `_x${code(sign).toUpperCase().padStart(4, '0')}_`),
  'a slash in JSON': (value) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
  'a pattern in JSON in JSON': (value) =>
    JSON.stringify(JSON.stringify(value.replace(/[^\dA-Za-z]/g, '\\$&'))).slice(3, -3),
  'signs of templates': (value) => value.replaceAll('%', '%%').replaceAll('$', '$$$$').replace(/[{}]/g, '$&$&'),
}

for (const [name, escaped] of Object.entries(FORMS)) {
  it(`a registered value is masked as ${name} has it, whatever signs it holds`, () => {
    for (const value of VALUES) {
      const form = escaped(value)
      const redactor = redactorWith(value)
      assert.match(redactor.text(`before ${form} after`), MASKED, form)
      assert.match(redactor.json({said: form}), '[redacted:registered#1]', form)
      const lines = new LineRedactor(redactor)
      const said = lines.push(`first\nbefore ${form} after\nlast\n`) + lines.end()
      assert.match(said, /^first\nbefore \S{0,2}\[redacted:registered#1\]\S{0,2} ?after\nlast\n$/, form)
    }
  })
}

/** Every one as somebody else wrote it. */
const PYTHON = `
import html, json, re, shlex, sys, urllib.parse, xml.sax.saxutils as sax
forms = {
  're.escape': re.escape, 're.escape in JSON': lambda v: json.dumps(re.escape(v))[1:-1], 'repr': lambda v: repr(v)[1:-1],
  'html.escape': html.escape, 'html.escape without quotes': lambda v: html.escape(v, quote=False),
  'html.escape twice': lambda v: html.escape(html.escape(v)), 'html.escape four times': lambda v: html.escape(html.escape(html.escape(html.escape(v, quote=False)))),
  'html.escape of re.escape': lambda v: html.escape(re.escape(v)), 'json of html.escape': lambda v: json.dumps(html.escape(html.escape(v)))[1:-1],
  'sax.escape': sax.escape, 'sax.quoteattr': lambda v: sax.quoteattr(v)[1:-1], 'shlex.quote': lambda v: shlex.quote(v),
  'xmlcharrefreplace': lambda v: html.escape(v, quote=False).encode('ascii', 'xmlcharrefreplace').decode(),
  'unicode_escape': lambda v: v.encode('unicode_escape').decode(), 'quote': urllib.parse.quote,
  'quote of html.escape of some': lambda v: urllib.parse.quote(v, safe=' <&;"'),
}
names = {}
for name, text in sorted(html.entities.html5.items()):
  if name.endswith(';') and len(text) == 1: names.setdefault(text, []).append(name)
for at in range(3):
  forms['named entities %d' % at] = lambda v, at=at: ''.join(
    c if c.isalnum() and c.isascii() or c in ' -~' else '&' + names[c][at % len(names[c])] for c in v)
print(json.dumps([[name, v, form(v)] for v in json.load(sys.stdin) for name, form in forms.items()]))
`.replace('import html,', 'import html, html.entities,')

const python = spawnSync('python3', ['-c', PYTHON], {input: JSON.stringify(VALUES), encoding: 'utf8'})
if (python.error) it.skip('what the library of Python escapes is masked', 'there is no python3')
else
  it('what the library of Python escapes is masked', () => {
    assert.is(python.status, 0, python.stderr)
    const forms: [string, string, string][] = JSON.parse(python.stdout)
    assert.ok(forms.length > 100)
    const left = forms.filter(([, value, form]) => !MASKED.test(redactorWith(value).text(`before ${form} after`)))
    assert.equal(left, [])
  })

it('what the engine itself escapes for regular expressions is masked, its first letter too', () => {
  const escaped: (value: string) => string = Reflect.get(RegExp, 'escape')
  for (const value of VALUES) assert.match(redactorWith(value).text(`before ${escaped(value)} after`), MASKED, value)
})

const HEX = (sign: string, least: number) => sign.charCodeAt(0).toString(16).padStart(least, '0')
const SIGN = /[^\dA-Za-z]/
const NAMES: Readonly<Record<string, string>> = {'&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos'}

/** One character in a form by number; a letter stays as it is in those that are for signs alone. */
function spelled(character: string, kind: number, depth: number): string {
  const ampersand = `&${'amp;'.repeat(depth)}`
  const forms = [
    character,
    `${'\\'.repeat(depth + 1)}${character}`,
    `${'`'.repeat(depth + 1)}${character}`,
    `${'^\\'.repeat(depth)}^${character}`,
    `${ampersand}${NAMES[character] ?? `#${character.charCodeAt(0)}`};`,
    `${ampersand}#x${HEX(character, depth)};`,
    `${ampersand}#${character.charCodeAt(0)};`,
    `${'\\'.repeat(depth)}\\u${HEX(character, 4)}`,
    `${'\\'.repeat(depth)}\\x${HEX(character, 2)}`,
    `\\${HEX(character, 2)}`,
    `\\${HEX(character, 6)} `,
    `%${'25'.repeat(depth)}${HEX(character, 2).toUpperCase()}`,
    `_x${HEX(character, 4)}_`,
  ]
  return (SIGN.test(character) ? forms[kind % forms.length] : character) ?? character
}

const values = fc
  .array(fc.constantFrom(...'&"<>%/+\\ `^$_#;=\'x2amp9Zu'), {minLength: 8, maxLength: 24})
  .map((characters) => characters.join(''))
  .filter((value) => value === value.trim() && SIGN.test(value) && new Set(value).size > 4)

it('every character may stand in a form of its own, whatever the value and its signs look like', () => {
  const forms = fc.array(fc.tuple(fc.nat(12), fc.nat(3)), {minLength: 24, maxLength: 24})
  fc.assert(
    fc.property(values, forms, (value, kinds) => {
      const form = [...value].map((one, at) => spelled(one, ...(kinds[at] ?? [0, 0]))).join('')
      const text = `said: ${form} !`
      const found: Span[] = []
      new EscapedValues([{value, rule: 'registered'}]).find(text, found)
      const isRaw = form === value
      assert.ok(
        isRaw || found.some(({start, end, isPart}) => start <= 6 && end >= text.length - 3 && !isPart),
        `${value} as ${text}`,
      )
    }),
    {numRuns: DEEP ? 3_000 : 600},
  )
})

it('text without an escape, or with another value in one, is left alone', () => {
  const words = fc.array(fc.constantFrom('Zk9', 'pw', '\\&', '&amp;', '^', '"', '%25', '\\x26', ' ', '_x0026_', 'q'))
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join('')
      assert.is(redactorWith('pw&Zk9-q"77', '^^Zk&Zk.Zk').text(text), new Redactor().text(text))
    }),
  )
})

it('what is cut is masked as far as the value goes, and equal values have one number', () => {
  const redactor = redactorWith('p&"w<9 Zk%/+x\\Qe')
  assert.is(redactor.text('(p\\&\\"w\\<9\\ Zk\\%/\\+…)'), '([redacted:registered#1]…)')
  assert.is(redactor.text('(p\\&\\"w\\<9…)'), '(p\\&\\"w\\<9…)')
  assert.is(
    redactor.text('p&"w<9 Zk%/+x\\Qe and p&amp;"w<9 Zk%/+x\\Qe, p^&"w<9 Zk%/+x\\\\Qe'),
    '[redacted:registered#1] and [redacted:registered#1], [redacted:registered#1]',
  )
})

it('short values and those of letters and digits keep their rules', () => {
  const redactor = redactorWith('a&b-1', 'Zx81q7Wn4mKp')
  for (const text of ['(a\\&b\\-1)', '(a&amp;b-1x)', '(Zx81\\q7Wn4\\mKp)'])
    assert.is(redactor.text(text), new Redactor().text(text))
})

const SHORT = 4_000
const GROWTH = 4
/** Four where the work is linear, sixteen where it is the square. */
const MOST_GROWTH = 6.5
const UNITS = [
  '\\',
  '`^',
  '\\^',
  '&',
  '&amp;',
  'amp;',
  '%',
  '25',
  '%25',
  "'",
  '"',
  '{',
  '+',
  '\\x26',
  'p\\',
  '\\&',
  'p&amp;',
]
const HOSTILE = [
  'p&"w<9 Zk%/+x\\Qe',
  '\\\\\\`^^\\\\',
  '&&&&&&&&',
  '&amp;amp;amp;x',
  '%25%2525%',
  "''''''''",
  'p\\\\\\&&&&',
]

function cost(form: EscapedValues, text: string): number {
  const before = process.cpuUsage()
  form.find(text, [])
  const {user, system} = process.cpuUsage(before)
  return (user + system) / 1_000
}

const best = (rounds: number, measure: () => number) => Math.min(...Array.from({length: rounds}, measure))

const TEXTS = ['', '&', 'p', '%', '\\'].flatMap((head) => UNITS.map((unit) => ({head, unit})))

it('four times a hostile text costs four times as much, not the square, whatever it begins with', () => {
  const sought = new EscapedValues(HOSTILE.map((value) => ({value, rule: 'registered'})))
  const slow = rotated(TEXTS, 4).filter(({head, unit}) => {
    const [short, long] = [1, GROWTH].map((times) => head + unit.repeat((SHORT * times) / unit.length))
    for (let attempt = 1; attempt <= 5; attempt++) {
      const whole = best(attempt, () => cost(sought, long ?? ''))
      const part = best(attempt + 1, () => cost(sought, short ?? ''))
      // A thousandth of a second is the clock and not the work.
      if (whole < Math.max(part, 5) * MOST_GROWTH) return false
    }
    return true
  })
  assert.equal(slow, [])
})

it.run()
