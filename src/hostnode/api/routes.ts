import type {NodeContext} from '../context/context.ts'
import type {KnownCaller} from '../model/objects.ts'
import type {Scope} from '../model/scopes.ts'

/** The sender of a request. */
export type ApiCaller = ({readonly kind: 'token'} & KnownCaller) | {readonly kind: 'anonymous'}

/** What a caller needs for a route, and what the route costs. */
export interface RouteAccess {
  /** `any`: any good token will do. `open`: tokens are not looked at. */
  readonly needs: Scope | 'any' | 'open'
  /** Callers without a token are let in too. */
  readonly anonymous?: boolean
  /** Requests are neither counted nor refused for their rate. */
  readonly unlimited?: boolean
  /**
   * A route of git, which first asks without credentials: the route itself counts anonymous callers once it lets them in, and invites the body
   * itself.
   */
  readonly isTransport?: boolean
  /** Changes nothing, whatever its method says. */
  readonly isRead?: boolean
  /** Concerns this node alone and needs no quorum. */
  readonly withoutQuorum?: boolean
  /** Works while the node is in maintenance. */
  readonly always?: boolean
}

/** One admitted request: its credentials are good, the scope is held, it is within the rate, and its body was read strictly. */
export interface ApiCall {
  readonly caller: ApiCaller
  /** Address of the peer, or the one a trusted proxy reports. */
  readonly address: string
  readonly requestId: string
  /** Path and query as requested. */
  readonly target: string
  /** The path without query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Undefined if no body was sent. */
  readonly body: unknown
  setHeader(name: string, value: string): void
  /** Replaces the status of the route. */
  setStatus(status: number): void
}

/** One operation of the API. `answer` returns the body of the response; undefined becomes 204. */
export interface NodeRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Template with parameters such as `:owner`. */
  readonly url: string
  readonly access: RouteAccess
  /** Status of a success with a body, 200 by default. */
  readonly status?: number
  readonly answer: (call: ApiCall) => unknown
}

/** A body that is JSON text already. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The routes of one topic. */
export type RouteGroup = (context: NodeContext) => readonly NodeRoute[]
