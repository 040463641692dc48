import {casesTable} from './cell-text.ts'
import {factList, figureHtml, tableHtml} from './html-blocks.ts'
import type {RenderView} from './renderer.ts'
import type {Report, Section} from './report.ts'
import {escapeXml} from './xml.ts'

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
    remarks.length > 0 && `<ul>\n${remarks.map((text) => `<li>${escapeXml(text)}</li>`).join('\n')}\n</ul>`,
  ]
    .filter(Boolean)
    .join('\n')
}
