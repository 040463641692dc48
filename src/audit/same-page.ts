import {renderHtml} from '#report/html'
import type {ResultDocument} from '#report/renderer'
import type {Report} from '#report/report'
import {RUN_VIEW} from '#run/layout'
import {earlierPage} from './earlier-page.ts'
import {formerPage} from './former-page.ts'
import {isSameText} from './same-document.ts'

/** What a page must say. `unknown`: sections whose measurement could not be computed again. */
export interface ExpectedPage {
  readonly report: Report
  readonly document: ResultDocument
  readonly unknown: readonly string[]
}

/** Whether a page says what its run came to, in today's form or in that of earlier versions. */
export function isSamePage(told: string, {report, document, unknown}: ExpectedPage): boolean {
  const made = renderHtml(report, document, RUN_VIEW)
  const [known, own] = [without(told, unknown), without(made, unknown)]
  if (isSameText(known, own)) return true
  const former = formerPage(known, own)
  if (former !== undefined) return isSameText(former.told, former.made)
  const earlier = earlierPage(told, {report, document})
  return earlier !== undefined && isSameText(earlier.told, earlier.made)
}

/** What no section holds: with it a section could change the rest of the page. */
const FOREIGN = /<(?:style|script|link|meta|base|iframe|object|embed|img)\b|<[^>]*\s(?:style|on\w+)=/i

/** The page with those sections cut down to their heads. */
function without(page: string, sections: readonly string[]): string {
  return sections.reduce((text, id) => {
    const head = text.indexOf(`<details id="step-${id}"`)
    const begin = text.indexOf('</summary>', head)
    const end = text.indexOf('</details>', begin)
    if (head < 0 || begin < 0 || end < 0 || FOREIGN.test(text.slice(begin, end))) return text
    return `${text.slice(0, begin)}${text.slice(end)}`
  }, page)
}
