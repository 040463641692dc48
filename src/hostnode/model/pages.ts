import {type FieldIssue, invalidFields} from './api-failure.ts'

const DEFAULT_PER_PAGE = 30
const MOST_PER_PAGE = 100
const WHOLE = /^\d{1,15}$/

/** Which part of a list is asked for. */
export interface PageQuery {
  readonly page: number
  readonly perPage: number
}

/** A part of a list. */
export interface PageBody<T> {
  readonly items: readonly T[]
  readonly total_count: number
  readonly page: number
  readonly per_page: number
  readonly total_pages: number
}

/** Parameters of a query; one given twice is refused before it gets here. Throws `validation_error`. */
export function pageQuery(query: Readonly<Record<string, string>>): PageQuery {
  const issues: FieldIssue[] = []
  const read = (field: string, otherwise: number) => {
    const text = query[field]
    if (text === undefined) return otherwise
    const value = WHOLE.test(text) ? Number(text) : 0
    if (value < 1) issues.push({field, code: 'invalid', message: 'must be a whole number of at least 1'})
    return value
  }
  const page = read('page', 1)
  const perPage = Math.min(read('per_page', DEFAULT_PER_PAGE), MOST_PER_PAGE)
  if (issues.length > 0) throw invalidFields(issues)
  return {page, perPage}
}

export function pageBody<T>(items: readonly T[], total: number, {page, perPage}: PageQuery): PageBody<T> {
  return {items, total_count: total, page, per_page: perPage, total_pages: Math.ceil(total / perPage)}
}

/** `Link` of a page (RFC 8288): first, prev, next and last, as far as they are. `base`: without query. */
export function pageLinks(base: string, query: Readonly<Record<string, string>>, body: PageBody<unknown>): string {
  const last = Math.max(1, body.total_pages)
  const at = (page: number, rel: string) => {
    const search = new URLSearchParams({...query, page: String(page), per_page: String(body.per_page)})
    return `<${base}?${search}>; rel="${rel}"`
  }
  const links = [at(1, 'first')]
  if (body.page > 1) links.push(at(Math.min(body.page - 1, last), 'prev'))
  if (body.page < last) links.push(at(body.page + 1, 'next'))
  return [...links, at(last, 'last')].join(', ')
}
