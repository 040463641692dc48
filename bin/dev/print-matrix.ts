import type {NodeCheckResult} from '#contract/generated/types'

type FoundChecks = NodeCheckResult['checks']

/** One letter a status: what is good is quiet. */
const MARKS: Readonly<Record<string, string>> = {
  pass: '.',
  fail: 'F',
  error: 'E',
  warn: 'w',
  skip: '-',
  inconclusive: '?',
}

/** Prints who saw what, a row a way to be wrong and a column a check, and gathers what is not as it must be. */
export class MatrixPrinter {
  readonly #columns: readonly string[]
  readonly #widest: number
  readonly #troubles: string[] = []

  /** `names`: of all rows, for their width. */
  constructor(names: readonly string[], columns: readonly string[]) {
    this.#columns = columns
    this.#widest = Math.max(8, ...names.map((name) => name.length))
    const ids = columns.map((id, at) => `${at + 1} ${id}`)
    console.log(
      `columns: ${ids.join(', ')}\n${Object.entries(MARKS)
        .map((pair) => pair.toReversed().join(' '))
        .join(', ')}`,
    )
    console.log(`${''.padEnd(this.#widest)}  ${columns.map((_, at) => String((at + 1) % 10)).join('')}`)
  }

  /** One in which nothing is wrong: whatever does not pass blames it, unless it says why it could not be asked. */
  honest(name: string, checks: FoundChecks, isExcused: (check: FoundChecks[number]) => boolean = () => false): void {
    const blamed = checks.filter((check) => check.status !== 'pass' && !isExcused(check))
    for (const {id, status, reason} of blamed) this.trouble(`${name} is blamed by ${id}: ${status} ${reason ?? ''}`)
    this.#line(name, checks, `${checks.length} asked, ${blamed.length} blamed`)
  }

  /** One that is wrong: these must fail. */
  wrong(name: string, checks: FoundChecks, seenBy: readonly string[]): void {
    const seen = seenBy.map((id) => {
      const {status = 'not asked', reason = ''} = checks.find((check) => check.id === id) ?? {}
      const isSeen = status === 'fail' || status === 'error'
      if (!isSeen) this.trouble(`${name} goes unseen by ${id}: ${status} ${reason}`)
      return isSeen ? id : `NOT ${id} (${status})`
    })
    this.#line(name, checks, `seen by ${seen.join(', ')}`)
  }

  line(name: string, text: string): void {
    console.log(`${name.padEnd(this.#widest)}  ${text}`)
  }

  trouble(text: string): void {
    this.#troubles.push(text)
  }

  /** The exit code. */
  end(good: string): number {
    console.log(this.#troubles.length === 0 ? good : this.#troubles.join('\n'))
    return this.#troubles.length === 0 ? 0 : 1
  }

  #line(name: string, checks: FoundChecks, said: string): void {
    const marks = this.#columns.map((id) => MARKS[checks.find((check) => check.id === id)?.status ?? ''] ?? ' ')
    this.line(name, `${marks.join('')}  ${said}`)
  }
}
