import type {AlertRule} from '#contract/generated/types'
import {AlertWatch, type FiringAlert, type Scrapes} from '#host/alert/alert-watch'
import {loadAlertRules} from '#host/alert/load-alert-rules'
import {elapsedMs} from '#random/clock'
import type {DrillPorts} from './drill-ports.ts'
import type {SiteNodes} from './open-nodes.ts'

/** What is asked at the same moment is read once. */
const FRESH_MS = 100

/** The alert rules of this version over the nodes of a drill, on a clock that may go faster than that of the machine. */
export class SiteAlerts {
  /** Every rule, whether it fires or not. */
  readonly rules: readonly string[]
  readonly #nodes: SiteNodes
  readonly #watch: AlertWatch
  readonly #ports: DrillPorts
  readonly #beganNs: bigint
  readonly #beganS: number
  readonly #scale: number
  /** How far the clock of those who watch was moved, in seconds. */
  shiftS = 0
  #last: {readonly atMs: number; readonly firing: readonly FiringAlert[]} | undefined

  private constructor(nodes: SiteNodes, rules: readonly AlertRule[], scale: number, ports: DrillPorts) {
    this.#nodes = nodes
    const watched = nodes.places.map(({name}) => ({name, isValidator: nodes.areValidators}))
    this.#watch = new AlertWatch(rules, watched)
    this.rules = rules.map(({id}) => id)
    this.#scale = scale
    this.#ports = ports
    this.#beganNs = ports.clock.monotonicNs()
    this.#beganS = ports.clock.nowMs() / 1000
  }

  static async open(nodes: SiteNodes, scale: number, ports: DrillPorts): Promise<SiteAlerts> {
    const rules = await loadAlertRules(ports.programs.alerts, {reader: ports.files.reader, redactor: ports.redactor})
    return new SiteAlerts(nodes, rules, scale, ports)
  }

  /** Reads all nodes and tells what fires. */
  async firing(signal: AbortSignal): Promise<readonly FiringAlert[]> {
    const nowMs = elapsedMs(this.#ports.clock, this.#beganNs)
    if (this.#last !== undefined && nowMs - this.#last.atMs < FRESH_MS) return this.#last.firing
    const names = this.#nodes.places.map(({name}) => name)
    const told = await Promise.all(names.map(async (name) => [name, await this.#nodes.scrape(name, signal)] as const))
    const scrapes: Scrapes = new Map(told)
    const firing = this.#watch.take(this.#beganS + this.shiftS + (nowMs / 1000) * this.#scale, scrapes)
    this.#last = {atMs: nowMs, firing}
    return firing
  }
}
