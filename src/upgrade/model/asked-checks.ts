import type {NodeCheckRecord} from '#contract/generated/types'
import {WORST_FIRST} from '#host/judge/fold-rounds'

/** Outputs of programs that are kept of a check: the last ones, where it is asked again and again. */
const MOST_LOGGED = 100

/** What one step asks the nodes, gathered while it goes on: one that is interrupted has asked, too. */
export class AskedChecks {
  readonly #records = new Map<string, NodeCheckRecord>()
  readonly #logs = new Map<string, string[]>()
  readonly #documents = new Map<string, object>()

  /** Each check once: of several looks the worst speaks, the last of them. */
  readonly take = (record: NodeCheckRecord): void => {
    const before = this.#records.get(record.id)
    this.#records.set(record.id, before === undefined ? record : foldedLooks(before, record))
  }

  readonly log = (check: string, line: string): void => {
    const own = this.#logs.get(check) ?? []
    if (own.length === MOST_LOGGED) own.shift()
    own.push(line)
    this.#logs.set(check, own)
  }

  readonly keep = (name: string, document: object): void => void this.#documents.set(name, document)

  get records(): readonly NodeCheckRecord[] {
    return [...this.#records.values()]
  }

  get documents(): Readonly<Record<string, object>> {
    return Object.fromEntries(this.#documents)
  }

  /** What programs printed for a check; undefined where none was called. */
  logOf(check: string): string | undefined {
    const lines = this.#logs.get(check)
    return lines && `${lines.join('\n')}\n`
  }
}

function foldedLooks(before: NodeCheckRecord, now: NodeCheckRecord): NodeCheckRecord {
  const isNoBetter = WORST_FIRST.indexOf(now.status) <= WORST_FIRST.indexOf(before.status)
  return {
    ...(isNoBetter ? now : before),
    started_at: before.started_at,
    duration_ms: before.duration_ms + now.duration_ms,
    attempts: before.attempts + now.attempts,
  }
}
