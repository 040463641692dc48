/** A date begins with its day; what else `Date.parse` takes for one is none. Source: RFC 9110, 5.6.7. */
const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/
const SECONDS = /^\d{1,9}(\.\d{1,3})?$/

/** How long a reply asks to be left alone, in milliseconds: `retry-after-ms`, else `Retry-After` in seconds or as a date. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const exact = headers['retry-after-ms']
  if (exact !== undefined && SECONDS.test(exact)) return Number(exact)
  const asked = headers['retry-after']
  if (asked === undefined) return undefined
  if (SECONDS.test(asked)) return Number(asked) * 1000
  const at = DATE.test(asked) ? Date.parse(asked) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
