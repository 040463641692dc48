import {toleratedWeight, totalWeight, type ValidatorNetwork, weightOf} from './network.ts'

const VIEWS_BLOCKS = 4
const LONGEST_MS = 30_000
/**
 * Heights for which a giving-up lasts: the block in progress may still become final in the view that its leader gave up, and the next height
 * then begins in that view.
 */
const GIVEN_UP_HEIGHTS = 2

/** The view that a member is in at one height, since when, and the views that the others are in. */
export class ViewClock {
  readonly #network: ValidatorNetwork
  readonly #seen = new Map<string, number>()
  #first: number
  #view: number
  #sinceMs: number
  #givenUp = {view: -1, heights: 0}

  constructor(network: ValidatorNetwork, view: number, nowMs: number) {
    this.#network = network
    this.#first = view
    this.#view = view
    this.#sinceMs = nowMs
  }

  get view(): number {
    return this.#view
  }

  /** Whether this is the view of the block below: then no member needs to be asked about earlier views. */
  get isFirst(): boolean {
    return this.#view === this.#first
  }

  /** When the view ends without a block: four block times after its start, doubled with each view up to 30 s. */
  get endsAtMs(): number {
    const baseMs = VIEWS_BLOCKS * this.#network.blockTimeMs
    const mostMs = Math.max(LONGEST_MS, baseMs)
    return this.#sinceMs + Math.min(mostMs, baseMs * 2 ** Math.min(this.#view - this.#first, 20))
  }

  enter(view: number, nowMs: number): void {
    this.#view = view
    this.#sinceMs = nowMs
  }

  /** Begins the next height in the view that ended the last one. */
  restart(view: number, nowMs: number): void {
    this.#first = view
    this.#seen.clear()
    this.#givenUp.heights--
    this.enter(view, nowMs)
  }

  /** Stops this member from leading in this view, at this height and the next. */
  giveUp(): void {
    this.#givenUp = {view: this.#view, heights: GIVEN_UP_HEIGHTS}
  }

  get isGivenUp(): boolean {
    return this.#givenUp.heights > 0 && this.#givenUp.view === this.#view
  }

  see(member: string, view: number): void {
    if (view > (this.#seen.get(member) ?? -1)) this.#seen.set(member, view)
  }

  seenOf(member: string): number {
    return this.#seen.get(member) ?? -1
  }

  /** Total weight of the other members that have reached a view, and of `more`. */
  weightFrom(view: number, ...more: readonly string[]): number {
    const there = [...this.#seen].filter(([, one]) => one >= view).map(([member]) => member)
    return weightOf(this.#network, [...there, ...more])
  }

  /** The highest view reached by more than the tolerated weight, and so by at least one honest member. */
  reachedByOthers(): number {
    const tolerated = toleratedWeight(totalWeight(this.#network))
    const views = [...new Set(this.#seen.values())].sort((a, b) => b - a)
    return views.find((view) => this.weightFrom(view) > tolerated) ?? -1
  }
}
