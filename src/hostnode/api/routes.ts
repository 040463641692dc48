import type {NodeContext} from '../context/context.ts'
import type {KnownCaller} from '../model/objects.ts'
import type {Scope} from '../model/scopes.ts'

/** Who asks. */
export type ApiCaller = ({readonly kind: 'token'} & KnownCaller) | {readonly kind: 'anonymous'}

/** What a caller needs for a route, and what the route costs. */
export interface RouteAccess {
  /** `any`: whatever the token is good for. `open`: no token is looked at. */
  readonly needs: Scope | 'any' | 'open'
  /** Who has no token gets in too. */
  readonly anonymous?: boolean
  /** Neither counted nor refused at any rate. */
  readonly unlimited?: boolean
  /** Of git, which asks without credentials first: the route counts who has none once it lets them in, and asks for the body by itself. */
  readonly isTransport?: boolean
  /** It changes nothing, whatever its method says. */
  readonly isRead?: boolean
  /** It is for this node alone, and needs nobody's agreement. */
  readonly withoutQuorum?: boolean
  /** Works while the node is in maintenance. */
  readonly always?: boolean
}

/** One request, judged: credentials are good, the scope is held, it is within the rate, and its body was read strictly. */
export interface ApiCall {
  readonly caller: ApiCaller
  /** As the connection has it, or a trusted proxy says. */
  readonly address: string
  readonly requestId: string
  /** Path and query, as they were asked for. */
  readonly target: string
  /** The path without query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Undefined where none was sent. */
  readonly body: unknown
  setHeader(name: string, value: string): void
  /** In place of the status of the route. */
  setStatus(status: number): void
}

/** One operation of the API. What it gives is the body of the answer; nothing is 204. */
export interface NodeRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With places such as `:owner`. */
  readonly url: string
  readonly access: RouteAccess
  /** Of success, 200 where there is a body. */
  readonly status?: number
  readonly answer: (call: ApiCall) => unknown
}

/** A body that was made before. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The routes of one topic. */
export type RouteGroup = (context: NodeContext) => readonly NodeRoute[]
