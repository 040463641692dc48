import type {CheckContext} from '../check/check.ts'
import {OWN_PAGE, tokenRefusal} from '../client/token-refusal.ts'
import type {HostSetting} from './load-setting.ts'

/**
 * A token that is refused ends the work at the first answer: each further request would be one of the few that the service grants to strangers, and its
 * checks with a good token need those. Throws `unauthorized`, and as `ask` does.
 */
export async function askToken(
  {front, nodes, token, signal}: CheckContext,
  {target, nodeTokens}: Pick<HostSetting, 'target' | 'nodeTokens'>,
): Promise<void> {
  const own = nodes.filter(({name}) => nodeTokens.has(name))
  for (const side of token === undefined ? own : [front, ...own]) {
    const {status} = await side.client.ask({path: OWN_PAGE}, signal)
    if (status === 401) throw tokenRefusal(target.profile, side === front ? undefined : side.name)
  }
}
