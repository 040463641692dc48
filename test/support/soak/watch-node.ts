import type {TestNode} from '../hostnode.ts'
import {prometheusFamilies} from '../prometheus-text.ts'
import type {SoakSeries} from './judge-soak.ts'

const MIB = 1024 * 1024
/** Families of the node's own metrics, and what each may grow by. */
const WATCHED = {
  process_resident_memory_bytes: {share: 0.1, least: 12 * MIB},
  nodejs_heap_size_used_bytes: {share: 0.25, least: 12 * MIB},
  process_open_fds: {share: 0.1, least: 8},
  nodejs_active_handles_total: {share: 0.1, least: 8},
  hostnode_http_in_flight: {share: 0, least: 4},
} as const

/** Reads the metrics of a node at its call, and keeps what it may not let grow. */
export class NodeWatch {
  readonly #node: TestNode
  readonly #atMs: number[] = []
  readonly #values = new Map<string, number[]>()

  constructor(node: TestNode) {
    this.#node = node
  }

  async sample(): Promise<void> {
    const text = await (await fetch(`${this.#node.metricsUrl}/metrics`)).text()
    const families = prometheusFamilies(text)
    const read = Object.keys(WATCHED).map((name): [string, number] => {
      const value = Number(families.get(name)?.metrics[0]?.value)
      if (!Number.isFinite(value)) throw new Error(`the node tells no ${name}`)
      return [name, value]
    })
    this.#atMs.push(performance.now())
    for (const [name, value] of read) this.#values.set(name, [...(this.#values.get(name) ?? []), value])
  }

  series(): SoakSeries[] {
    return Object.entries(WATCHED).map(([name, allowed]) => ({
      name,
      allowed,
      atMs: this.#atMs,
      values: this.#values.get(name) ?? [],
    }))
  }
}
