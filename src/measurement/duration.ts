const UNIT_MS: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000}

/** Milliseconds of a duration such as `30s`: a whole number of at most nine digits with ms, s, m or h; NaN for any other text. */
export function durationMs(text: string): number {
  const [, count, unit = ''] = /^([0-9]{1,9})(ms|s|m|h)$/.exec(text) ?? []
  return Number(count) * (UNIT_MS[unit] ?? Number.NaN)
}
