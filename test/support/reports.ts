import fc from 'fast-check'
import {type ExitContext, exitFor, VERDICTS} from '#error/exit'
import type {RenderView, ResultDocument} from '#report/renderer'
import type {Case, Report} from '#report/report'

export const PLAIN: RenderView = {colour: false, width: 80}

/** A report with the given parts and nothing else. */
export function reportOf(parts: Partial<Report> = {}): Report {
  return {title: 'Trial', status: 'pass', facts: [], tables: [], cases: [], remarks: [], ...parts}
}

/** The result document that a report's status leads to. */
export function resultOf(report: Report, context: ExitContext = {}, reason = 'because'): ResultDocument {
  return {schema_version: 1, command: 'eval', exit: exitFor(report.status, reason, context)}
}

export const hostileText = fc.oneof(
  fc.string({unit: 'binary', maxLength: 20}),
  fc.string({maxLength: 20}),
  fc.constantFrom(
    '|',
    '\\|',
    '\\',
    'a\nb',
    '=1+1',
    '@x',
    '<b>&amp;',
    ']]>',
    '"',
    "'",
    '\u0000',
    '\u001b[31m',
    '\ud800',
    '世界',
    '`|`',
    '\u202e',
  ),
)
const cell = fc.oneof(hostileText, fc.double(), fc.integer(), fc.boolean(), fc.constant(null))

const table = fc.integer({min: 1, max: 4}).chain((count) =>
  fc.record({
    name: hostileText,
    columns: fc.array(hostileText, {minLength: count, maxLength: count}),
    rows: fc.array(fc.array(cell, {minLength: count, maxLength: count}), {maxLength: 4}),
  }),
)

const oneCase: fc.Arbitrary<Case> = fc.record(
  {
    suite: hostileText,
    name: hostileText,
    status: fc.constantFrom('passed', 'failed', 'error', 'skipped'),
    durationMs: fc.double({min: 0, max: 1e6, noNaN: true}),
    type: hostileText,
    message: hostileText,
  },
  {requiredKeys: ['suite', 'name', 'status']},
)

const context: fc.Arbitrary<ExitContext> = fc.record({
  expectedSkip: fc.boolean(),
  signal: fc.constantFrom('SIGINT', 'SIGTERM'),
})

/** Reports of any outcome full of hostile text, each with the result its status leads to. */
export const outcome = fc
  .record({
    report: fc.record({
      title: hostileText,
      status: fc.constantFrom(...VERDICTS),
      facts: fc.array(fc.record({label: hostileText, value: cell}), {maxLength: 3}),
      tables: fc.array(table, {maxLength: 2}),
      cases: fc.array(oneCase, {maxLength: 5}),
      remarks: fc.array(hostileText, {maxLength: 2}),
    }),
    context,
    reason: hostileText,
  })
  .map(({report, context, reason}) => ({report, result: resultOf(report, context, reason)}))
