import {isRecord} from '#contract/is-record'
import {sleep} from '#random/timers'
import type {DrillPorts} from './drill-ports.ts'
import type {SiteNodes} from './open-nodes.ts'

const LOOK_MS = 100
const STEP_DOWN = {method: 'POST', path: '/api/admin/step-down'} as const

/** Looks at all nodes of a drill while others work on them, and knows nothing of what they mean to do. */
export class NodesWatch {
  readonly #nodes: SiteNodes
  readonly #ports: Pick<DrillPorts, 'clock'>
  readonly #control = new AbortController()
  readonly #over: Promise<void>
  #looks = 0
  #mostAway = 0
  #fell = 0
  #leaders = 0
  #heights: readonly number[] = []
  #leader: string | undefined
  /** How long a leader leads before it is asked to give that up; undefined: as long as it likes. */
  moveMs: number | undefined

  constructor(nodes: SiteNodes, ports: Pick<DrillPorts, 'clock'>) {
    this.#nodes = nodes
    this.#ports = ports
    this.#over = this.#watch().catch(() => undefined)
  }

  /** `most_away`: most nodes without an answer at one look. `fell`: how often the chain was lower than before. */
  get seen() {
    const [first = 0, last = 0] = [this.#heights[0], this.#heights.at(-1)]
    return {
      looks: this.#looks,
      most_away: this.#mostAway,
      fell: this.#fell,
      grew: last - first,
      leaders: this.#leaders,
    }
  }

  async stop(): Promise<void> {
    this.#control.abort('the drill ends it')
    await this.#over
  }

  async #watch(): Promise<void> {
    const {signal} = this.#control
    const {clock} = this.#ports
    for (let ledSinceMs = clock.nowMs(); ; ) {
      const leader = await this.#look(signal)
      if (leader !== undefined && leader !== this.#leader) {
        this.#leader = leader
        this.#leaders++
        ledSinceMs = clock.nowMs()
      }
      if (leader !== undefined && this.moveMs !== undefined && clock.nowMs() - ledSinceMs >= this.moveMs) {
        ledSinceMs = clock.nowMs()
        await this.#nodes.ask(leader, STEP_DOWN, signal).catch(() => undefined)
      }
      await sleep(clock, LOOK_MS, signal)
    }
  }

  /** The node that claims to lead. */
  async #look(signal: AbortSignal): Promise<string | undefined> {
    const told = await Promise.all(this.#nodes.places.map(({name}) => this.#ask(name, signal)))
    const known = told.filter((one) => one !== undefined)
    const top = Math.max(0, ...known.map(({height}) => height))
    if (known.length > 0) {
      if (top < (this.#heights.at(-1) ?? 0)) this.#fell++
      this.#heights = [this.#heights[0] ?? top, top]
    }
    this.#mostAway = Math.max(this.#mostAway, told.length - known.length)
    this.#looks++
    return known.find(({isLeader}) => isLeader)?.name
  }

  async #ask(name: string, signal: AbortSignal) {
    const {status, json} = await this.#nodes
      .ask(name, {path: '/api/consensus/status'}, signal)
      .catch(() => ({status: 0, json: undefined}))
    if (status !== 200 || !isRecord(json)) return undefined
    return {name, height: Number(json['block_height']), isLeader: json['is_leader'] === true}
  }
}
