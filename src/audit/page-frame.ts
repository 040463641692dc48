import {sha256} from '#digest/sha256'
import {renderHtml} from '#report/html'
import {RUN_VIEW} from '#run/layout'

/** Which versions wrote a page: those that explain words, the ones before, and those without a frame around its parts. */
type PageAge = 'today' | 'former' | 'earlier'

/** A page without what all pages of its age have. Body is markup of somebody. */
export interface PageFrame {
  readonly age: PageAge
  readonly title: string
  readonly body: string
}

/** Policy, style and script of pages of earlier versions, by their digest: they are looked at nowhere else. */
const LOOKS: Readonly<Record<string, PageAge>> = {
  'sha256:979a4bd800783cb54eabca679f5d5c08c1daaa19e48df759df828d86922ed381': 'today',
  'sha256:3478e5e27a5c7c6ddd2ab323b186037f0c5365d4dbb89c46cfdbff9c521694b3': 'today',
  'sha256:8f288625d50a656f20dcd4ef3f7da91d350a46a734b3f725743af4be3c7d6cd9': 'today',
  'sha256:55452b3ca41f434e25415f30c8dc237d76b689b0eca7ff2125e1843c519aebce': 'former',
  'sha256:1542943b4ed49141b7c9af23b8454ae723e9a4767cc3ea4a1f98836957b6fb02': 'earlier',
  'sha256:129d2316bd3fc63c1ea38b99ed9ada270455f1df3b484d05a141209235b19e28': 'earlier',
  'sha256:85b1ef086b283ca798bfde82b7b9f22cc1dddbf12e8e1b5d70b6465ae2b0d1d3': 'earlier',
  'sha256:ff95ef3afdc0d0fb6202df33782b62e277f7e43fa9a1097b9b500d701bf4560c': 'earlier',
  'sha256:d99bb7a519c65765eb0fb240f92043c6758eec31cb0a3551672dd4774b647b2f': 'earlier',
}
const FRAME =
  /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n(<meta http-equiv="Content-Security-Policy" content="[^"<>]*">)\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>([^\n]*)<\/title>\n(<style>[^<]*<\/style>)\n<\/head>\n<body>\n(?:<main>\n([\s\S]*)\n<\/main>\n(<script>[^<]*<\/script>)|([\s\S]*))\n<\/body>\n<\/html>\n$/
const TEXT = /^(?:[^<>]|<(?:workspace|cwd|home|temp|path)>)*$/

/** The page in its frame, to the letter; undefined where it has another than any version wrote. */
export function frameOf(page: string): PageFrame | undefined {
  const [, policy = '', title = '', style = '', inside, script, bare] = FRAME.exec(page) ?? []
  const body = inside ?? bare
  if (body === undefined || !TEXT.test(title)) return undefined
  const looks = looksOf([policy, style, ...(script === undefined ? [] : [script])])
  const age = looks === todaysLooks() ? 'today' : Object.hasOwn(LOOKS, looks) ? LOOKS[looks] : undefined
  return age === undefined || (age === 'earlier') !== (script === undefined) ? undefined : {age, title, body}
}

const looksOf = (parts: readonly string[]) => sha256(parts.join('\n'))

let today: string | undefined

function todaysLooks(): string {
  if (today === undefined) {
    const report = {title: '', status: 'pass', facts: [], tables: [], cases: [], remarks: []} as const
    const exit = {code: 0, name: 'ok', reason: ''} as const
    const page = renderHtml(report, {schema_version: 1, command: '', exit}, RUN_VIEW)
    const [, policy = '', , style = '', , script = ''] = FRAME.exec(page) ?? []
    today = looksOf([policy, style, script])
  }
  return today
}
