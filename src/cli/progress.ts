import type {Clock} from '#random/clock'
import type {Redactor} from '#redact/redactor'
import {CLEAR_LINE, redactLine} from '#redact/styled'
import type {Progress} from '#report/progress'
import type {OutputStream} from './write-output.ts'

const LINE_EVERY_MS = 10_000
const REDRAW_EVERY_MS = 100
const USUAL_COLUMNS = 80

/** Progress on standard error, with its rate and the time left: one line that is redrawn on a terminal, elsewhere a plain line every ten seconds. */
export class StatusLine implements Progress, Disposable {
  readonly #stream: OutputStream
  readonly #redactor: Pick<Redactor, 'text'>
  readonly #clock: Pick<Clock, 'monotonicNs'>
  readonly #startedAtMs: number
  #toldAtMs: number
  #isDrawn = false

  constructor(stream: OutputStream, redactor: Pick<Redactor, 'text'>, clock: Pick<Clock, 'monotonicNs'>) {
    this.#stream = stream
    this.#redactor = redactor
    this.#clock = clock
    this.#startedAtMs = this.#nowMs()
    this.#toldAtMs = this.#startedAtMs
  }

  update(done: number, total: number, note: string): void {
    const nowMs = this.#nowMs()
    if (nowMs - this.#toldAtMs < (this.#stream.isTerminal ? REDRAW_EVERY_MS : LINE_EVERY_MS)) return
    this.#toldAtMs = nowMs
    const columns = (this.#stream.columns || USUAL_COLUMNS) - 1
    const pace = paceOf(done, total, nowMs - this.#startedAtMs)
    const line = redactLine(`${done}/${total}${pace} ${note}`, this.#stream.isTerminal ? columns : 500, this.#redactor)
    if (this.#stream.isTerminal) this.#stream.write(CLEAR_LINE)
    this.#stream.write(this.#stream.isTerminal ? line : this.#redactor.text(`${line}\n`))
    this.#isDrawn = this.#stream.isTerminal
  }

  tell(text: string): void {
    this[Symbol.dispose]()
    this.#stream.write(this.#redactor.text(`${text}\n`))
  }

  /** Takes the drawn line away, so that what is printed next begins on a clean one. */
  [Symbol.dispose](): void {
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
