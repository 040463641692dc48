import * as assert from 'uvu/assert'
import {FILE_VIEW, renderSafe} from '#library/render-safe'
import {ALL_LAYERS} from '#redact/layers'
import {Redactor} from '#redact/redactor'
import {githubAnnotations} from '#report/github-annotations'
import {type FormatName, formatNames} from '#report/renderers'
import {DEEP} from '../../support/depth.ts'
import {reportOf, resultOf} from '../../support/reports.ts'
import {seeded} from '../../support/seeded.ts'
import {spec} from '../../support/spec.ts'
import {findAll, readXml} from '../../support/strict-xml.ts'

const it = spec('swept formats')
const SECRET = `${'Zq8LmW3vXt7'}RkP2bNc5HdJ9y`
const SHORT = `${'n39'}Ab'd`
const SHORT_N = `n${'3x9q'}`
const ENTITY_END = `39;${'kd83hs'}`
const PIECES = [
  'https://example.com/build/12',
  'https://example.com/x?a=1',
  'https://example.com/x#part',
  'https://u:p@example.com/',
  'http://example.com/a/b.',
  "'https://example.com/x'",
  '"https://example.com/x?b=2"',
  '(https://example.com)',
  '<https://example.com/x>',
  'GET',
  'failed',
  'done',
  "it's",
  'a & b',
  '&amp;',
  'https://example.com/y&#10;z',
  'https://example.com/y&amp;quot;z',
  'https://example.com/?q=%0Az',
  '1 < 2 > 0',
  '%0A',
  '\\n',
  'x | y',
  'a_b*c',
  'https://example.com/a_b*c~d',
  '/srv/data/model.bin',
  '|',
  SECRET,
  SHORT,
]
/** What rules beside these words take for a value depends on the signs around it, so that a finished document may lose more of it. */
const NAMED_PIECES = ['password: abc', 'token "a b"', "key='v1'", 'password=', 'secret: "', "--token '", ...PIECES]
const PARTS = [
  '\n',
  ' ',
  "'",
  '"',
  '\t',
  '\r\n',
  ', ',
  ': ',
  "' ",
  '" ',
  '`',
  '=',
  '>',
  '<',
  ')',
  '&',
  ';',
  '#',
  '\n\n',
]

const TEXTS = DEEP ? 250 : 60

function texts(seed: number, pieces = PIECES): string[] {
  const draw = seeded(seed)
  const from = (list: readonly string[]) => list[draw(list.length)] ?? ''
  return Array.from({length: TEXTS}, () => {
    const made = Array.from({length: 2 + draw(5)}, () => from(pieces) + from(PARTS))
    return `${made.join('')}end`
  })
}

