import {isOk} from '../client/host-client.ts'
import {identityOf, pageIn} from '../client/page.ts'
import {readList} from '../client/read-list.ts'
import {type CheckFinding, failed, passed, passedUnless, skipped, unclear} from '../model/finding.ts'
import {askOwner} from './ask-owner.ts'
import type {Check, CheckContext, MadeRepository} from './check.ts'
import {discardRepository, makeRepository} from './make-things.ts'
import {repositoryIn} from './repository.ts'

export const PAGE_CHECKS: readonly Check[] = [
  {id: 'api.repos', title: 'The list of repositories can be read', mode: 'quick', needsToken: true, ask: checkList},
  {
    id: 'page.walk',
    title: 'Pages leave nothing out and repeat nothing',
    mode: 'standard',
    needsToken: true,
    ask: checkWalk,
  },
]

async function checkList(context: CheckContext): Promise<CheckFinding> {
  const owner = await askOwner(context)
  const list = await readList(context.front.client, '/api/repos', context.signal)
  const nameless = list.items.filter((item) => repositoryIn(item, owner) === undefined).length
  const seen = {
    expected: 'a list of repositories',
    observed: {listed: list.items.length, pages: list.pages, nameless},
    fieldPaths: list.fieldPaths,
  }
  if (list.problem !== undefined) return failed(list.problem, seen)
  if (nameless > 0) return failed('entries have no name', seen)
  return list.doubt === undefined ? passed(seen) : unclear(list.doubt, seen)
}

/** Small, so that few entries make many pages; larger where there are many, up to the most that a page may have. */
const PER_PAGE = 2
const FEW_PAGES = 20
const MOST_PER_PAGE = 100
const FAR = 100_000

async function checkWalk(context: CheckContext): Promise<CheckFinding> {
  const {front, signal, target} = context
  const made: MadeRepository[] = []
  const first = await readList(front.client, '/api/repos', signal)
  // Too few to fill a second page: some of our own are lent for the while.
  for (let there = first.items.length; target.checks.mutate && there <= PER_PAGE; there++) {
    const repository = await makeRepository(context)
    if (repository.kind === 'made') made.push(repository.thing)
  }
  try {
    return await walkPages(context)
  } finally {
    for (const repository of made) await discardRepository(context, repository)
  }
}

async function walkPages(context: CheckContext): Promise<CheckFinding> {
  const {front, signal} = context
  const whole = await readList(front.client, '/api/repos', signal)
  if (whole.problem !== undefined) return failed(whole.problem)
  if (whole.items.length <= PER_PAGE) return unclear('there are too few repositories for a second page')
  const all = whole.items.map(identityOf)
  const found: string[] = []
  let pages = 0
  const perPage = Math.min(MOST_PER_PAGE, Math.max(PER_PAGE, Math.ceil(all.length / FEW_PAGES)))
  for (let page = 1; page <= Math.ceil(all.length / perPage); page++) {
    const path = `/api/repos?per_page=${perPage}&page=${page}`
    const reply = await front.client.ask({path}, signal)
    const list = isOk(reply) ? pageIn(reply, front.client.baseUrl + path) : undefined
    if (list === undefined) return failed(`page ${page} is no list`, {observed: {status: reply.status}})
    if (page === 1 && list.items.length >= all.length)
      return skipped('capability_absent', {observed: {per_page: 'has no effect'}})
    found.push(...list.items.map(identityOf))
    pages = page
  }
  const there = new Set(found)
  const missing = all.filter((id) => !there.has(id)).length
  const repeated = found.length - there.size + whole.duplicates
  const seen = {
    expected: 'every entry once',
    observed: {entries: all.length, pages, repeated, missing},
    fieldPaths: whole.fieldPaths,
  }
  const walked = passedUnless(
    [
      [repeated > 0, 'pages repeat entries'],
      [missing > 0, 'pages leave entries out'],
    ],
    seen,
  )
  if (walked.status === 'fail') return walked
  return whole.doubt === undefined ? await checkEnds(context, seen) : unclear(whole.doubt, seen)
}

async function checkEnds({front, signal}: CheckContext, seen: Parameters<typeof passed>[0]): Promise<CheckFinding> {
  const path = `/api/repos?per_page=${PER_PAGE}&page=${FAR}`
  const past = await front.client.ask({path}, signal)
  const list = isOk(past) ? pageIn(past, front.client.baseUrl + path) : undefined
  if (list === undefined || list.items.length > 0) return failed('the page past the end is not empty', seen)
  const bad = await front.client.ask({path: '/api/repos?page=x'}, signal)
  return bad.status >= 400 && bad.status < 500
    ? passed(seen)
    : failed(`a page that is no number is answered ${bad.status}`, seen)
}
