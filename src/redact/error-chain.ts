/** What one error of a chain says about itself. */
export interface ErrorWords {
  readonly name: string
  readonly code?: string
  readonly message: string
}

/** An error as it may be shown. */
export interface RedactedError {
  readonly name: string
  readonly code?: string
  readonly message: string
  readonly causes: readonly string[]
}

const MOST_ERRORS = 6

/** The error and its causes, at most five, each once. Never throws, whatever was thrown. */
export function chainOf(error: unknown): ErrorWords[] {
  const chain: ErrorWords[] = []
  const seen = new Set<unknown>()
  for (let next = error; next !== undefined && next !== null && !seen.has(next) && chain.length < MOST_ERRORS; ) {
    seen.add(next)
    chain.push(wordsOf(next))
    next = read(next, 'cause')
  }
  return chain.length === 0 ? [{name: 'Error', message: String(error)}] : chain
}

function wordsOf(error: unknown): ErrorWords {
  if (typeof error !== 'object' && typeof error !== 'function') return {name: typeof error, message: String(error)}
  const [name, code, message] = ['name', 'code', 'message'].map((key) => read(error, key))
  const shown = typeof code === 'string' || typeof code === 'number' ? {code: String(code)} : {}
  return {
    name: typeof name === 'string' ? name : 'Error',
    ...shown,
    message: typeof message === 'string' ? message : '',
  }
}

function read(error: unknown, key: string): unknown {
  try {
    return typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  } catch {
    return undefined
  }
}