/** Marks are numbered by document, and what a renderer trims or joins says nothing. */
const bare = (text: string) =>
  text
    .replaceAll(/\[redacted:[a-z-]+#?\d*\]/g, '[masked]')
    .replaceAll(/\s+/g, ' ')
    .trim()

const NAMED: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"'}
const plainXml = (text: string) =>
  text.replaceAll(/&(?:(amp|lt|gt|quot)|#(\d+));/g, (_, name: string, code: string) =>
    name ? (NAMED[name] ?? '') : String.fromCharCode(Number(code)),
  )

async function rendered(format: FormatName, message: string): Promise<string> {
  const redactor = new Redactor()
  for (const value of [SECRET, SHORT]) redactor.register(value)
  const cases = [{suite: 'job', name: 'step', status: 'failed', type: 'exec', message} as const]
  const report = reportOf({status: 'fail', cases})
  const result = {...resultOf(report), message}
  return await renderSafe(format, {report, result}, FILE_VIEW, redactor)
}

function masked(message: string): string {
  const redactor = new Redactor()
  for (const value of [SECRET, SHORT]) redactor.register(value)
  return redactor.text(message)
}

/** What a reader of each format reads in the message of the case. */
const HTML_TAGS = /<\/?[a-z\d]+/g
const READERS: Readonly<Record<FormatName, (text: string) => string>> = {
  junit: (text) => findAll(readXml(text), 'failure')[0]?.text ?? '',
  html: (text) => plainXml(/<td>exec<\/td><td>([^<]*)<\/td>/.exec(text)?.[1] ?? text),
  markdown: (text) =>
    plainXml(
      (/\| exec \| (.*) \|\n/.exec(text)?.[1] ?? text)
        .replaceAll('<br>', '\n')
        .replaceAll(/\\([\\`*[\]|~$_#+=-])/g, '$1'),
    ),
  csv: (text) => csvRows(text)[1]?.[5] ?? '',
  json: (text) => JSON.parse(text).message,
  human: (text) => / {2}exec {2}([\s\S]*)$/.exec(text)?.[1] ?? text,
}

/** As RFC 4180 has it; throws for anything else. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]]
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  for (let found = field.exec(text); found; found = field.exec(text)) {
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] !== ',') rows.push([])
    if (field.lastIndex === text.length) return rows
  }
  throw new Error(`no CSV: ${text}`)
}

for (const format of formatNames()) {
  const read = READERS[format]
  it(`${format}: what a step printed is read as it was masked, and nothing behind an address is lost`, async () => {
    for (const message of texts(7)) {
      const text = await rendered(format, message)
      assert.is(bare(read(text)), bare(masked(message)), message)
      assert.not.match(text, SECRET)
    }
  })
  it(`${format}: can be read whatever a step printed, and holds no secret`, async () => {
    for (const message of texts(8, NAMED_PIECES)) {
      const text = await rendered(format, message)
      assert.type(read(text), 'string')
      if (format === 'html') assert.equal(text.match(HTML_TAGS), (await rendered(format, 'x')).match(HTML_TAGS))
      assert.not.match(text, SECRET)
      assert.not.match(text, SHORT)
    }
  })
}

it('a secret that begins as an escape ends does not make a document unreadable', () => {
  const redactor = new Redactor()
  for (const value of [SHORT_N, ENTITY_END]) redactor.register(value)
  assert.equal(JSON.parse(redactor.json({said: `line\n${SHORT_N.slice(1)}`})), {said: 'line[redacted:registered#1]'})
  assert.is(redactor.text(`<a>see &#${ENTITY_END} x</a>`), '<a>see [redacted:registered#1] x</a>')
  const cutting = new Redactor({}, {...ALL_LAYERS, escapes: false})
  for (const value of [SHORT_N, ENTITY_END]) cutting.register(value)
  assert.is(cutting.text(`<a>see &#${ENTITY_END} x</a>`), '<a>see &#[redacted:registered#1] x</a>')
})

it('annotations keep the line behind an address, and hold no secret', () => {
  for (const message of texts(9)) {
    const redactor = new Redactor()
    for (const value of [SECRET, SHORT]) redactor.register(value)
    const scope = redactor.document()
    const cases = scope.value([{suite: 'job', name: 'step', status: 'failed', message} as const])
    const lines = scope.swept(githubAnnotations({cases}, undefined, (words) => scope.text(words)))
    const said = /^::error title=job%3A step::(.*)\n$/.exec(lines)?.[1] ?? ''
    assert.is(bare(said.replaceAll(/%(0A|0D|25)/g, decodeURIComponent)), bare(masked(message)), message)
    assert.not.match(lines, SECRET)
  }
})

it('a line of a log stays JSON', () => {
  for (const message of texts(10, NAMED_PIECES)) {
    const redactor = new Redactor()
    for (const value of [SECRET, SHORT]) redactor.register(value)
    const line = redactor.text(`${JSON.stringify(redactor.value({level: 30, message}))}\n`)
    assert.not.throws(() => JSON.parse(line), message)
    assert.not.match(line, SECRET)
  }
})

it.run()
