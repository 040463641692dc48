const UNIT_MS: Readonly<Record<string, number>> = {ms: 1, s: 1_000, m: 60_000, h: 3_600_000}

/** Milliseconds of a checked duration such as `10m`. */
export function durationMs(text: string): number {
  const [, count, unit] = /^([0-9]+)(ms|s|m|h)$/.exec(text) ?? []
  return Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN)
}
