import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import type {HostReply} from '#host/client/host-client'
import type {Redactor} from '#redact/redactor'

/** A token of a node. */
interface SiteToken {
  readonly id: string
  readonly text: string
}

/** Tokens of the nodes of a drill by the names that it gives them, and the one that it works with itself. None leaves the process but where it is used. */
export class SiteTokens {
  readonly #redactor: Pick<Redactor, 'register'>
  readonly #named = new Map<string, SiteToken>()
  #own = ''

  constructor(redactor: Pick<Redactor, 'register'>) {
    this.#redactor = redactor
  }

  /** What the drill sends with its requests; empty before there is a node. */
  get own(): string {
    return this.#own
  }

  get words(): (readonly [string, string])[] {
    return [...this.#named].map(([name, {text}]) => [['token', name].join('.'), text] as const)
  }

  /** The drill works with it from now on. False where it does already. */
  takeOwn(text: string): boolean {
    if (this.#own === text) return false
    this.#redactor.register(text)
    this.#own = text
    return true
  }

  keep(name: string, token: SiteToken): void {
    this.#redactor.register(token.text)
    this.#named.set(name, token)
  }

  named(name: string): SiteToken | undefined {
    return this.#named.get(name)
  }
}

/** The token that an answer holds. Throws `unreachable` where there is none. */
export function tokenIn({status}: Pick<HostReply, 'status'>, json: unknown): SiteToken {
  if (status === 201 && isRecord(json)) return {id: String(json['id']), text: String(json['token'])}
  throw new AssayError('unreachable', `the node answered ${status} and made none`)
}
