import {BOLD, casesTable, cellText, exitWords, oneLine, paint, STATUS_WORDS, TONES} from './cell-text.ts'
import {alignColumns, type Side} from './columns.ts'
import type {Renderer, RenderView} from './renderer.ts'
import {casesToShow, hasVerdictLine, type Report, type Table} from './report.ts'
import {renderScreen} from './screen.ts'

/** Plain text for a terminal: aligned by display width, a sign and a word for every status, colour only if asked for. */
export const renderHuman: Renderer = (report, result, view) => {
  if (view.screen) return renderScreen(report, result, view)
  const {exit} = result
  const {word, sign, tone} = STATUS_WORDS[report.status]
  const head = [paint(oneLine(report.title), BOLD, view)]
  if (hasVerdictLine(report, exit.code)) {
    head.push(`${paint(`${sign} ${word}`, TONES[tone], view)}  ${exitWords(exit)}`)
    if (exit.reason) head.push(oneLine(exit.reason))
  }
  const shown = casesToShow(report)
  const cases = shown.length > 0 ? [casesTable(shown, {sign: true})] : []
  const blocks = [
    head,
    factLines(report),
    ...[...report.tables, ...cases].map((table) => tableLines(table, view)),
    report.remarks.map((text) => `- ${oneLine(text)}`),
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

// Facts are never cut: there is one a line, and the line may run on.
function factLines({facts}: Report): string[] {
  const rows = facts.map(({label, value}) => [oneLine(label), oneLine(cellText(value))])
  return alignColumns(rows, ['left', 'left'], Number.POSITIVE_INFINITY)
}

function tableLines({name, columns, rows}: Table, view: RenderView): string[] {
  const kept = columns.map((column, at) => ({column, at})).filter(({at}) => rows.some((row) => row[at] !== null))
  if (rows.length === 0 || kept.length === 0) return [paint(oneLine(name), BOLD, view), '(none)']
  const sides = kept.map(({at}): Side => (rows.some((row) => typeof row[at] === 'number') ? 'right' : 'left'))
  const texts = rows.map((row) => kept.map(({at}) => oneLine(cellText(row[at] ?? null))))
  const [head = '', ...lines] = alignColumns([kept.map(({column}) => oneLine(column)), ...texts], sides, view.width)
  return [paint(oneLine(name), BOLD, view), paint(head, TONES.neutral, view), ...lines]
}
