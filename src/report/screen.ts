import {BOLD, casesTable, oneLine, paint, screenCell, TONES} from './cell-text.ts'
import {wrapText} from './columns.ts'
import type {Renderer, RenderView} from './renderer.ts'
import {casesToShow, type Fact, hasVerdictLine, type Report, type Table} from './report.ts'
import {bulletLines, headLines, summaryLines} from './screen-summary.ts'
import {screenTable} from './screen-table.ts'
import {termLines} from './terms.ts'

/** Text for the person who typed the command: what a run came to in a few lines, or the table that was asked for. Nothing is cut. */
export const renderScreen: Renderer = (report, {exit}, view) => {
  const isVerbose = view.screen?.verbose === true
  const {ending} = report
  const shown = ending
    ? [...(isVerbose ? details(report, view) : []), summaryLines({...report, ending}, exit, view)]
    : [headLines(report, exit, view, {hasVerdict: hasVerdictLine(report, exit.code)}), ...details(report, view)]
  return `${shown
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function details(report: Report, view: RenderView): string[][] {
  const shown = casesToShow(report)
  const cases = shown.length > 0 ? [casesTable(shown, {sign: true})] : []
  return [
    factLines(report.facts, view),
    ...[...report.tables, ...cases].map((table) => tableLines(table, view)),
    report.remarks.flatMap((text) => bulletLines(text, view)),
  ]
}

function tableLines(table: Table, view: RenderView): string[] {
  const terms = termLines(table).flatMap((text) => wrapText(text, view.width))
  const body = table.rows.length === 0 ? ['(none)'] : screenTable(table, view)
  return [paint(oneLine(table.name), BOLD, view), ...body, ...terms.map((line) => paint(line, TONES.neutral, view))]
}

/** One a line, the values below each other; a long one goes on under its own beginning. */
export function factLines(facts: readonly Fact[], view: RenderView): string[] {
  const labels = facts.map(({label}) => oneLine(label))
  const width = Math.max(0, ...labels.map((label) => label.length)) + 2
  return facts.flatMap(({value}, at) => {
    const [first = '', ...more] = wrapText(screenCell(value), view.width - width)
    return [`${(labels[at] ?? '').padEnd(width)}${first}`.trimEnd(), ...more.map((line) => ' '.repeat(width) + line)]
  })
}
