import type {Cancel, Time} from '#random/timers'
import type {Redactor} from '#redact/redactor'
import {CLEAR_LINE, redactLine} from '#redact/styled'
import type {Progress} from '#report/progress'
import type {OutputStream} from './write-output.ts'

const LINE_EVERY_MS = 10_000
const REDRAW_EVERY_MS = 100
const LOOK_EVERY_MS = 1_000
const USUAL_COLUMNS = 80
const LONGEST_LINE = 500

interface Told {
  readonly atMs: number
  readonly done: number
  readonly total: number
  readonly note: string
}

/**
 * Progress on standard error, with its rate and the time left: one line that is redrawn on a terminal, elsewhere a plain line every ten seconds.
 * Where nothing comes for so long it says that: whoever waits for a provider that never answers should know what they wait for.
 */
export class StatusLine implements Progress, Disposable {
  readonly #stream: OutputStream
  readonly #redactor: Pick<Redactor, 'text'>
  readonly #clock: Pick<Time, 'monotonicNs' | 'every'>
  readonly #startedAtMs: number
  #toldAtMs: number
  #isDrawn = false
  #last: Told | undefined
  #stopLooking: Cancel | undefined

  constructor(stream: OutputStream, redactor: Pick<Redactor, 'text'>, clock: Pick<Time, 'monotonicNs' | 'every'>) {
    this.#stream = stream
    this.#redactor = redactor
    this.#clock = clock
    this.#startedAtMs = this.#nowMs()
    this.#toldAtMs = this.#startedAtMs
  }

  update(done: number, total: number, note: string): void {
    const nowMs = this.#nowMs()
    this.#last = {atMs: nowMs, done, total, note}
    this.#stopLooking ??= this.#clock.every(LOOK_EVERY_MS, () => this.#look())
    if (nowMs - this.#toldAtMs >= (this.#stream.isTerminal ? REDRAW_EVERY_MS : LINE_EVERY_MS)) this.#show(this.#last)
  }

  tell(text: string): void {
    this.#clear()
    this.#stream.write(this.#redactor.text(`${text}\n`))
  }

  /** Takes the drawn line away, so that what is printed next begins on a clean one, and is silent until the next update. */
  [Symbol.dispose](): void {
    this.#clear()
    this.#stopLooking?.()
    this.#stopLooking = undefined
  }

  #look(): void {
    const nowMs = this.#nowMs()
    if (this.#last === undefined) return
    const silentMs = nowMs - this.#last.atMs
    const isDue = this.#stream.isTerminal || nowMs - this.#toldAtMs >= LINE_EVERY_MS
    if (silentMs >= LINE_EVERY_MS && isDue) this.#show(this.#last, `, nothing new for ${Math.round(silentMs / 1000)} s`)
  }

  #show({done, total, note}: Told, silence = ''): void {
    this.#toldAtMs = this.#nowMs()
    const columns = (this.#stream.columns || USUAL_COLUMNS) - 1
    const pace = silence === '' ? paceOf(done, total, this.#toldAtMs - this.#startedAtMs) : ''
    const text = `${done}/${total}${pace} ${note}${silence}`
    const line = redactLine(text, this.#stream.isTerminal ? columns : LONGEST_LINE, this.#redactor)
    if (this.#stream.isTerminal) this.#stream.write(CLEAR_LINE)
    this.#stream.write(this.#stream.isTerminal ? line : this.#redactor.text(`${line}\n`))
    this.#isDrawn = this.#stream.isTerminal
  }

  #clear(): void {
    if (this.#isDrawn) this.#stream.write(CLEAR_LINE)
    this.#isDrawn = false
  }

  #nowMs(): number {
    return Number(this.#clock.monotonicNs() / 1_000_000n)
  }
}

/** Work a second and what is left of it in time; nothing while nothing is done. */
function paceOf(done: number, total: number, spentMs: number): string {
  if (done <= 0 || spentMs <= 0) return ''
  const perSecond = (1000 * done) / spentMs
  const leftSeconds = Math.ceil(Math.max(0, total - done) / perSecond)
  const left = leftSeconds < 120 ? `${leftSeconds} s` : `${Math.ceil(leftSeconds / 60)} min`
  return `, ${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s, ${left} left,`
}
