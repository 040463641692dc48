import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'

export const HALVES = ['development', 'held-out'] as const
export type Half = (typeof HALVES)[number]
/** A third set: of programs and sources that neither half knows, written after the rules and measured as they were. */
export const UNTUNED = 'untuned'
type Table = 'distinctive' | 'ambiguous' | 'files' | 'commands' | 'keys' | 'identifiers' | 'harmless-lines'

/** A token of a vendor, or a file, command or key of a tool, with what is drawn in braces. */
export interface Form {
  readonly owner: string
  readonly kind: string
  readonly template: string
  readonly source: string
}

/** By the digest of the name: nobody chose, and the forms of one vendor or tool stay together. */
export function halfOf(owner: string): Half {
  return (createHash('sha256').update(owner).digest()[0] ?? 0) % 2 === 0 ? 'development' : 'held-out'
}

/** Lines `vendor | kind | template | source`. */
export function tokenForms(table: 'distinctive' | 'ambiguous', half: Half): Form[] {
  return linesOf(table, half).map((line) => {
    const [owner = '', kind = '', template = '', source = ''] = line.split(' | ')
    return {owner, kind, template, source}
  })
}

/** Blocks that begin with `=== tool | kind | source`. `%r` ends a line as Windows does. */
export function textForms(table: 'files' | 'commands' | 'keys', half: Half | typeof UNTUNED): Form[] {
  const blocks = read(table, half).split(/^=== /m).slice(1)
  return blocks.map((block) => {
    const end = block.indexOf('\n')
    const [owner = '', kind = '', source = ''] = block.slice(0, end).split(' | ')
    return {owner, kind, source, template: block.slice(end + 1).replaceAll('%r\n', '\r\n')}
  })
}

/** Lines `field | template`: names of the trade that are no secret. */
export function identifierForms(half: Half): {readonly field: string; readonly template: string}[] {
  return linesOf('identifiers', half).map((line) => {
    const [field = '', template = ''] = line.split(' | ')
    return {field, template}
  })
}

/** Lines with a word of secrets and no secret: types, help, messages, placeholders. */
export function harmlessLines(half: Half): string[] {
  return linesOf('harmless-lines', half)
}

function linesOf(table: Table, half: Half): string[] {
  return read(table, half)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
}

function read(table: Table, half: Half | typeof UNTUNED): string {
  return readFileSync(join(import.meta.dirname, half, `${table}.txt`), 'utf8')
}
