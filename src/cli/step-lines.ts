import type {Cancel, Time} from '#random/timers'
import type {Redactor} from '#redact/redactor'
import {CLEAR_LINE, redactLine} from '#redact/styled'
import type {StepPlace, StepProgress} from '#report/progress'
import type {Stream} from './write-output.ts'

const LINE_EVERY_MS = 10_000
const REDRAW_EVERY_MS = 250
const USUAL_COLUMNS = 80
const LONGEST_LINE = 500

interface OpenStep {
  readonly title: string
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
  readonly stream: Stream
  readonly redactor: Pick<Redactor, 'text'>
  readonly clock: Pick<Time, 'monotonicNs' | 'every'>
  /** In GitHub Actions: what a step prints is folded under its name. */
  readonly groups: boolean
}

/**
 * A line on standard error for every step of a job when it begins and when it ends. Meanwhile its elapsed time and what is left of it by
 * its own pace: on a terminal one line that is redrawn, also while the step says nothing; elsewhere a plain line every ten seconds.
 */
export class StepLines implements Disposable {
  readonly #setting: StepLinesSetting
  readonly #open = new Set<OpenStep>()
  #stopTicking: Cancel | undefined
  #isDrawn = false
  #isGrouped = false

  constructor(setting: StepLinesSetting) {
    this.#setting = setting
  }

  begin(name: string, {at, of}: StepPlace): StepProgress {
    const step: OpenStep = {title: `step ${at} of ${of} ${name}`, begunMs: this.#nowMs()}
    this.#openGroup(step)
    this.#open.add(step)
    if (!this.#isGrouped) this.#line(step.title)
    const {stream, clock} = this.#setting
    this.#stopTicking ??= clock.every(stream.isTerminal ? REDRAW_EVERY_MS : LINE_EVERY_MS, () => this.tick())
    return {
      update: (done, total) => {
        step.last = {atMs: this.#nowMs(), done, total}
        step.first ??= step.last
      },
      end: (outcome) => {
        this.#open.delete(step)
        this.#line(`${step.title}: ${outcome} after ${timeText(this.#nowMs() - step.begunMs)}`)
        this.#closeGroup()
        if (this.#open.size === 0) this.#rest()
      },
    }
  }

  /** Tells how far every open step has come. */
  tick(): void {
    const lines = [...this.#open].map((step) => stepLine(step, this.#nowMs()))
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

  /** Groups do not nest: of steps side by side the first one has it. */
  #openGroup({title}: OpenStep): void {
    const {groups, stream, redactor} = this.#setting
    if (!groups || this.#isGrouped || this.#open.size > 0) return
    this.#isGrouped = true
    const name = title.replaceAll(/[^\w. -]/g, '_')
    ;(stream.command ?? stream.write)(redactor.text(`::group::${name}\n`))
  }

  #closeGroup(): void {
    if (!this.#isGrouped || this.#open.size > 0) return
    this.#isGrouped = false
    const {stream, redactor} = this.#setting
    ;(stream.command ?? stream.write)(redactor.text('::endgroup::\n'))
  }

  #nowMs(): number {
    return Number(this.#setting.clock.monotonicNs() / 1_000_000n)
  }
}

function stepLine({title, begunMs, first, last}: OpenStep, nowMs: number): string {
  const spent = timeText(nowMs - begunMs)
  if (first === undefined || last === undefined) return `${title}, ${spent}`
  const counted = `${last.done} of ${last.total}`
  const [ms, done] = [last.atMs - first.atMs, last.done - first.done]
  const isPaced = done >= LEAST_COUNTED && ms >= LEAST_MS && last.done < last.total
  const left = isPaced ? `, about ${timeText((ms / done) * (last.total - last.done))} left` : ''
  return `${title}, ${counted}, ${spent}${left}`
}

/** Whole seconds, or minutes from two of them on. */
function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
