import type {AlertRule} from '#contract/generated/types'
import type {MetricSample} from '../model/prometheus.ts'
import {measured, WINDOW_S} from './alert-measure.ts'
import {MetricHistory} from './metric-history.ts'

/** A node as rules see it. */
export interface WatchedNode {
  readonly name: string
  readonly isValidator: boolean
}

/** An alert that is up. `node` is absent for one of the whole fleet. */
export interface FiringAlert {
  readonly rule: string
  readonly node?: string
}

/** What a node told; undefined where it could not be read. */
export type Scrapes = ReadonlyMap<string, readonly MetricSample[] | undefined>

/** The rules that a fleet can be held against. */
export function rulesFor(rules: readonly AlertRule[], nodes: readonly WatchedNode[]): AlertRule[] {
  const validators = nodes.filter(({isValidator}) => isValidator).length
  return rules.filter(({on, from_validators: least = 1}) => on === 'nodes' || validators >= least)
}

/** Holds rules against what nodes tell, scrape after scrape. It knows no clock: times are what it is given, in seconds, and only go forward. */
export class AlertWatch {
  readonly #rules: readonly AlertRule[]
  readonly #nodes: readonly WatchedNode[]
  readonly #histories: ReadonlyMap<string, MetricHistory>
  readonly #since = new Map<string, number>()

  constructor(rules: readonly AlertRule[], nodes: readonly WatchedNode[]) {
    this.#rules = rulesFor(rules, nodes)
    this.#nodes = nodes
    const keepS = Math.max(...rules.map(({measure}) => measure.window_s ?? WINDOW_S))
    this.#histories = new Map(nodes.map(({name}) => [name, new MetricHistory(keepS)]))
  }

  /** Takes one reading of all nodes, and tells what fires then. A node that is not in it was not read. */
  take(atS: number, scrapes: Scrapes): FiringAlert[] {
    for (const {name} of this.#nodes) {
      const samples = scrapes.get(name)
      const up = {name: 'up', labels: {}, value: samples === undefined ? 0 : 1}
      this.#histories.get(name)?.add(atS, [up, ...(samples ?? [])])
    }
    return this.#rules.flatMap((rule) => this.#firing(rule, atS))
  }

  #firing(rule: AlertRule, atS: number): FiringAlert[] {
    const own = this.#nodes.filter(({isValidator}) => rule.on === 'nodes' || isValidator)
    if (rule.scope === 'fleet') return this.#isFiring(rule, own, atS) ? [{rule: rule.id}] : []
    return own.filter((node) => this.#isFiring(rule, [node], atS)).map(({name}) => ({rule: rule.id, node: name}))
  }

  #isFiring(rule: AlertRule, nodes: readonly WatchedNode[], atS: number): boolean {
    const key = rule.scope === 'fleet' ? rule.id : `${rule.id} ${nodes.map(({name}) => name).join(' ')}`
    if (!this.#holds(rule, nodes, atS)) {
      this.#since.delete(key)
      return false
    }
    const since = this.#since.get(key) ?? atS
    this.#since.set(key, since)
    return atS - since >= rule.for_s
  }

  #holds({measure, operator, threshold, absent}: AlertRule, nodes: readonly WatchedNode[], atS: number): boolean {
    const histories = nodes.flatMap(({name}) => this.#histories.get(name) ?? [])
    if (absent === 'fire' && isSilent(measure, histories)) return true
    const value = measured(measure, histories, atS)
    if (value === undefined) return false
    return operator === 'gt' ? value > threshold : value < threshold
  }
}

/** Nodes that can be read, and not one that tells the metric: then nobody would ever be told by it. */
function isSilent({kind, metric}: AlertRule['measure'], nodes: readonly MetricHistory[]): boolean {
  const name = kind === 'quantile' ? `${metric}_bucket` : metric
  const read = nodes.filter((one) => one.now({metric: 'up'}) === 1)
  return read.length > 0 && read.every((one) => one.now({metric: name}) === undefined)
}
