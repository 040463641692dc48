import type {Caught} from '../hook-catcher.ts'

const ZERO = '0'.repeat(40)

interface Told {
  readonly kind: string
  readonly delivery: string
  readonly body: {readonly event_id: string; readonly ref?: string; readonly before?: string; readonly after?: string}
}

/** What a client was told of events, held against what their receiver got: none may be lost, and none told twice under two names. */
export class EventLedger {
  readonly #events = new Set<string>()
  readonly #pings = new Set<string>()
  readonly #refs: {readonly ref: string; readonly oid: string | undefined}[] = []

  /** An event that was raised; its id. */
  acknowledgeEvent(id: string): void {
    this.#events.add(id)
  }

  /** A test delivery; its id. */
  acknowledgePing(delivery: string): void {
    this.#pings.add(delivery)
  }

  /** A push that was done; undefined: the ref went away. */
  acknowledgeRef(ref: string, oid: string | undefined): void {
    this.#refs.push({ref, oid})
  }

  /** `caught`: all that ever came for the one hook that wants everything; `real`: what git has, lines `oid ref`. */
  judge(caught: readonly Caught[], real: readonly string[]): string[] {
    const told = caught.map(toldOf)
    const deliveries = new Set(told.map(({delivery}) => delivery))
    const ids = new Set(told.map(({body}) => body.event_id))
    const pairs = new Set(told.map(({delivery, body}) => `${delivery} ${body.event_id}`))
    const bodies = new Set(caught.map(({headers, body}) => `${headers['x-host-delivery']} ${body}`))
    return [
      ...[...this.#events].filter((id) => !ids.has(id)).map((id) => `event ${id} was acknowledged and never came`),
      ...[...this.#pings].filter((id) => !deliveries.has(id)).map((id) => `ping ${id} was acknowledged and never came`),
      ...(pairs.size === deliveries.size && pairs.size === ids.size ? [] : ['an event came under two names']),
      ...(bodies.size === deliveries.size ? [] : ['a delivery came with two bodies']),
      ...this.#judgeRefs(told, real),
    ]
  }

  /** Pushes of a ref make a chain from nothing to what it is now, with each acknowledged state in it. */
  #judgeRefs(told: readonly Told[], real: readonly string[]): string[] {
    const byId = new Map(told.map((one) => [one.body.event_id, one]))
    const events = [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
    const now = new Map(real.map((line) => [line.slice(41), line.slice(0, 40)]))
    const pushes = Map.groupBy(
      events.filter(({kind}) => kind === 'push'),
      ({body}) => body.ref ?? '',
    )
    const names = new Set([...pushes.keys(), ...now.keys(), ...this.#refs.map(({ref}) => ref)])
    return [...names].flatMap((ref) => {
      const moves = (pushes.get(ref) ?? []).map(({body}) => body)
      const states = [ZERO, ...moves.map(({after}) => after)]
      const isChain = moves.every(({before}, at) => before === states[at])
      const lost = this.#refs.filter((one) => one.ref === ref && !states.includes(one.oid ?? ZERO))
      const made = moves.filter(({before}) => before === ZERO).length
      const gone = moves.filter(({after}) => after === ZERO).length
      const count = (kind: string) => events.filter((one) => one.kind === kind && one.body.ref === ref).length
      return [
        ...(isChain ? [] : [`events of ${ref} are no chain`]),
        ...(states.at(-1) === (now.get(ref) ?? ZERO) ? [] : [`the last event of ${ref} is not what git has`]),
        ...lost.map(({oid}) => `a push of ${ref} to ${oid} was acknowledged and has no event`),
        ...(count('create') === made && count('delete') === gone ? [] : [`${ref} was not made and deleted as told`]),
      ]
    })
  }
}

function toldOf({headers, body}: Caught): Told {
  return {
    kind: String(headers['x-host-event']),
    delivery: String(headers['x-host-delivery']),
    body: JSON.parse(body),
  }
}
