import {AssayError} from '#error/assay-error'
import {sleep} from '#random/timers'
import {type HostList, readList} from '../client/read-list.ts'
import {asCount, readField} from '../model/field.ts'
import {glanceAtStatus} from './ask-status.ts'
import type {CheckContext} from './check.ts'
import {KEYS_PATH} from './repository.ts'

/** What is needed to hold the lists of a token against what the service says of itself. */
export type ListAsking = Pick<CheckContext, 'front' | 'nodes' | 'target' | 'time' | 'pauseMs' | 'signal'>

/** Repositories may go away between two answers. */
const LOOKS = 3

/** What whoever may not see everything must give: of what a token does not see, every later check would say that nothing is missing. */
export const BLIND_HINT =
  'Give a token that reads everything: of an administrator, or with the scopes repo:read and user:read of the one user whose it all is. Nothing that a token does not see can be proved later.'

/** All repositories of the list, or why nobody may take them for all: `host_unfit`. Throws as `ask` does. */
export async function listAll(
  asking: ListAsking,
): Promise<{readonly list: HostList; readonly unfit?: AssayError | undefined}> {
  const {front, time, pauseMs, signal} = asking
  for (let look = 1; ; look++) {
    const held = (await heldCount(asking)) ?? 0
    const list = await readList(front.client, '/api/repos', signal)
    const broken = list.doubt ?? (list.duplicates > 0 ? 'pages repeat entries' : undefined)
    if (list.problem !== undefined) return {list, unfit: untrusted(list.problem, BLIND_HINT)}
    if (broken !== undefined) return {list, unfit: untrusted(broken)}
    const listed = list.items.length
    if (held <= listed) return {list}
    if (look === LOOKS)
      return {
        list,
        unfit: untrusted(`the service says that it holds ${held}, and the token lists ${listed}`, BLIND_HINT),
      }
    await sleep(time, pauseMs, signal)
  }
}

const untrusted = (why: string, hint?: string) =>
  new AssayError('host_unfit', `the list of repositories cannot be trusted: ${why}`, hint === undefined ? {} : {hint})

/** How many the service says there are, whoever asks; of nodes that each say it the fewest, for they may not be in step. Undefined where nobody tells. */
async function heldCount({front, nodes, signal}: ListAsking): Promise<number | undefined> {
  const ask = async (side: CheckContext['front']) =>
    (await glanceAtStatus({signal}, side, (document) => readField(document, ['repositories'], asCount)))?.value
  const told = await ask(front)
  if (told !== undefined) return told
  const each = (await Promise.all(nodes.map(ask))).filter((count) => count !== undefined)
  return each.length === 0 ? undefined : Math.min(...each)
}

/** Why a baseline with this token would be none: of repositories, tokens or keys it does not see what is there. Throws as `ask` does. */
export async function findBlindness(asking: ListAsking): Promise<AssayError | undefined> {
  const {front, target, signal} = asking
  const {unfit} = await listAll(asking)
  if (unfit !== undefined) return unfit
  for (const path of [target.auth.tokens_path, KEYS_PATH]) {
    const {problem} = await readList(front.client, path, signal)
    if (problem !== undefined) return uncounted(`${path}: ${problem}`)
  }
  return undefined
}

/** Accounts that cannot be counted now cannot be held against anything later. */
export const uncounted = (why: string) =>
  new AssayError('host_unfit', `accounts cannot be counted: ${why}`, {hint: BLIND_HINT})
