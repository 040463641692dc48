/** Exit names of the design's table and their numbers. 130 is SIGINT, 143 SIGTERM. The only file that names a number. */
export const EXIT = Object.freeze({
  ok: 0,
  failed: 1,
  usage: 2,
  unavailable: 3,
  inconclusive: 4,
  restored: 5,
  'unsafe-state': 6,
  refused: 7,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const)

/** How a command ends, and what `exit.name` of every result says: `ok`, `failed`, `usage`, `unavailable` and so on. */
export type ExitName = keyof typeof EXIT
/** The process exit codes that go with the names; 130 is SIGINT, 143 SIGTERM. */
export type ExitCode = (typeof EXIT)[ExitName]

/** How a trial ended. `incomparable` is for comparisons whose two sides measured different things. */
export const VERDICTS = [
  'pass',
  'fail',
  'unavailable',
  'inconclusive',
  'incomparable',
  'restored',
  'unsafe-state',
  'refused',
  'bug',
  'skipped',
  'interrupted',
] as const
export type VerdictState = (typeof VERDICTS)[number]

/** What every document prints as `exit`. */
export interface Exit {
  readonly code: ExitCode
  readonly name: ExitName
  readonly reason: string
}

/** Two facts the verdict alone does not carry: whether a skip was expected, and which signal came. */
export interface ExitContext {
  readonly expectedSkip?: boolean
  readonly signal?: 'SIGINT' | 'SIGTERM'
}

export function exitName(verdict: VerdictState, context: ExitContext = {}): ExitName {
  switch (verdict) {
    case 'pass':
      return 'ok'
    case 'fail':
      return 'failed'
    case 'incomparable':
      return 'inconclusive'
    case 'skipped':
      return context.expectedSkip ? 'ok' : 'inconclusive'
    case 'interrupted':
      return context.signal === 'SIGTERM' ? 'terminated' : 'interrupted'
    default:
      return verdict
  }
}

/** The single way from a verdict to an exit; renderers and commands only pass it on. */
export function exitFor(verdict: VerdictState, reason: string, context: ExitContext = {}): Exit {
  return exitNamed(exitName(verdict, context), reason)
}

/** The name of an exit code. */
export function exitNameOf(code: ExitCode): ExitName {
  return NAMES.find((name) => EXIT[name] === code) ?? 'bug'
}

export function exitNamed(name: ExitName, reason: string): Exit {
  return {code: EXIT[name], name, reason}
}

const NAMES = Object.keys(EXIT) as ExitName[]

/** 0 for equal rank; the worse verdict first. Order of the design's job rule. */
const SEVERITY: readonly VerdictState[] = [
  'unsafe-state',
  'bug',
  'interrupted',
  'refused',
  'fail',
  'restored',
  'unavailable',
  'incomparable',
  'inconclusive',
  'pass',
  'skipped',
]

/** The worst of several verdicts; `skipped` only when all are; `undefined` for none. */
export function worstVerdict(verdicts: readonly VerdictState[]): VerdictState | undefined {
  return verdicts.toSorted((a, b) => SEVERITY.indexOf(a) - SEVERITY.indexOf(b))[0]
}

/** The worse of two ends, by the order of verdicts; what no verdict leads to, such as a mistake of the caller, stays as it is. */
export function worseExit(one: Exit, other: Exit): Exit {
  return rankOf(other.name) < rankOf(one.name) ? other : one
}

function rankOf(name: ExitName): number {
  return SEVERITY.findIndex((verdict) => exitName(verdict) === (name === 'terminated' ? 'interrupted' : name))
}
