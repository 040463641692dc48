import type {Labels} from '#contract/generated/types'
import {AssayError, type Issue} from '#error/assay-error'

const MOST_LABELS = 32
const MOST_VALUE = 200
const MOST_NOTE = 1_000
const KEY = /^[a-z][a-z0-9._/-]{0,62}$/

/** What somebody calls a run of theirs. */
export interface Naming {
  readonly labels?: Labels | undefined
  readonly note?: string | undefined
}

/** `key=value` for each label. Throws `invalid_input` with all that is wrong. */
export function parseLabels(given: readonly string[]): Labels {
  const issues: Issue[] = []
  const labels = new Map<string, string>()
  for (const [at, text] of given.entries()) {
    const [key = '', value] = splitOnce(text)
    const pointer = `/labels/${at}`
    if (value === undefined) issues.push({pointer, rule: 'form', message: 'must be KEY=VALUE, such as robot=so101'})
    else if (labels.has(key)) issues.push({pointer, rule: 'unique', message: `gives ${key} again`})
    else labels.set(key, value)
  }
  const naming = {labels: Object.fromEntries(labels)}
  checkNaming(naming, issues)
  return naming.labels
}

/** Throws `invalid_input` for labels and a note that no run can carry, with what was wrong `before`. */
export function checkNaming({labels = {}, note}: Naming, before: readonly Issue[] = []): void {
  const issues = [...before]
  const entries = Object.entries(labels)
  if (entries.length > MOST_LABELS)
    issues.push({pointer: '/labels', rule: 'max', message: `are more than ${MOST_LABELS}`})
  for (const [key, value] of entries) {
    if (!KEY.test(key))
      issues.push({
        pointer: '/labels',
        rule: 'key',
        message: 'have a key that is not a lower-case letter with up to 62 of a-z 0-9 . _ / - after it',
      })
    else if (typeof value !== 'string' || value.length > MOST_VALUE)
      issues.push({pointer: `/labels/${key}`, rule: 'max', message: `must be text of at most ${MOST_VALUE} characters`})
  }
  if (note !== undefined && note.length > MOST_NOTE)
    issues.push({pointer: '/note', rule: 'max', message: `must have at most ${MOST_NOTE} characters`})
  if (issues.length > 0) throw new AssayError('invalid_input', 'the labels or the note cannot be kept', {issues})
}

/** `k=v` for each, sorted. */
export function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(' ')
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=')
  return at < 1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
