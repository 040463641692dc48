import type {HttpClient} from '#net/http-client'
import type {Time} from '#random/timers'
import {authorizationOf} from '../client/authorization.ts'
import {errorTextOf, type HostReply, type HostRequest, isRateHit} from '../client/host-client.ts'
import {openHostClient} from '../client/open-host-client.ts'
import {SilenceWatch} from '../client/watch-silence.ts'
import type {Target} from '../model/target.ts'
import type {CheckNotes, NodeSide} from './check.ts'

const MOST_HEARD = 5000
/** No node's name: the first letter of those is one. */
const FRONT = ' public'

const placeOf = (name: string) => (name === FRONT ? 'public_url' : name)

interface SideSetting {
  readonly target: Target
  readonly token: string | undefined
  /** Tokens of nodes with accounts of their own, by name of the node. */
  readonly nodeTokens?: ReadonlyMap<string, string>
  readonly notes: CheckNotes
}

/** The nodes of a target, and where users go; all they answer is noted, but for the body that shows a new token. */
export function openSides(
  {target, token, nodeTokens, notes}: SideSetting,
  http: HttpClient,
  clock: Time,
): {readonly nodes: readonly NodeSide[]; readonly front: NodeSide} {
  const {scheme, username, tokens_path} = target.auth
  const authorizationFor = (name: string) => {
    const own = nodeTokens?.get(name) ?? token
    return own === undefined ? undefined : authorizationOf(scheme, own, username)
  }
  const onReply = ({method, path}: HostRequest, {headers, text}: HostReply) => {
    const isShowing = method === 'POST' && path === tokens_path
    if (notes.heard.length < MOST_HEARD) notes.heard.push({headers, text: isShowing ? '' : text})
  }
  const onOwnReply = (request: HostRequest, reply: HostReply) => {
    onReply(request, reply)
    const isRefused = reply.status === 401 || (reply.status === 403 && !isRateHit(reply))
    if (isRefused && request.authorization === undefined)
      notes.refusals?.push({status: reply.status, said: errorTextOf(reply)})
  }
  const watch = new SilenceWatch()
  const side = (
    name: string,
    baseUrl: string,
    rest: {metricsUrl?: string | undefined; isValidator: boolean},
  ): NodeSide => ({
    name,
    client: openHostClient(
      {baseUrl, name: placeOf(name), authorization: authorizationFor(name), onReply: onOwnReply, watch},
      http,
      clock,
    ),
    open: openHostClient({baseUrl, name: placeOf(name), isEach: true, onReply, watch}, http, clock),
    hasToken: authorizationFor(name) !== undefined,
    metrics:
      rest.metricsUrl === undefined
        ? undefined
        : openHostClient({baseUrl: rest.metricsUrl, name: `metrics_url of ${name}`, isEach: true, watch}, http, clock),
    isValidator: rest.isValidator,
  })
  const nodes = target.profile.nodes.map(({name, base_url, metrics_url, validator = false}) =>
    side(name, base_url, {metricsUrl: metrics_url, isValidator: validator}),
  )
  return {nodes, front: side(FRONT, target.publicUrl, {isValidator: false})}
}
