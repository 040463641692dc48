import type {SecondState, SecondToken} from './second-state.ts'

/** A request as the routes see it: path parts after `/api/`, who asks, and the JSON body. */
export interface Asked {
  readonly method: string
  readonly parts: readonly string[]
  readonly query: URLSearchParams
  readonly token: SecondToken | undefined
  readonly body: Record<string, unknown>
}

export interface Answer {
  readonly status: number
  readonly json?: unknown
  readonly text?: string
  readonly type?: string
  readonly list?: readonly unknown[]
}

export const REFUSED = (status: number, code: string): Answer => ({
  status,
  json: {error: {code, message: `the request is ${code}`}},
})
export const MISSING = REFUSED(404, 'missing')

/** The oldest of several is gone. */
export function kept(state: SecondState, fault: 'token-lost' | 'hook-lost' | 'repo-lost') {
  return (_: unknown, at: number, all: readonly unknown[]) => !(state.has(fault) && at === 0 && all.length > 0)
}
