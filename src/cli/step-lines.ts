import type {Cancel, Time} from '#random/timers'
import type {Redactor} from '#redact/redactor'
import type {LogFolds} from '#redact/runner-log'
import {CLEAR_LINE, redactLine} from '#redact/styled'
import type {StepPlace, StepProgress} from '#report/progress'
import type {OutputStream} from './write-output.ts'

const LINE_EVERY_MS = 10_000
const REDRAW_EVERY_MS = 250
const USUAL_COLUMNS = 80
const LONGEST_LINE = 500

interface OpenStep {
  readonly title: string
  readonly kind: string
  readonly begunMs: number
  /** The first count that was told and the newest: between them lies its pace, without what went before. */
  first?: Count
  last?: Count
}

interface Count {
  readonly atMs: number
  readonly done: number
  readonly total: number
}

/** A pace is told once so much was counted in so long. */
const LEAST_COUNTED = 3
const LEAST_MS = 1_000

export interface StepLinesSetting {
  readonly stream: OutputStream
  readonly redactor: Pick<Redactor, 'text'>
  readonly clock: Pick<Time, 'monotonicNs' | 'nowMs' | 'every'>
  /** Where the log is shown with folds: what a step prints lies under its name. */
  readonly folds?: LogFolds | undefined
}

/**
 * A line on standard error for every step of a job when it begins and when it ends. Meanwhile its elapsed time and what is left of it by
 * its own pace, and of the job where other steps are still to come: on a terminal one line that is redrawn, also while the step says nothing;
 * elsewhere plain lines every ten seconds.
 */
export class StepLines implements Disposable {
  readonly #setting: StepLinesSetting
  readonly #open = new Set<OpenStep>()
  #stopTicking: Cancel | undefined
  #isDrawn = false
  #folded: string | undefined
  readonly #pace = new JobPace()
  #waits = 0

  constructor(setting: StepLinesSetting) {
    this.#setting = setting
  }

  /** The kinds of the steps that have not begun. */
  wait(kinds: readonly string[]): void {
    this.#pace.wait(kinds)
    this.#waits = kinds.length
  }

