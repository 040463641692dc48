const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** Milliseconds of an ISO 8601 time with its zone; undefined for anything else, including days that a month does not have. */
export function parseInstant(text: string): number | undefined {
  const [, local = '', , zone = ''] = FORM.exec(text) ?? []
  const atMs = Date.parse(text)
  if (zone === '' || Number.isNaN(atMs)) return undefined
  // `Date.parse` takes 31 February for a day in March.
  const asUtc = Date.parse(`${local}Z`)
  return Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local) ? undefined : atMs
}
