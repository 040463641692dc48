/** What a fault server can do instead of answering well. */
export type FaultName =
  | 'slow_drip'
  | 'hang'
  | 'hang_after_headers'
  | 'refuse'
  | 'reset_mid_body'
  | 'truncate_body'
  | 'status'
  | 'rate_limit'
  | 'unauthorized'
  | 'wrong_service'
  | 'not_http'
  | 'busy'
  | 'in_band_error'
  | 'empty_error'
  | 'error_body_200'
  | 'not_json'
  | 'nan'
  | 'wrong_count'
  | 'wrong_shape'
  | 'object_dtype'
  | 'huge_reply'
  | 'bomb'
  | 'wrong_media_type'
  | 'redirect'
  | 'expired_artifact'
  | 'private_artifact_url'
  | 'task_stuck'
  | 'task_failed'
  | 'cost_overrun'
  | 'delete_fails'
  | 'echo_secret'

/** `status`: code of the fault `status`; `seconds`: of its Retry-After; `location`: of a redirect; `text`: of an error. */
export interface FaultOptions {
  readonly status?: number
  readonly seconds?: number | string
  readonly location?: string
  readonly text?: string
  readonly bytes?: number
}

/** A fault for requests whose path begins so, after so many good ones, so many times; for ever where `times` is not told. */
export interface FaultStep {
  readonly match?: {readonly path?: string; readonly method?: string}
  readonly after?: number
  readonly times?: number
  readonly fault: FaultName
  readonly options?: FaultOptions
}

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Plays a script: the first step that fits a request and is not used up applies. */
export class FaultScript {
  readonly #rows: {readonly step: FaultStep; passed: number; played: number}[]

  constructor(steps: readonly FaultStep[]) {
    this.#rows = steps.map((step) => ({step, passed: 0, played: 0}))
  }

  next({method, path}: Pick<SeenRequest, 'method' | 'path'>): FaultStep | undefined {
    for (const row of this.#rows) {
      const {match = {}, after = 0, times = Number.POSITIVE_INFINITY} = row.step
      if (!path.startsWith(match.path ?? '') || (match.method ?? method) !== method || row.played >= times) continue
      if (row.passed++ < after) continue
      row.played++
      return row.step
    }
    return undefined
  }
}
