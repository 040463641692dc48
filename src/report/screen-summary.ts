import type {Exit} from '#error/exit'
import {BOLD, CASE_WORDS, exitWords, oneLine, paint, STATUS_WORDS, screenCell, TONES} from './cell-text.ts'
import {rowsOf, wrapText} from './columns.ts'
import type {RenderView} from './renderer.ts'
import type {Case, Report, ReportEnding} from './report.ts'
import {plainRemark} from './terms.ts'

/** Rows of a terminal of 80 columns that a summary takes at most, by how the run ended. */
const MOST_ROWS = {good: 15, bad: 20, stopped: 10} as const

/** Title, outcome and why. */
export function headLines(
  {title, status}: Pick<Report, 'title' | 'status'>,
  exit: Exit,
  view: RenderView,
  {hasVerdict, reason = exit.reason}: {readonly hasVerdict: boolean; readonly reason?: string},
): string[] {
  const {word, sign, tone} = STATUS_WORDS[status]
  const head = wrapText(oneLine(title), view.width).map((line) => paint(line, BOLD, view))
  if (!hasVerdict) return head
  const verdict = `${paint(`${sign} ${word}`, TONES[tone], view)}  ${exitWords(exit)}`
  return [...head, verdict, ...(reason ? wrapText(oneLine(reason), view.width) : [])]
}

/** What a run came to: verdict, what failed by how much, remarks as far as there is room, where everything is and what to do next. */
export function summaryLines(report: Report & {readonly ending: ReportEnding}, exit: Exit, view: RenderView): string[] {
  const bad = [...byStatus(report, 'failed'), ...byStatus(report, 'error')].filter(({because}) => because === undefined)
  const head = headLines(report, exit, view, {hasVerdict: true, reason: shortReason(exit.reason, bad)})
  const end = endingLines(report.ending)
  if (report.status === 'interrupted') return [...head, '', ...end]
  const most = MOST_ROWS[report.status === 'pass' ? 'good' : 'bad']
  const counts = countLines(report.cases)
  const spent = [...head, ...counts, ...end].reduce((sum, line) => sum + rowsOf(line, view.width), 0)
  let room = most - spent - 1
  const commands = report.ending.next.map(({value}) => String(value))
  const told = report.remarks.filter((text) => !commands.some((command) => text.endsWith(command)))
  const remarked = [...told.filter(isFinding), ...told.filter((text) => !isFinding(text))].map((text) => ({
    isKept: isFinding(text),
    lines: bulletLines(text, view),
  }))
  const failed = toldOnce(bad).map((one) => ruleLines(one, view))
  // The first finding is why rules failed, and has its place behind the first of them.
  const reserved = remarked[0]?.isKept ? remarked[0].lines.length + 2 : 0
  const isRoomy = room - 1 - reserved > (failed[0]?.length ?? 0)
  const rules = fitting(
    failed,
    isRoomy ? room - 1 - reserved : room - 1,
    (left) => `${left} more ${left === 1 ? 'rule' : 'rules'} or steps: see the report`,
    view,
  )
  room -= rules.length + (rules.length > 0 ? 1 : 0)
  const remarks = fitting(
    remarked.map(({lines}) => lines),
    room - 1,
    (left) => `${left} more ${left === 1 ? 'remark' : 'remarks'}: see the report`,
    view,
  )
  return [[...head, ...counts], rules, remarks, end]
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]))
}

/** What a run found out about itself begins with its code, what a provider said of its errors with how often, and what it states may have been judged by nothing: what every run says crowds out none of these. */
const isFinding = (text: string) =>
  /^[a-z]+(?:_[a-z]+)+: | (?:once|times, at first): |: capability_not_judged /.test(text)

const byStatus = ({cases}: Report, status: Case['status']) => cases.filter((one) => one.status === status)

/** Without the names that stand right below. */
function shortReason(reason: string, bad: readonly Case[]): string {
  const at = bad.flatMap(({name}) => listedAt(reason, name) ?? [])
  return at.length === 0 ? reason : reason.slice(0, Math.min(...at)).replace(/[\s:(]+$/, '')
}

/** Where a reason lists this name. Steps may be called `a`: letters inside other words are no name, nor is what a code tells (`need_failed:a`). */
function listedAt(reason: string, name: string): number | undefined {
  for (let at = reason.indexOf(name, 1); at > 0; at = reason.indexOf(name, at + 1)) {
    if (/(?:[:,] |\()$/.test(reason.slice(0, at)) && /^(?:$|[,;)]| \()/.test(reason.slice(at + name.length))) return at
  }
  return undefined
}

const NOUNS: readonly (readonly [Case['status'], string])[] = [
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['error', 'without a verdict'],
  ['skipped', 'not counted'],
]

/** The reason counts what passed and what failed; this tells the rest. */
function countLines(cases: readonly Case[]): string[] {
  if (!cases.some(({status}) => status === 'error' || status === 'skipped')) return []
  const counted = NOUNS.map(([status, noun]) => [cases.filter((one) => one.status === status).length, noun] as const)
  return [counted.flatMap(([count, noun]) => (count > 0 ? [`${count} ${noun}`] : [])).join(', ')]
}

/** Cases without the sentences behind their numbers that an earlier one has told. */
function toldOnce(cases: readonly Case[]): Case[] {
  const told = new Set<string>()
  return cases.map((one) => {
    const detail = one.short ?? one.message ?? ''
    const words = detail.indexOf('. ')
    if (words < 0) return one
    const sentences = detail.slice(words)
    const isKnown = told.has(sentences)
    told.add(sentences)
    return isKnown ? {...one, short: detail.slice(0, words)} : one
  })
}

function ruleLines({status, name, short, message}: Case, view: RenderView): string[] {
  const {sign, tone} = CASE_WORDS[status]
  const detail = short ?? message
  const lines = wrapText(oneLine(name), view.width - 2)
  return [
    ...lines.map((line, at) => (at === 0 ? `${paint(sign, TONES[tone], view)} ${line}` : `  ${line}`)),
    ...(detail ? wrapText(oneLine(detail), view.width - 4).map((line) => `    ${line}`) : []),
  ]
}

/** A remark, its later lines below its first word. */
export function bulletLines(text: string, view: RenderView): string[] {
  return wrapText(oneLine(plainRemark(text)), view.width - 2).map((line, at) => (at === 0 ? `- ${line}` : `  ${line}`))
}

/** Whole blocks as far as they go, and how many are left. */
function fitting(
  blocks: readonly (readonly string[])[],
  room: number,
  more: (left: number) => string,
  view: RenderView,
): string[] {
  const lines: string[] = []
  for (const [at, block] of blocks.entries()) {
    const isLast = at === blocks.length - 1
    if (lines.length + block.length > room - (isLast ? 0 : 1)) {
      return room < 1 ? [] : [...lines, paint(more(blocks.length - at), TONES.neutral, view)]
    }
    lines.push(...block)
  }
  return lines
}

/** Paths and commands stay on one line, however long: they are there to be copied. */
function endingLines({places, next}: ReportEnding): string[] {
  const all = [...places, ...next].filter(({value}) => value !== null)
  const width = Math.max(0, ...all.map(({label}) => label.length)) + 2
  return all.map(({label, value}) => `${label.padEnd(width)}${screenCell(value)}`)
}
