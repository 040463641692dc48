import {LiteralIndex} from './literal-index.ts'
import {followsRootMark, followsVeil} from './mark.ts'
import type {Span, SpanFinder} from './span.ts'
import {isAlphanumeric, startsWord} from './text-runs.ts'

/** A directory of this host that may be shown by its meaning. Give real paths too; the longest wins. */
export interface KnownRoot {
  readonly path: string
  readonly mark: '<workspace>' | '<cwd>' | '<home>' | '<temp>'
}

const POSIX =
  'home/|Users/|root(?![\\w.-])|mnt(?![\\w.-])|var/folders(?![\\w.-])|private(?![\\w.-])|media(?![\\w.-])|srv(?![\\w.-])|opt(?![\\w.-])|tmp(?![\\w.-])|var/tmp(?![\\w.-])|dev/shm(?![\\w.-])'
/** Where a path of a host may begin: a known top directory, `~/`, a drive before the colon, a share, `file:`. */
const TRIGGER = new RegExp(
  `/(?:${POSIX})|\\\\/(?:${POSIX.replaceAll('/', '\\\\/')})|~[\\\\/](?=[\\w.])|:(?:\\\\{1,2}|/)(?=[\\w.$%~-])|:///?(?=[\\w.~%-])|\\\\{2,4}(?=[?.\\w])`,
  'g',
)
const SHARE =
  /\\{2}(?:[?.]\\[^\\\s"'`<>|]+|[\w.-]{2,63}\\[\w.$-]{2,80})(?![\w.$-])|\\{4}(?:[?.]\\{2}[^\\\s"'`<>|]+|[\w.-]{2,63}\\{2}[\w.$-]{2,80})(?![\w.$-])/y
const BARE_END = /[\s"'`<>|,;)\]}*\u2400-\u2426]|\\(?=["'nrt](?![\w.-]))|:(?=\d+|\s|$)|:(?![\\/])/g
const LONGEST_PATH = 4_096

/** Finds paths of this host: known roots by their mark, tail kept; others as `<path>/name`. */
export function hostPathFinder(roots: readonly KnownRoot[]): SpanFinder {
  const forms = rootForms(roots)
  const index = new LiteralIndex(forms.map((form) => form.path))
  return (text, found) => {
    const known: Span[] = []
    index.scan(text, (start, which) => {
      const form = forms[which]
      const end = start + (form?.path.length ?? 0)
      if (!form || !startsPath(text, start) || !endsDirectory(text, end)) return undefined
      known.push({start: withoutFileScheme(text, start), end, rule: ruleOf(form.mark), shown: form.mark})
      return undefined
    })
    found.push(...known)
    findUnknown(text, new Set(known.map((span) => span.start)), found)
  }
}

function findUnknown(text: string, known: ReadonlySet<number>, found: Span[]): void {
  TRIGGER.lastIndex = 0
  for (let hit = TRIGGER.exec(text); hit; hit = TRIGGER.exec(text)) {
    const start = pathStart(text, hit.index, hit[0])
    if (start === undefined || known.has(start)) continue
    const end = pathEnd(text, start, hit.index + hit[0].length)
    found.push(...shorten(text, start, end))
    TRIGGER.lastIndex = Math.max(end, hit.index + 1)
  }
}

/** The start of the path that a trigger belongs to; undefined when it is part of something else. */
function pathStart(text: string, at: number, trigger: string): number | undefined {
  if (trigger[0] === ':') return driveOrFileStart(text, at, trigger)
  // A slash escaped in JSON.
  if (trigger.startsWith('\\/')) return startsPath(text, at) ? at : undefined
  if (trigger[0] === '\\') {
    SHARE.lastIndex = at
    return /^$|[\s"'`(=:,[]/.test(text[at - 1] ?? '') && SHARE.test(text) ? at : undefined
  }
  return startsPath(text, at) ? withoutFileScheme(text, at) : undefined
}

function driveOrFileStart(text: string, at: number, trigger: string): number | undefined {
  if (trigger.startsWith(':/') && text.slice(at - 4, at).toLowerCase() === 'file')
    return startsWord(text, at - 4) ? at - 4 : undefined
  if (trigger.startsWith('://')) return undefined
  const drive = text[at - 1] ?? ''
  const sure =
    /[A-Z]/.test(drive) ||
    (/[a-z]/.test(drive) &&
      /^(?:\\|\/(?:users|windows|program|temp|documents|projects|work|src)\b)/i.test(text.slice(at + 1, at + 16)))
  return sure && startsWord(text, at - 1) && !/[\w$\\/.-]/.test(text[at - 2] ?? '') ? at - 1 : undefined
}

/** `<path>/` in place of all but the last name, which stays and is looked at like any text. */
function shorten(text: string, start: number, end: number): Span[] {
  const path = text.slice(start, end).replace(/[\\/]+$/, '')
  const rule = /^(?:file:\/*)?(?:\\?\/(?:home|Users|root)\b|~)|[\\/]Users[\\/]/i.test(path) ? 'home-path' : 'host-path'
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
  return [{start, end: start + cut + 1, rule, shown: '<path>/'}]
}

function pathEnd(text: string, start: number, from: number): number {
  const quote = text[start - 1] ?? ''
  if (`'"\``.includes(quote) && quote !== '') {
    const close = text.slice(from, from + 1_024).indexOf(quote)
    if (close >= 0 && !text.slice(from, from + close).includes('\n'))
      return from + close - (text[from + close - 1] === '\\' ? 1 : 0)
  }
  BARE_END.lastIndex = from
  const end = BARE_END.exec(text)?.index ?? text.length
  return (
    Math.min(end, start + LONGEST_PATH) - (/[.!?]+$/.exec(text.slice(Math.max(from, end - 4), end))?.[0].length ?? 0)
  )
}

/** The start of a token, or right after a short flag: `-I/opt/x`. */
function startsPath(text: string, at: number): boolean {
  const before = text[at - 1] ?? ''
  if (before === '' || /[\s"'`([{=,;:|&!#@<+*?^$%]/.test(before)) return before !== ':' || startsAfterColon(text, at)
  if (before === '>') return !followsRootMark(text, at)
  if (before === '/')
    return (
      text.slice(Math.max(0, at - 7), at).toLowerCase() === 'file://' ||
      /file:\/\/localhost$/i.test(text.slice(Math.max(0, at - 16), at))
    )
  if (isAlphanumeric(before.charCodeAt(0)))
    return startsWord(text, at) || /(?:^|\s)-[A-Za-z]$/.test(text.slice(Math.max(0, at - 3), at))
  return before.charCodeAt(0) > 127 && !followsVeil(text, at)
}

/** `PATH=/a:/home/x` and `image:/opt/x` begin a path; `https:/x` is a broken address and stays with its layer. */
function startsAfterColon(text: string, at: number): boolean {
  return !/https?:$/i.test(text.slice(Math.max(0, at - 6), at))
}

function withoutFileScheme(text: string, at: number): number {
  const scheme = /file:\/\/(?:localhost)?$/i.exec(text.slice(Math.max(0, at - 16), at))
  return scheme ? at - scheme[0].length : at
}

function endsDirectory(text: string, at: number): boolean {
  return at >= text.length || !/[\w.@~+-]/.test(text[at] ?? '') || (text[at] === '.' && !/\w/.test(text[at + 1] ?? ''))
}

function ruleOf(mark: KnownRoot['mark']): string {
  return mark === '<home>' ? 'home-path' : 'host-path'
}

/** Every spelling of each root: as it is, with the other separator, escaped in JSON, in an address. Roots of one character name nothing. */
function rootForms(roots: readonly KnownRoot[]): KnownRoot[] {
  const forms = new Map<string, KnownRoot['mark']>()
  for (const {path, mark} of roots) {
    const bare = path.replace(/[\\/]+$/, '')
    if (bare.length < 2) continue
    const spellings = [
      bare,
      bare.replaceAll('\\', '\\\\'),
      bare.replaceAll('\\', '/'),
      bare.replaceAll('/', '\\/'),
      encodeURI(bare.toWellFormed()),
    ]
    for (const spelling of spellings) if (!forms.has(spelling)) forms.set(spelling, mark)
  }
  return [...forms].map(([path, mark]) => ({path, mark}))
}
