import type {ProviderEvent} from '#contract/generated/types'

export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'none'

/** The class of an HTTP status; `none` where no HTTP was spoken. */
export function statusClass({status_code: code}: Pick<ProviderEvent, 'status_code'>): StatusClass {
  return code === undefined ? 'none' : (`${Math.floor(code / 100)}xx` as StatusClass)
}
