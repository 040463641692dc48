import type {VerdictState} from '#error/exit'
import {STATUS_WORDS} from './status-words.ts'
import {escapeXml} from './xml.ts'

/** A part of a page that folds. `body` is markup already. */
export interface Part {
  readonly id: string
  readonly title: string
  readonly body: string
  /** How many rows or pictures are inside. */
  readonly count?: number
  readonly status?: VerdictState
  readonly isFolded?: boolean
}

/** From so many parts on a page is longer than one screen. */
const WORTH_CONTENTS = 3

export function contents(parts: readonly Part[]): string {
  if (parts.length < WORTH_CONTENTS) return ''
  const lines = parts.map((part) => `<li><a href="#${escapeXml(part.id)}">${heading(part)}</a></li>`)
  return `<nav aria-label="Contents">\n<ul>\n${lines.join('\n')}\n</ul>\n</nav>`
}

export function folded(part: Part): string {
  const open = part.isFolded ? '' : ' open'
  return [
    `<details id="${escapeXml(part.id)}"${open}>`,
    `<summary><h2>${heading(part)}</h2></summary>`,
    part.body,
    '</details>',
  ].join('\n')
}

function heading({title, count, status}: Part): string {
  const words = `${escapeXml(title)}${count === undefined ? '' : ` (${count})`}`
  if (status === undefined) return words
  const {sign, word, tone} = STATUS_WORDS[status]
  return `<span class="${tone}">${sign}</span> ${words}: ${word}`
}
