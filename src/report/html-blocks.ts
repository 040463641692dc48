import {VERDICTS} from '#error/exit'
import {cellText} from './cell-text.ts'
import type {Plot} from './plot.ts'
import {plotSvg} from './plot-svg.ts'
import {legendOf, readingOf} from './plot-words.ts'
import type {Fact, Table, TableCell} from './report.ts'
import {CASE_WORDS, STATUS_WORDS, type StatusWord} from './status-words.ts'
import {escapeXml} from './xml.ts'

export function factList(facts: readonly Fact[]): string {
  if (facts.length === 0) return ''
  const lines = facts.map(({label, value}) => `<dt>${escapeXml(label)}</dt><dd>${escapeXml(cellText(value))}</dd>`)
  return `<dl>\n${lines.join('\n')}\n</dl>`
}

/** A table that scrolls by itself where it is too wide, by keyboard too. */
export function tableHtml({name, columns, rows}: Table): string {
  const caption = escapeXml(name)
  const head = columns.map((column) => `<th scope="col">${escapeXml(column)}</th>`).join('')
  const lines = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
  return [
    `<div class="scroll" role="region" tabindex="0" aria-label="${caption}">`,
    `<table>\n<caption>${caption}</caption>`,
    `<thead><tr>${head}</tr></thead>`,
    `<tbody>\n${lines.join('\n')}\n</tbody>\n</table>\n</div>`,
  ].join('\n')
}

/** The picture with its name and how it is read. */
export function figureHtml(plot: Plot): string {
  const name = escapeXml(plot.name)
  const legend = legendOf(plot).map(
    ({layer, words}) => `<li><span class="swatch ${escapeXml(layer)}"></span> ${escapeXml(words)}</li>`,
  )
  return [
    `<figure>\n<figcaption><strong>${name}</strong><br>${escapeXml(readingOf(plot))}</figcaption>`,
    `<div class="scroll" role="region" tabindex="0" aria-label="${name}">`,
    plotSvg(plot),
    '</div>',
    ...(legend.length > 0 ? [`<ul class="legend">${legend.join('')}</ul>`] : []),
    '</figure>',
  ].join('\n')
}

/** The first cell names its row. */
function cell(value: TableCell, at: number): string {
  const text = escapeXml(cellText(value))
  if (at === 0) return `<th scope="row">${withTone(value, text)}</th>`
  return typeof value === 'number' ? `<td class="number">${text}</td>` : `<td>${withTone(value, text)}</td>`
}

/** A verdict in a cell has its sign and colour. */
function withTone(value: TableCell, text: string): string {
  const found = typeof value === 'string' ? TONES.get(value) : undefined
  if (found === undefined) return text
  const sign = found.isSigned ? '' : `${found.status.sign} `
  return `<span class="${found.status.tone}">${sign}${text}</span>`
}

interface Tone {
  readonly status: StatusWord
  /** Whether the text brings its sign. */
  readonly isSigned: boolean
}

/** Texts of cells that are verdicts. */
const TONES: ReadonlyMap<string, Tone> = new Map<string, Tone>([
  ...VERDICTS.map((state) => [state, {status: STATUS_WORDS[state], isSigned: false}] as const),
  ...[...Object.values(STATUS_WORDS), ...Object.values(CASE_WORDS)].map(
    (status) => [`${status.sign} ${status.word}`, {status, isSigned: true}] as const,
  ),
])