  begin(name: string, {at, of, kind = name}: StepPlace): StepProgress {
    const step: OpenStep = {title: `step ${at} of ${of} ${name}`, kind, begunMs: this.#nowMs()}
    this.#openFold(step)
    this.#open.add(step)
    if (this.#folded === undefined) this.#line(step.title)
    const {stream, clock} = this.#setting
    this.#stopTicking ??= clock.every(stream.isTerminal ? REDRAW_EVERY_MS : LINE_EVERY_MS, () => this.tick())
    return {
      update: (done, total) => {
        step.last = {atMs: this.#nowMs(), done, total}
        step.first ??= step.last
      },
      end: (outcome) => {
        this.#open.delete(step)
        const tookMs = this.#nowMs() - step.begunMs
        this.#pace.end(kind, tookMs)
        this.#line(`${step.title}: ${outcome} after ${timeText(tookMs)}`)
        this.#closeFold()
        if (this.#open.size === 0) this.#rest()
      },
    }
  }

  /** Tells how far every open step has come. */
  tick(): void {
    const lines = [...[...this.#open].map((step) => stepLine(step, this.#nowMs())), ...this.#jobLine()]
    const {stream, redactor} = this.#setting
    if (!stream.isTerminal) for (const line of lines) this.#line(line)
    else if (lines.length > 0) {
      stream.write(CLEAR_LINE)
      stream.write(redactLine(lines.join(' | '), (stream.columns || USUAL_COLUMNS) - 1, redactor))
      this.#isDrawn = true
    }
  }

  /** Takes the drawn line away, so that what is printed next begins on a clean one; an open step draws it again. */
  [Symbol.dispose](): void {
    if (this.#isDrawn) this.#setting.stream.write(CLEAR_LINE)
    this.#isDrawn = false
  }

  #rest(): void {
    this.#stopTicking?.()
    this.#stopTicking = undefined
  }

  #line(text: string): void {
    const {stream, redactor} = this.#setting
    this[Symbol.dispose]()
    stream.write(redactor.text(`${redactLine(text, LONGEST_LINE, redactor)}\n`))
  }

  /** What is left of the job: of a single step that is going on, its own line tells it. */
  #jobLine(): string[] {
    if (this.#open.size + this.#waits < 2 || this.#open.size === 0) return []
    const nowMs = this.#nowMs()
    const going = [...this.#open].map((step) => ({
      kind: step.kind,
      spentMs: nowMs - step.begunMs,
      leftMs: leftOf(step),
    }))
    const {ms, isWhole} = this.#pace.left(going)
    if (isWhole) return [`job about ${timeText(ms)} left`]
    return ms > 0 ? [`job at least ${timeText(ms)} left`] : []
  }

  /** Folds do not lie side by side: of steps that do, the first one has it. */
  #openFold({title}: OpenStep): void {
    if (this.#setting.folds === undefined || this.#folded !== undefined || this.#open.size > 0) return
    this.#folded = title
    this.#mark('open', title)
  }

  #closeFold(): void {
    if (this.#folded === undefined || this.#open.size > 0) return
    this.#mark('close', this.#folded)
    this.#folded = undefined
  }

  #mark(edge: keyof LogFolds, title: string): void {
    const {folds, stream, redactor, clock} = this.#setting
    const mark = folds?.[edge](title, clock.nowMs(), redactor)
    if (mark !== undefined) (stream.command ?? stream.write)(mark)
  }

  #nowMs(): number {
    return Number(this.#setting.clock.monotonicNs() / 1_000_000n)
  }
}

function stepLine(step: OpenStep, nowMs: number): string {
  const {title, begunMs, last} = step
  const spent = timeText(nowMs - begunMs)
  if (last === undefined) return `${title}, ${spent}`
  const leftMs = leftOf(step)
  const left = leftMs === undefined ? '' : `, about ${timeText(leftMs)} left`
  return `${title}, ${last.done} of ${last.total}, ${spent}${left}`
}

/** In ms; undefined while a step has no pace of its own, and at its last count, after which it only writes. */
function leftOf({first, last}: OpenStep): number | undefined {
  if (first === undefined || last === undefined) return undefined
  const [ms, done] = [last.atMs - first.atMs, last.done - first.done]
  const isPaced = done >= LEAST_COUNTED && ms >= LEAST_MS && last.done < last.total
  return isPaced ? (ms / done) * (last.total - last.done) : undefined
}

/** Whole seconds, or minutes from two of them on. */
function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

/** A step that is going on: what it is one of, how long it has run, and what its own pace says is left of it. */
interface GoingStep {
  readonly kind: string
  readonly spentMs: number
  readonly leftMs: number | undefined
}

/** What is left of a job. `isWhole`: every step that it still has was counted. */
interface JobLeft {
  readonly ms: number
  readonly isWhole: boolean
}

/**
 * How long the rest of a job takes, from the pace of its own steps: those going on tell theirs; one that has not begun takes as long as the steps
 * of its kind that have ended took, such as the other cells of a matrix. A step of a kind that nobody has seen end counts as unknown.
 */
class JobPace {
  readonly #ended = new Map<string, {count: number; totalMs: number}>()
  #waiting: readonly string[] = []
  #mostGoing = 1

  /** The kinds of the steps that have not begun. */
  wait(kinds: readonly string[]): void {
    this.#waiting = kinds
  }

  end(kind: string, tookMs: number): void {
    const {count, totalMs} = this.#ended.get(kind) ?? {count: 0, totalMs: 0}
    this.#ended.set(kind, {count: count + 1, totalMs: totalMs + tookMs})
  }

  left(going: readonly GoingStep[]): JobLeft {
    this.#mostGoing = Math.max(this.#mostGoing, going.length)
    const begun = going.map(({kind, spentMs, leftMs}) => leftMs ?? this.#restOf(kind, spentMs))
    const waiting = this.#waiting.map((kind) => this.#restOf(kind, 0))
    const known = [...begun, ...waiting].filter((ms) => ms !== undefined)
    const sumMs = known.reduce((sum, ms) => sum + ms, 0)
    const longestMs = known.reduce((longest, ms) => Math.max(longest, ms), 0)
    return {
      ms: Math.max(longestMs, sumMs / this.#mostGoing),
      isWhole: known.length === begun.length + waiting.length,
    }
  }

  #restOf(kind: string, spentMs: number): number | undefined {
    const ended = this.#ended.get(kind)
    return ended && Math.max(0, ended.totalMs / ended.count - spentMs)
  }
}
