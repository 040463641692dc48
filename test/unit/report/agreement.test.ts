import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {STATUS_WORDS} from '#report/cell-text'
import type {Renderer} from '#report/renderer'
import {FORMATS, type FormatName} from '#report/renderers'
import {outcome, PLAIN} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'
import {findAll, readXml} from '../../support/strict-xml.ts'

const it = spec('formats agree')

/** The status and exit that a reader of each format sees. */
const SEEN: Readonly<Record<Exclude<FormatName, 'csv' | 'json'>, (text: string) => string>> = {
  human: (text) => text.split('\n')[1] ?? '',
  markdown: (text) => (text.split('\n')[2] ?? '').replaceAll('**', '').replace(' ·', ' '),
  html: (text) => (/<p><strong class="\w+">(.*)<\/p>/.exec(text)?.[1] ?? '').replace('</strong> ·', ' '),
  junit: (text) => {
    const pairs = findAll(readXml(text), 'property').map(({attributes: {name, value}}) => [name, value])
    const {verdict, exit_code, exit_name} = Object.fromEntries(pairs)
    const {sign, word} = STATUS_WORDS[verdict as keyof typeof STATUS_WORDS]
    return `${sign} ${word}  exit ${exit_code} (${exit_name})`
  },
}

const load = async (format: FormatName): Promise<Renderer> => await FORMATS[format].load()

it('status and exit are the same in JSON, text, Markdown, HTML and JUnit', async () => {
  const json = await load('json')
  for (const [format, seen] of Object.entries(SEEN)) {
    const render = await load(format as FormatName)
    fc.assert(
      fc.property(outcome, ({report, result}) => {
        const {code, name} = JSON.parse(json(report, result, PLAIN)).exit
        const {sign, word} = STATUS_WORDS[report.status]
        assert.is(seen(render(report, result, PLAIN)), `${sign} ${word}  exit ${code} (${name})`, format)
      }),
      {numRuns: 150},
    )
  }
})

it('JUnit is well-formed, counts right and is red exactly when the exit is not 0', async () => {
  const junit = await load('junit')
  fc.assert(
    fc.property(outcome, ({report, result}) => {
      const root = readXml(junit(report, result, PLAIN))
      const count = (name: string) => findAll(root, name).length
      const red = count('failure') + count('error')
      assert.is(red > 0, result.exit.code !== 0)
      const {tests, failures, errors} = root.attributes
      // The root has none of its own; those of the suites come to it.
      const skipped = findAll(root, 'testsuite').reduce((sum, {attributes}) => sum + Number(attributes['skipped']), 0)
      assert.equal([tests, failures, errors, skipped].map(Number), [
        count('testcase'),
        count('failure'),
        count('error'),
        count('skipped'),
      ])
      assert.ok(count('testcase') >= Math.max(1, report.cases.length))
    }),
    {numRuns: 400},
  )
})

it('every format renders every report and ends with a line end', async () => {
  for (const format of Object.keys(FORMATS) as FormatName[]) {
    const render = await load(format)
    fc.assert(
      fc.property(outcome, ({report, result}) => {
        assert.ok(render(report, result, PLAIN).endsWith('\n'))
      }),
      {numRuns: 100},
    )
  }
})

it.run()
