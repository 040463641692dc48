import {isRecord} from '#contract/is-record'
import {asCount, asId, asList, readField} from '../model/field.ts'
import type {HostReply} from './host-client.ts'

/** The entries of one reply, and where the next ones are: a path, a number, or unknown. */
export interface ListPage {
  readonly items: readonly unknown[]
  readonly fieldPath: string
  readonly totalCount: number | undefined
  readonly totalPages: number | undefined
  /** Path and query of the next page, from `Link`. */
  readonly next: string | undefined
}

/** Undefined for a reply that holds no list. */
export function pageIn({json, headers}: Pick<HostReply, 'json' | 'headers'>, url: string): ListPage | undefined {
  const bare = asList(json)
  const items = bare ?? readField(json, ['items'], asList)?.value
  if (items === undefined) return undefined
  return {
    items,
    fieldPath: bare ? '[]' : 'items',
    totalCount: isRecord(json) ? readField(json, ['total_count'], asCount)?.value : undefined,
    totalPages: isRecord(json) ? readField(json, ['total_pages'], asCount)?.value : undefined,
    next: nextIn(headers['link'] ?? '', url),
  }
}

/** Only on the same origin: credentials go nowhere else. Source: RFC 8288. */
function nextIn(link: string, url: string): string | undefined {
  for (const part of link.split(/,(?=\s*<)/)) {
    const [, target = ''] = /^\s*<([^>]*)>/.exec(part) ?? []
    if (!/;\s*rel="?(?:[^"]*\s)?next(?:\s[^"]*)?"?/i.test(part) || !URL.canParse(target, url)) continue
    const next = new URL(target, url)
    return next.origin === new URL(url).origin ? next.pathname + next.search : undefined
  }
  return undefined
}

/** What tells two entries apart. */
export function identityOf(item: unknown): string {
  return readField(item, ['id', 'full_name', 'name'], asId)?.value ?? JSON.stringify(item)
}
