import {isSameText, maskedAgain} from '#audit/same-document'
import type {RunManifest, WorkflowTrace} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {TRACE_JSON, TRACE_MARKDOWN} from '#run/layout'
import {parseTrace} from '#trace/check-trace'
import {traceMarkdown} from '#trace/trace-markdown'
import {decodeText} from '../scan/scan-text.ts'
import type {CheckBook} from './check-book.ts'
import {readStrictJson} from './strict-json.ts'

/** Marks of places as Markdown escapes them: a copy may have been masked before or after the page was drawn. */
const ESCAPED = /&lt;(workspace|cwd|home|temp|path)&gt;/g

/** Draws the readable page of the trace again from the checked trace, and compares it. `read` returns a file of the run. */
export function checkTracePage(
  {artifacts}: RunManifest,
  {read, at}: {readonly read: (path: string) => Uint8Array | undefined; readonly at: (path: string) => string},
  book: CheckBook,
): void {
  const fail = (message: string) => book.fail('reports', 'report_contradiction', message, at(TRACE_MARKDOWN))
  const page = read(TRACE_MARKDOWN)
  if (page === undefined) return
  const json = read(TRACE_JSON)
  if (json === undefined) {
    // A bundle may exclude a trace that is too large, which its manifest still names.
    if (!artifacts.some(({path}) => path === TRACE_JSON)) fail('tells a trace that is not there')
    return
  }
  const trace = traceIn(json)
  const told = decodeText(page)
  // An invalid trace is reported by its own check.
  if (trace === undefined) return
  const isTold = [trace, maskedAgain(trace)].some(
    (one) => told !== undefined && isSameText(unescaped(told), unescaped(traceMarkdown(one))),
  )
  if (!isTold) fail('does not say what the trace says')
}

const unescaped = (text: string) => text.replaceAll(ESCAPED, '<$1>')

function traceIn(json: Uint8Array): WorkflowTrace | undefined {
  try {
    return parseTrace(readStrictJson(decodeText(json) ?? '')?.value)
  } catch (error) {
    if (error instanceof AssayError) return undefined
    throw error
  }
}
