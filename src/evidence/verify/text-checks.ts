import type {Redactor} from '#redact/redactor'
import {scanText} from '../scan/scan-text.ts'
import type {CheckBook} from './check-book.ts'

const MOST_FINDINGS_A_FILE = 20

/** Scans a text again: every match of a rule is a finding by line, never by value. */
export function checkText(path: string, text: string, redactor: Redactor, book: CheckBook): void {
  for (const {rule, line} of scanText(path, text, redactor).slice(0, MOST_FINDINGS_A_FILE)) {
    const place = line === undefined ? '' : `line ${line} `
    book.fail('scan', 'secret_like', `${place}${toldRule(rule)}`, path)
  }
}

/** How a match is described. A registered value is a secret on the verifier's machine, and may be an ordinary word there. */
function toldRule(rule: string): string {
  if (rule !== 'registered') return `is hit by the rule ${rule}`
  return 'holds the value of a variable that is taken for a secret where this is verified (assay doctor lists them)'
}
