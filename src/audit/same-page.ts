import {renderHtml} from '#report/html'
import type {ResultDocument} from '#report/renderer'
import type {Report} from '#report/report'
import {RUN_VIEW} from '#run/layout'
import {earlierPage} from './earlier-page.ts'
import {formerPage} from './former-page.ts'
import {frameOf} from './page-frame.ts'
import {isSectionMarkup} from './page-markup.ts'
import {isSameText} from './same-document.ts'

/** The content that a page must have. `unknown`: sections whose measurement could not be computed again. */
export interface ExpectedPage {
  readonly report: Report
  readonly document: ResultDocument
  readonly unknown: readonly string[]
}

/** Whether a page shows the outcome of its run, in today's form or in that of earlier versions. */
export function isSamePage(told: string, {report, document, unknown}: ExpectedPage): boolean {
  const made = renderHtml(report, document, RUN_VIEW)
  const [known, own] = [without(told, unknown), without(made, unknown)]
  if (isSameText(known, own)) return true
  const frame = frameOf(known)
  const drawn = frameOf(own)
  if (frame === undefined || drawn === undefined) return false
  const pair = frame.age === 'earlier' ? earlierPage(frame, {report, document}) : formerPage(frame, drawn)
  return pair !== undefined && frame.age !== 'today' && isSameText(pair.told, pair.made)
}

/** The page with the content of those sections removed, provided that it has no effect outside them. */
function without(page: string, sections: readonly string[]): string {
  return sections.reduce((text, id) => {
    const head = text.indexOf(`<details id="step-${id}"`)
    const begin = text.indexOf(SUMMARY, head) + SUMMARY.length
    const end = text.indexOf('</details>', begin)
    if (head < 0 || begin < head || end < 0 || !isSectionMarkup(text.slice(begin, end))) return text
    return `${text.slice(0, begin)}${text.slice(end)}`
  }, page)
}

const SUMMARY = '</summary>'
