import {join} from 'node:path'
import type {DrillTarget} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {sleep} from '#random/timers'
import {type CapturedDelivery, type ReceiverSetting, SECRET_VARIABLE} from '../app/receiver-talk.ts'
import type {DrillPorts} from './drill-ports.ts'
import {type OpenChild, openChild} from './open-child.ts'
import type {SiteNodes} from './open-nodes.ts'
import type {SiteTls} from './open-tls.ts'

/** Below the ports of nodes. */
export const RECEIVER_PORTS = {first: 15_000, blocks: 1_000, size: 4} as const
const LOOKS = 200
const LOOK_AGAIN_MS = 50

/** A receiver of webhooks and the webhook that leads to it. */
export interface HookPlace {
  readonly id: string
  readonly repo: string
  readonly port: number
  /** Where deliveries go. */
  readonly url: string
  /** Absolute. */
  readonly record: string
  readonly setting: ReceiverSetting
  /** What the sender signs with at first. */
  readonly secret: string
}

/** What became of a delivery that somebody forged. */
export interface Forged {
  readonly how: string
  readonly status: number
  readonly outcome: string
  /** Id of the process that the delivery was sent to. */
  readonly pid: number
}

/** What receivers of a drill are made of. */
export interface ReceiversOrder {
  readonly target: DrillTarget
  /** Absolute. */
  readonly home: string
  /** Where anything of the drill speaks TLS. */
  readonly tls: SiteTls | undefined
  /** Each has one. */
  readonly firstPort: number
}

/** Receivers of a drill, each a process, and webhooks of its nodes that lead there. */
export class SiteReceivers {
  readonly places: readonly HookPlace[]
  readonly #secrets: ReadonlyMap<string, string>
  readonly #ports: DrillPorts
  readonly #hooks = new Map<string, string>()
  readonly #captured = new Map<string, CapturedDelivery>()
  readonly #forged = new Map<string, Forged[]>()

  constructor({target, home, tls, firstPort}: ReceiversOrder, secrets: ReadonlyMap<string, string>, ports: DrillPorts) {
    this.#secrets = secrets
    this.#ports = ports
    this.places = (target.receivers ?? []).map(({id, repo, secrets: names, same_body, tls: isSecure}, at) => {
      const [port, record] = [firstPort + at, join(home, `${id}.ndjson`)]
      const identities = isSecure === true ? tls?.receiverIdentities() : undefined
      const setting = {port, record, secrets: names, acceptsSameBody: same_body === 'accept', identities}
      const url = `${identities === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hook`
      return {id, repo, port, url, record, setting, secret: names[0] ?? ''}
    })
  }

  get words(): (readonly [string, string])[] {
    return [...this.#hooks].map(([id, hook]) => [`hook.${id}`, hook] as const)
  }

  has(id: string): boolean {
    return this.places.some((one) => one.id === id)
  }

  place(id: string): HookPlace {
    const found = this.places.find((one) => one.id === id)
    if (found) return found
    throw new AssayError('invalid_input', `the drill has no receiver ${id}`)
  }

  /** Starts a receiver that does not run; what it processed before, it knows. */
  start(id: string, env: Readonly<Record<string, string>>, cwd: string): Promise<OpenChild> {
    const {setting} = this.place(id)
    const secrets = [...this.#secrets].map(([name, value]) => [SECRET_VARIABLE + name.toUpperCase(), value] as const)
    const argv = [...this.#ports.programs.drillChild, 'receiver', JSON.stringify(setting)] as const
    return openChild({argv, env: {...env, ...Object.fromEntries(secrets)}, cwd}, this.#ports)
  }

  /** Makes the webhooks, and sees each of them work: what came first is kept as it came. */
  async hook(nodes: SiteNodes, receiver: (id: string) => OpenChild, signal: AbortSignal): Promise<void> {
    for (const {id, repo, url, secret} of this.places) {
      const body = {url, secret: this.#secrets.get(secret) ?? ''}
      const path = nodes.hooksOf(repo)
      const {status, json} = await nodes.ask('n1', {method: 'POST', path, body}, signal)
      if (status !== 201 || !isRecord(json)) throw new AssayError('unreachable', `the node makes no webhook: ${status}`)
      this.#hooks.set(id, String(json['id']))
      await nodes.ask('n1', {method: 'POST', path: `${path}/${String(json['id'])}/test`}, signal)
      await this.#keepFirst(id, receiver(id), signal)
    }
  }

  captured(id: string): CapturedDelivery {
    const found = this.#captured.get(id)
    if (found) return found
    throw new AssayError('invalid_input', `the receiver ${id} got nothing yet`)
  }

  tellForged(id: string, one: Forged): void {
    this.#forged.set(id, [...this.forged(id), one])
  }

  forged(id: string): readonly Forged[] {
    return this.#forged.get(id) ?? []
  }

  async #keepFirst(id: string, receiver: OpenChild, signal: AbortSignal): Promise<void> {
    for (let look = 0; look < LOOKS; look++) {
      const {headers, base64} = await receiver.ask('captured', {}, signal)
      if (Array.isArray(headers)) return void this.#captured.set(id, {headers, base64: String(base64)})
      await sleep(this.#ports.clock, LOOK_AGAIN_MS, signal)
    }
    throw new AssayError('unreachable', `the webhook of ${id} does not work`)
  }
}
