import type {Verdict} from '#contract/generated/types'
import {EXIT} from '#error/exit'
import {exitWords, oneLine, STATUS_WORDS} from '#report/cell-text'
import {inert} from '#report/markdown'
import {escapeXml} from '#report/markup'
import {frameOf} from './page-frame.ts'
import {pageTokens} from './page-markup.ts'
import {isSameText} from './same-document.ts'

type Told = Pick<Verdict, 'state' | 'exit'>

const EXITS: ReadonlyMap<string, number> = new Map(Object.entries(EXIT))
const END = /\bexit (\d+) \(([a-z-]+)\)/g
/**
 * The line of a text report that states the end. If there are more than two blanks, the first belong to the words, so that a long row of
 * blanks is scanned only once.
 */
const END_LINE = /^\S+ [a-z ]+ {2}exit \d+ \([a-z-]+\)$/

/** Whether a text report states the end in its place, and has no other line of that form. */
export function isEndOfText(told: string, {state, exit}: Told): boolean {
  const {sign, word} = STATUS_WORDS[state]
  const [title = '', end = '', ...rest] = told.split('\n')
  const reason = exit.reason ? rest.shift() : ''
  return (
    !contradicts(title, exit) &&
    isSameText(end, `${sign} ${word}  ${exitWords(exit)}`) &&
    isSameText(reason ?? '', oneLine(exit.reason)) &&
    !rest.some((line) => END_LINE.test(line))
  )
}

/** Lines of Markdown as ours has them: headings of tables, items, rows. */
const LINE = /^(?:## .*|- .*|\|.*)?$/
/** The markup that Assay's own Markdown contains: line breaks in cells, marks of places. */
const HARMLESS = /\\.|<br>|<(?:workspace|cwd|home|temp|path)>|\[redacted:[a-z0-9-]+(?:#\d+)?\]/g
const MARKUP = /[<[\]`*]/

/** Whether a Markdown report states the end in its place, contains only Assay's own markup, and states no other end outside its tables. */
export function isEndOfMarkdown(told: string, {state, exit}: Told): boolean {
  const {sign, word} = STATUS_WORDS[state]
  const [title = '', , end = '', , ...rest] = told.split('\n')
  const reason = exit.reason ? rest.shift() : ''
  return (
    title.startsWith('# ') &&
    !contradicts(title, exit) &&
    isSameText(end, `**${sign} ${word}** · ${exitWords(exit)}`) &&
    isSameText(reason ?? '', inert(exit.reason)) &&
    [title, ...rest].every((line) => !MARKUP.test(line.replaceAll(HARMLESS, ''))) &&
    rest.every((line) => LINE.test(line) && (line.startsWith('|') || !contradicts(line, exit)))
  )
}

/** Elements that occur only once in a page, at its head. */
const HEAD: ReadonlySet<string> = new Set(['h1', 'p'])

/** Whether a page has a frame and elements of Assay's own, states the end in its place, and states no other outside its tables. */
export function isEndOfPage(told: string, {state, exit}: Told): boolean {
  const {word, sign, tone} = STATUS_WORDS[state]
  const frame = frameOf(told)
  if (frame === undefined || pageTokens(frame.body) === undefined) return false
  const [heading = '', end = '', ...lines] = frame.body.split('\n')
  const [, title] = /^<h1>([^<>]*)<\/h1>$/.exec(heading) ?? []
  const reason = exit.reason ? lines.shift() : ''
  const rest = pageTokens(lines.join('\n'))
  return (
    title !== undefined &&
    !contradicts(title, exit) &&
    isSameText(frame.title, `${title}: ${word}`) &&
    isSameText(end, `<p><strong class="${tone}">${sign} ${word}</strong> · ${exitWords(exit)}</p>`) &&
    isSameText(reason ?? '', exit.reason && `<p>${escapeXml(exit.reason)}</p>`) &&
    rest?.every((one) => {
      if (one.kind === 'element') return !HEAD.has(one.name) && !(one.name === 'strong' && one.attributes.size > 0)
      return one.within.some((name) => name === 'td' || name === 'th') || !contradicts(one.text, exit)
    }) === true
  )
}

/** Whether a text states an exit, in the words of ends, that differs from this one. */
function contradicts(text: string, exit: Verdict['exit']): boolean {
  return [...text.matchAll(END)].some(
    ([words, code, name = '']) => EXITS.get(name) === Number(code) && words !== exitWords(exit),
  )
}
