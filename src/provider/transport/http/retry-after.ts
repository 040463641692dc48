const SECONDS = /^\d{1,9}(\.\d{1,3})?$/

/** How long a reply asks to be left alone, in milliseconds: `retry-after-ms`, else `Retry-After` in seconds or as a date. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const exact = headers['retry-after-ms']
  if (exact !== undefined && SECONDS.test(exact)) return Number(exact)
  const asked = headers['retry-after']
  if (asked === undefined) return undefined
  if (SECONDS.test(asked)) return Number(asked) * 1000
  const at = Date.parse(asked)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
