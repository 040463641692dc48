import type {Exit, VerdictState} from '#error/exit'
import type {Case} from './report.ts'

/** A status as people read it: a word, a sign of one column so that colour is never alone, and the tone for colour. */
export interface StatusWord {
  readonly word: string
  readonly sign: string
  readonly tone: 'good' | 'bad' | 'warning' | 'neutral'
}

export const STATUS_WORDS: Readonly<Record<VerdictState, StatusWord>> = {
  pass: {word: 'passed', sign: '✓', tone: 'good'},
  fail: {word: 'failed', sign: '✗', tone: 'bad'},
  unavailable: {word: 'unavailable', sign: '✗', tone: 'bad'},
  inconclusive: {word: 'inconclusive', sign: '?', tone: 'warning'},
  incomparable: {word: 'incomparable', sign: '≠', tone: 'warning'},
  restored: {word: 'restored', sign: '↺', tone: 'warning'},
  'unsafe-state': {word: 'unsafe state', sign: '!', tone: 'bad'},
  refused: {word: 'refused', sign: '✗', tone: 'bad'},
  bug: {word: 'bug', sign: '!', tone: 'bad'},
  skipped: {word: 'skipped', sign: '-', tone: 'neutral'},
  interrupted: {word: 'interrupted', sign: '!', tone: 'warning'},
}

export const CASE_WORDS: Readonly<Record<Case['status'], StatusWord>> = {
  passed: {word: 'passed', sign: '✓', tone: 'good'},
  failed: {word: 'failed', sign: '✗', tone: 'bad'},
  error: {word: 'error', sign: '!', tone: 'bad'},
  skipped: {word: 'skipped', sign: '-', tone: 'neutral'},
}

/** The exit as every format for people shows it, such as `exit 4 (inconclusive)`. */
export function exitWords(exit: Exit): string {
  return `exit ${exit.code} (${exit.name})`
}
