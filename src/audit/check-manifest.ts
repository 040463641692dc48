import type {RunManifest} from '#contract/generated/types'
import {GALLERY} from '#eval/model/eval-files'
import {hasMarks} from '#redact/mark'
import {MANIFEST, REPORT_FILES, TRACE_JSON, TRACE_MARKDOWN} from '#run/layout'
import type {AuditBook} from './audit.ts'

const LISTS = [
  ['provider', 'providers'],
  ['capability', 'capabilities'],
  ['operation', 'operations'],
] as const

/** Checks that the names of a run in one line, as lists and issues show them, match its lists of names. */
export function checkNames(manifest: RunManifest, book: AuditBook): void {
  for (const [name, list] of LISTS) {
    const told = manifest[name]
    if (told !== manifest[list].join(', ') && !hasMarks(told))
      book.fail('results', 'result_contradiction', `/${name} is not what /${list} tells`, MANIFEST)
  }
}

/** The reports that a run may have, and the page of failed trials. */
const KNOWN: ReadonlySet<string> = new Set([...Object.values(REPORT_FILES), TRACE_JSON, TRACE_MARKDOWN, GALLERY])

/** Checks that there are no reports that no version wrote: files of other programs have a place of their own. */
export function checkForeignReports({artifacts}: RunManifest, book: AuditBook): void {
  for (const {path} of artifacts) {
    if (path.startsWith('reports/') && !KNOWN.has(path))
      book.fail('reports', 'report_unknown', 'is no report that Assay writes', path)
  }
}
