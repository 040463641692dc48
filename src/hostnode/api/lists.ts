import type {NodeContext} from '../context/context.ts'
import {type PageBody, type PageQuery, pageBody, pageLinks, pageQuery} from '../model/pages.ts'
import type {Readings} from '../store/readings.ts'
import {type ApiCall, JsonText} from './routes.ts'

/** How a list is read: one page of it, and how many there are. */
export interface ListReading<Row> {
  readonly rows: (page: PageQuery) => readonly Row[]
  readonly count: () => number
  readonly view: (row: Row) => unknown
}

/** One page of a list, its `Link` header set. Throws `validation_error` for a page that cannot be. */
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

/** The text of an answer, and its `Link`. */
export interface ToldList {
  readonly text: string
  readonly links: string
}

/** As `answerList`, in the text of the last time while nobody wrote. `who`: all that decides who sees what. */
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
