import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {FORMATS, formatNames} from '#report/renderers'
import {isReport} from '#report/report-form'
import {outcome, PLAIN} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('forms of reports')

it('what a format writes is known by its form, and as no other', async () => {
  for (const format of formatNames()) {
    const render = await FORMATS[format].load()
    fc.assert(
      fc.property(outcome, ({report, result}) => {
        const text = render(report, result, PLAIN)
        const known = formatNames().filter((name) => isReport(name, text))
        assert.equal(known, format === 'csv' ? [] : [format], text.slice(0, 200))
      }),
      {numRuns: 100},
    )
  }
})

it('files of others are no reports', () => {
  const others = [
    '',
    '{"name":"x"}',
    '{\n  "name": "x",\n  "version": "1.0.0"\n}\n',
    '# Read me\n\nText.\n',
    '# Read me\n\n**bold** words\n',
    'first\nsecond\n',
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>x</title>',
    '<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest"/></testsuites>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<project/>\n',
  ]
  for (const text of others)
    assert.equal(
      formatNames().filter((format) => isReport(format, text)),
      [],
      text,
    )
})
it.run()
