/** What a fault server can do instead of answering well. Which service can do what stands in `FAULTS` of `fault-table.ts`. */
export type FaultName =
  | 'slow_drip'
  | 'hang'
  | 'hang_after_headers'
  | 'refuse'
  | 'reset_mid_body'
  | 'truncate_body'
  | 'status'
  | 'rate_limit'
  | 'unavailable_then_ok'
  | 'unauthorized'
  | 'wrong_service'
  | 'wrong_dialect'
  | 'old_dialect'
  | 'not_http'
  | 'busy'
  | 'in_band_error'
  | 'empty_error'
  | 'error_body_200'
  | 'traceback_frame'
  | 'not_json'
  | 'nil'
  | 'nan'
  | 'wrong_count'
  | 'wrong_shape'
  | 'object_dtype'
  | 'lying_best_index'
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
  | 'late_reply'
  | 'double_reply'
  | 'echo_secret'

/**
 * `status`: code of the fault `status` and of a web page; `seconds`: of Retry-After, where `in 2 s`
 * becomes the date of that moment; `location`: of a redirect or artifact; `text`: what an error
 * says, or the secret that is echoed; `bytes`: how large; `delayMs`: how late.
 */
export interface FaultOptions {
  readonly status?: number
  readonly seconds?: number | string
  readonly location?: string
  readonly text?: string
  readonly bytes?: number
  readonly delayMs?: number
}

/**
 * A fault for requests that match, after so many good ones, so many times; for ever where `times` is not told. `path` is the beginning of a
 * path and `method` a verb of HTTP; `endpoint` is one of ZeroMQ or WebSocket, `connect` before any; `op` one of external process protocol 1.
 */
export interface FaultStep {
  readonly match?: {
    readonly path?: string
    readonly method?: string
    readonly endpoint?: string
    readonly op?: string
  }
  readonly after?: number
  readonly times?: number
  readonly fault: FaultName
  readonly options?: FaultOptions
}

/** One request as it came. `path` is that of HTTP, else the endpoint or operation; `body` is empty where it is not text. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A server made to be ill, on a free port of loopback. */
export interface FaultServer {
  /** Where a provider is pointed: without a slash at its end; of a process, the command as `ASSAY_BRIDGE_COMMAND` takes it. */
  readonly url: string
  requests(): readonly SeenRequest[]
  /** Connections that came, used or not. */
  connections(): number
  /** From now on it misbehaves by this script; counts begin anew. Throws `invalid_input` as starting does. */
  play(script: readonly FaultStep[]): void
  close(): Promise<void>
}
