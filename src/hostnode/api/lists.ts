import type {NodeContext} from '../context/context.ts'
import {type PageBody, type PageQuery, pageBody, pageLinks, pageQuery} from '../model/pages.ts'
import type {Readings} from '../store/readings.ts'
import {type ApiCall, JsonText} from './routes.ts'

/** How a list is read: one page of rows, the total count, and the view of a row. */
export interface ListReading<Row> {
  readonly rows: (page: PageQuery) => readonly Row[]
  readonly count: () => number
  readonly view: (row: Row) => unknown
}

/** Answers with one page of a list and sets its `Link` header. Throws `validation_error` for an impossible page. */
export function answerList<Row>(
  call: ApiCall,
  {publicUrl}: Pick<NodeContext, 'publicUrl'>,
  list: ListReading<Row>,
): PageBody<unknown> {
  const page = pageQuery(call.query)
  const body = pageBody(list.rows(page).map(list.view), list.count(), page)
  call.setHeader('Link', pageLinks(`${publicUrl}${call.path}`, call.query, body))
  return body
}

/** The text of a response and its `Link` header. */
export interface ToldList {
  readonly text: string
  readonly links: string
}

/** Like `answerList`, but reuses the text of the last response as long as nothing was written. `who`: all that decides which rows a caller sees. */
export function answerKnownList<Row>(
  call: ApiCall,
  context: Pick<NodeContext, 'publicUrl'>,
  {who, told, ...list}: ListReading<Row> & {readonly who: string; readonly told: Readings<ToldList>},
): JsonText {
  const {text, links} = told.of(`${who} ${call.target}`, () => {
    let links = ''
    const setHeader = (_: string, value: string) => {
      links = value
    }
    const body = answerList({...call, setHeader}, context, list)
    return {text: JSON.stringify(body), links}
  })
  call.setHeader('Link', links)
  return new JsonText(text)
}
