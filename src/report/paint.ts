import type {RenderView} from './renderer.ts'
import {STATUS_WORDS, type StatusWord} from './status-words.ts'

/** Escape numbers of the tones; signs and words say the same without them. */
export const TONES: Readonly<Record<StatusWord['tone'], number>> = {good: 32, bad: 31, warning: 33, neutral: 2}
export const BOLD = 1

/** The text in a colour, where colours are wanted. */
export function paint(text: string, code: number, {colour}: Pick<RenderView, 'colour'>): string {
  return colour ? `\u001b[${code}m${text}\u001b[0m` : text
}

const CELL_TONES: Readonly<Record<string, StatusWord['tone']>> = {
  ...Object.fromEntries(Object.entries(STATUS_WORDS).map(([state, {tone}]) => [state, tone])),
  ...Object.fromEntries(Object.values(STATUS_WORDS).map(({word, tone}) => [word, tone])),
  ok: 'good',
  healthy: 'good',
  unhealthy: 'bad',
  warning: 'warning',
}

/** A cell that is a verdict or a status, in its colour; every other cell as it is. */
export function paintCell(text: string, view: Pick<RenderView, 'colour'>): string {
  const tone = CELL_TONES[text]
  return tone === undefined || !Object.hasOwn(CELL_TONES, text) ? text : paint(text, TONES[tone], view)
}
