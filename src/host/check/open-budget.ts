import type {HostReply} from '../client/host-client.ts'
import type {CheckContext} from './check.ts'

/** Requests without a good token of a run that asks everything, and of one that asks what is needed alone. */
const WHOLE = 13
const NEEDED = 5
/** As many runs of mode `standard` must come to a verdict within the hour that a service counts. */
const RUNS_AN_HOUR = 10

/**
 * Whether so little is left of what the service grants an address that only the needed questions are asked: who upgrades node after node asks again and
 * again. Everything is asked where the service tells no budget, and of a check that was asked for by its name.
 */
export function isSparing(
  {named}: Pick<CheckContext, 'named'>,
  check: string,
  {headers}: Pick<HostReply, 'headers'>,
): boolean {
  const text = headers['x-ratelimit-remaining']
  if (text === undefined || !/^\d{1,15}$/.test(text) || named.has(check)) return false
  return Number(text) + 1 < WHOLE + (RUNS_AN_HOUR - 1) * NEEDED
}
