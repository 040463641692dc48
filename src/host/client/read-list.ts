import {hostAnswerText} from './answer-text.ts'
import {type HostClient, isOk} from './host-client.ts'
import {identityOf, type ListPage, pageIn} from './page.ts'

const MOST_PAGES = 1000

/** A list with all its pages. `doubt`: why it may not be all of it; `problem`: why it is none. */
export interface HostList {
  readonly items: readonly unknown[]
  readonly pages: number
  readonly fieldPaths: readonly string[]
  readonly duplicates: number
  readonly doubt?: string
  readonly problem?: string
}

/** Walks a list by `Link`, else by page numbers up to the last or an empty page; a page that comes again ends it. Throws as `ask` does. */
export async function readList(client: HostClient, path: string, signal: AbortSignal): Promise<HostList> {
  const walk = new Walk()
  let at: string | undefined = path
  while (at !== undefined && walk.pages < MOST_PAGES) {
    const reply = await client.ask({path: at}, signal)
    const page = isOk(reply) ? pageIn(reply, client.baseUrl + at) : undefined
    if (page === undefined) {
      const why = isOk(reply) ? 'the reply is no list' : hostAnswerText(reply)
      return walk.result({problem: walk.pages === 0 ? why : `page ${walk.pages + 1}: ${why}`})
    }
    at = walk.take(page, path, client.baseUrl)
  }
  return walk.result()
}

class Walk {
  readonly #items: unknown[] = []
  readonly #seen = new Set<string>()
  readonly #paths = new Set<string>()
  #last: string | undefined
  #doubt: string | undefined
  #duplicates = 0
  #least = 0
  pages = 0

  /** Where to go on; undefined at the end. */
  take(page: ListPage, path: string, baseUrl: string): string | undefined {
    const ids = page.items.map(identityOf)
    const print = ids.join('\n')
    const isNumbered = page.next !== undefined || (page.totalPages ?? 0) > 1
    if (this.#last === print && this.pages > 0) {
      // A service without pages gives the same list to every number, and said nothing of more.
      if (isNumbered) this.#doubt = 'a page came again'
      return undefined
    }
    if (page.items.length === 0 && this.pages > 0) return undefined
    this.pages++
    this.#last = print
    this.#paths.add(page.fieldPath)
    for (const [at, id] of ids.entries()) {
      if (this.#seen.has(id)) this.#duplicates++
      else this.#items.push(page.items[at])
      this.#seen.add(id)
    }
    this.#least = Math.max(this.#least, page.totalCount ?? 0)
    if (page.totalCount !== undefined && page.totalCount < this.#seen.size)
      this.#doubt = 'total_count is below what was listed'
    return this.#nextOf(page, path, baseUrl)
  }

  #nextOf(page: ListPage, path: string, baseUrl: string): string | undefined {
    if (page.next !== undefined) return pathBelow(baseUrl, page.next)
    if (page.totalPages !== undefined) return this.pages < page.totalPages ? withPage(path, this.pages + 1) : undefined
    // A bare list without a word on pages: the next number tells.
    return page.items.length === 0 || this.pages > 1 ? undefined : withPage(path, 2)
  }

  result(over: Pick<HostList, 'problem'> = {}): HostList {
    const isShort = this.#least > this.#seen.size
    const doubt = this.#doubt ?? (isShort ? 'fewer were listed than total_count says' : undefined)
    return {
      items: this.#items,
      pages: this.pages,
      fieldPaths: [...this.#paths],
      duplicates: this.#duplicates,
      ...(doubt !== undefined && {doubt}),
      ...over,
    }
  }
}

const withPage = (path: string, page: number) => `${path}${path.includes('?') ? '&' : '?'}page=${page}`

/** `next` begins at the origin, requests at the base. */
function pathBelow(baseUrl: string, next: string): string {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  return next.startsWith(prefix) ? next.slice(prefix.length) : next
}
