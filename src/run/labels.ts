import type {Labels} from '#contract/generated/types'
import {AssayError, type Issue} from '#error/assay-error'

const MOST_LABELS = 32
const MOST_VALUE = 200
const MOST_NOTE = 1_000
const VALUE_RULE = `must be text of at most ${MOST_VALUE} characters`
const KEY_RULE = 'a lower-case letter and up to 62 of a-z 0-9 . _ / -'
const KEY = /^[a-z][a-z0-9._/-]{0,62}$/

/** Labels and note that a user gives to a run. */
export interface Naming {
  readonly labels?: Labels | undefined
  readonly note?: string | undefined
}

/** Parses `key=value` labels. Throws `invalid_input` with every fault. */
export function parseLabels(given: readonly string[]): Labels {
  const found: {readonly issue: Issue; readonly given: string}[] = []
  const labels = new Map<string, string>()
  for (const [at, text] of given.entries()) {
    const refuse = (rule: string, message: string) =>
      void found.push({issue: {pointer: `/label/${at + 1}`, rule, message}, given: text})
    const [key = '', value] = splitOnce(text)
    if (value === undefined) refuse('form', 'must be KEY=VALUE, such as robot=so101')
    else if (!KEY.test(key)) refuse('key', `its key must be ${KEY_RULE}, such as robot`)
    else if (value.length > MOST_VALUE) refuse('max', VALUE_RULE)
    else if (labels.has(key)) refuse('unique', `gives ${key} again`)
    else labels.set(key, value)
  }
  if (found.length > 0)
    throw unnamed(
      found.map(({issue}) => issue),
      found.map((one) => one.given),
    )
  const naming = {labels: Object.fromEntries(labels)}
  checkNaming(naming)
  return naming.labels
}

/** Throws `invalid_input` for labels and a note that a run cannot store. */
export function checkNaming({labels = {}, note}: Naming): void {
  const issues: Issue[] = []
  const entries = Object.entries(labels)
  if (entries.length > MOST_LABELS)
    issues.push({pointer: '/labels', rule: 'max', message: `are more than ${MOST_LABELS}`})
  for (const [key, value] of entries) {
    if (!KEY.test(key)) issues.push({pointer: '/labels', rule: 'key', message: `each key must be ${KEY_RULE}`})
    else if (typeof value !== 'string' || value.length > MOST_VALUE)
      issues.push({pointer: `/labels/${key}`, rule: 'max', message: VALUE_RULE})
  }
  if (note !== undefined && note.length > MOST_NOTE)
    issues.push({pointer: '/note', rule: 'max', message: `must have at most ${MOST_NOTE} characters`})
  if (issues.length > 0) throw unnamed(issues)
}

function unnamed(issues: readonly Issue[], givens?: readonly string[]): AssayError {
  return new AssayError('invalid_input', 'the labels or the note cannot be kept', {issues, givens})
}

/** The labels as `k=v` pairs, sorted. */
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
