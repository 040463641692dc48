import type {FaultName, FaultStep, SeenRequest} from './fault-step.ts'

/** What is asked for by a connection itself, before any request. */
export const CONNECT = 'connect'

type Asked = Pick<SeenRequest, 'method' | 'path'>

/** Plays a script: the first step that fits a request and is not used up applies. Counts, so it belongs to one server. */
export class FaultScript {
  #rows: {readonly step: FaultStep; passed: number; played: number}[] = []

  constructor(steps: readonly FaultStep[]) {
    this.replace(steps)
  }

  /** Another script in the place of this one. */
  replace(steps: readonly FaultStep[]): void {
    this.#rows = steps.map((step) => ({step, passed: 0, played: 0}))
  }

  /** `can`: faults that mean something for this request; steps with others wait for one of theirs. */
  next(asked: Asked, can?: ReadonlySet<FaultName>): FaultStep | undefined {
    for (const row of this.#rows) {
      const {match = {}, after = 0, times = timesOf(row.step), fault} = row.step
      if (!isMatch(match, asked) || row.played >= times || can?.has(fault) === false) continue
      if (row.passed++ < after) continue
      row.played++
      return row.step
    }
    return undefined
  }
}

function timesOf({fault}: FaultStep): number {
  return fault === 'unavailable_then_ok' ? 1 : Number.POSITIVE_INFINITY
}

function isMatch({path, method, endpoint, op}: NonNullable<FaultStep['match']>, asked: Asked): boolean {
  if (path !== undefined && !asked.path.startsWith(path)) return false
  if (method !== undefined && method !== asked.method) return false
  const name = endpoint ?? op
  // A step for all requests is not meant for connections.
  return name === undefined ? asked.path !== CONNECT : name === asked.path
}
