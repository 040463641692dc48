import {VERDICTS, type VerdictState} from '#error/exit'
import {CASE_WORDS, casesTable, cellText, STATUS_WORDS, type StatusWord, shortNumber} from './cell-text.ts'
import {escapeXml} from './markup.ts'
import type {Plot} from './plot.ts'
import {legendOf, plotSvg, readingOf} from './plot-svg.ts'
import type {RenderView} from './renderer.ts'
import type {Case, Fact, Report, Section, Table, TableCell} from './report.ts'
import {plainRemark, termsIn} from './terms.ts'

/** A part of a page that folds. `body` is markup already. */
export interface Part {
  readonly id: string
  readonly title: string
  readonly body: string
  /** How many rows or pictures are inside. */
  readonly count?: number
  readonly status?: VerdictState
  readonly isFolded?: boolean
}

/** The part that only explains the others. */
export const WORDS_PART = 'words'

/** Number of sections from which on a page is longer than one screen. */
const WORTH_CONTENTS = 3

export function contents(parts: readonly Part[]): string {
  if (parts.filter(({id}) => id !== WORDS_PART).length < WORTH_CONTENTS) return ''
  const lines = parts.map((part) => `<li><a href="#${escapeXml(part.id)}">${heading(part)}</a></li>`)
  return `<nav aria-label="Contents">\n<ul>\n${lines.join('\n')}\n</ul>\n</nav>`
}

export function folded(part: Part): string {
  const open = part.isFolded ? '' : ' open'
  return [
    `<details id="${escapeXml(part.id)}"${open}>`,
    `<summary><h2>${heading(part)}</h2></summary>`,
    part.body,
    '</details>',
  ].join('\n')
}

function heading({title, count, status}: Part): string {
  const words = `${escapeXml(title)}${count === undefined ? '' : ` (${count})`}`
  if (status === undefined) return words
  const {sign, word, tone} = STATUS_WORDS[status]
  return `<span class="${tone}">${sign}</span> ${words}: ${word}`
}

export function factList(facts: readonly Fact[]): string {
  if (facts.length === 0) return ''
  const lines = facts.map(({label, value}) => {
    const {text, full} = shown(value)
    return `<dt>${escapeXml(label)}</dt><dd${full}>${text}</dd>`
  })
  return `<dl>\n${lines.join('\n')}\n</dl>`
}

/** A table that scrolls by itself where it is too wide, by keyboard too. */
export function tableHtml({name, columns, rows}: Table): string {
  const caption = escapeXml(name)
  const isNumeric = columns.map((_, at) => at > 0 && rows.some((row) => typeof row[at] === 'number'))
  const head = columns
    .map((column, at) => `<th scope="col"${isNumeric[at] ? NUMBER : ''}>${escapeXml(column)}</th>`)
    .join('')
  const lines = rows.map((row) => `<tr>${row.map((value, at) => cell(value, at, isNumeric[at])).join('')}</tr>`)
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

const NUMBER = ' class="number"'

/** The first cell names its row; in a column of numbers what is absent stands where they do. */
function cell(value: TableCell, at: number, isNumeric = false): string {
  const {text, full} = shown(value)
  if (at === 0) return `<th scope="row"${full}>${withTone(value, text)}</th>`
  const isNumber = typeof value === 'number' || (isNumeric && value === null)
  return isNumber ? `<td${NUMBER}${full}>${text}</td>` : `<td>${withTone(value, text)}</td>`
}

/** A value for the eye, and for a number that was shortened what a pointer over it is told. */
function shown(value: TableCell): {readonly text: string; readonly full: string} {
  const whole = cellText(value)
  const text = typeof value === 'number' ? shortNumber(value) : whole
  return {text: escapeXml(text), full: text === whole ? '' : ` title="${escapeXml(whole)}"`}
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

/** What a step came to: its facts, its files, and its own report where it made one. */
export function sectionBody({facts, report, files}: Section, view: RenderView): string {
  return [factList(facts), fileList(files, view), report && reportBody(report)].filter(Boolean).join('\n')
}

function fileList(files: readonly string[], {runFolder}: RenderView): string {
  if (files.length === 0) return ''
  const lines = files.map((path) => {
    const name = escapeXml(path)
    return `<li>${runFolder === undefined ? name : `<a href="${escapeXml(`${runFolder}/${path}`)}">${name}</a>`}</li>`
  })
  return `<h3>Files</h3>\n<ul>\n${lines.join('\n')}\n</ul>`
}

function reportBody({title, facts, plots = [], tables, cases, remarks}: Report): string {
  const all = cases.length > 0 ? [...tables, casesTable(cases, {sign: true})] : tables
  return [
    `<h3>${escapeXml(title)}</h3>`,
    factList(facts),
    ...plots.map(figureHtml),
    ...all.map(tableHtml),
    remarks.length > 0 && remarkList(remarks),
    wordList(all),
  ]
    .filter(Boolean)
    .join('\n')
}

export function remarkList(remarks: readonly string[]): string {
  return `<ul>\n${remarks.map((text) => `<li>${escapeXml(plainRemark(text))}</li>`).join('\n')}\n</ul>`
}

/** What short words of the tables mean; empty where there are none. */
export function wordList(tables: readonly Table[]): string {
  const lines = termsIn(tables).map(([word, meaning]) => `<dt>${escapeXml(word)}</dt><dd>${escapeXml(meaning)}</dd>`)
  return lines.length === 0 ? '' : `<dl class="terms">\n${lines.join('\n')}\n</dl>`
}

const MOST_FAILED = 5

/** What did not pass, before anything else is read; beyond five the table of cases goes on. */
export function failedList(cases: readonly Case[]): string {
  const failed = cases.filter(({status}) => status === 'failed' || status === 'error')
  if (failed.length === 0) return ''
  const lines = failed.slice(0, MOST_FAILED).map(({status, name, message}) => {
    const {sign, tone} = CASE_WORDS[status]
    const why = message === undefined ? '' : `<br>${escapeXml(message)}`
    return `<li><span class="${tone}">${sign}</span> <strong>${escapeXml(name)}</strong>${why}</li>`
  })
  const left = failed.length - MOST_FAILED
  return `<ul class="failed">\n${[...lines, ...(left > 0 ? [`<li>and ${left} more</li>`] : [])].join('\n')}\n</ul>`
}
