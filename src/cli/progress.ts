import type {Clock} from '#random/clock'
import type {Redactor} from '#redact/redactor'
import {CLEAR_LINE, redactLine} from '#redact/styled'
import type {Progress} from '#report/progress'
import type {Stream} from './write-output.ts'

const LINE_EVERY_MS = 10_000
const REDRAW_EVERY_MS = 100
const USUAL_COLUMNS = 80

/** Progress on standard error: one line that is redrawn on a terminal, elsewhere a plain line every ten seconds. */
export class StatusLine implements Progress, Disposable {
  readonly #stream: Stream
  readonly #redactor: Pick<Redactor, 'text'>
  readonly #clock: Pick<Clock, 'monotonicNs'>
  #toldAtMs: number
  #isDrawn = false

  constructor(stream: Stream, redactor: Pick<Redactor, 'text'>, clock: Pick<Clock, 'monotonicNs'>) {
    this.#stream = stream
    this.#redactor = redactor
    this.#clock = clock
    this.#toldAtMs = this.#nowMs()
  }

  update(done: number, total: number, note: string): void {
    const nowMs = this.#nowMs()
    if (nowMs - this.#toldAtMs < (this.#stream.isTerminal ? REDRAW_EVERY_MS : LINE_EVERY_MS)) return
    this.#toldAtMs = nowMs
    const columns = (this.#stream.columns || USUAL_COLUMNS) - 1
    const line = redactLine(`${done}/${total} ${note}`, this.#stream.isTerminal ? columns : 500, this.#redactor)
    if (this.#stream.isTerminal) this.#stream.write(CLEAR_LINE)
    this.#stream.write(this.#stream.isTerminal ? line : this.#redactor.text(`${line}\n`))
    this.#isDrawn = this.#stream.isTerminal
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
