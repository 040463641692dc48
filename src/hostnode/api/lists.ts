import type {NodeContext} from '../context/context.ts'
import {type PageBody, type PageQuery, pageBody, pageLinks, pageQuery} from '../model/pages.ts'
import type {ApiCall} from './routes.ts'

/** How a list is read: one page of it, and how many there are. */
export interface ListReading<Row> {
  readonly rows: (page: PageQuery) => readonly Row[]
  readonly count: () => number
  readonly view: (row: Row) => unknown
}

/** One page of a list, its `Link` header set. Throws `validation_error` for a page that cannot be. */
export function answerList<Row>(call: ApiCall, {publicUrl}: NodeContext, list: ListReading<Row>): PageBody<unknown> {
  const page = pageQuery(call.query)
  const body = pageBody(list.rows(page).map(list.view), list.count(), page)
  call.setHeader('Link', pageLinks(`${publicUrl}${call.path}`, call.query, body))
  return body
}
