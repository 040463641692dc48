// @ts-expect-error it brings no types
// biome-ignore lint/correctness/noUnresolvedImports: its main file lies in dist/, where the linter does not look.
import parse from 'parse-prometheus-text-format'

interface Family {
  readonly name: string
  readonly type: string
  readonly metrics: readonly {
    readonly value?: string
    readonly labels?: Readonly<Record<string, string>>
    readonly buckets?: Readonly<Record<string, string>>
  }[]
}

/** The families of a Prometheus text by name, as a library that is not ours reads them. */
export function prometheusFamilies(text: string): ReadonlyMap<string, Family> {
  const families: readonly Family[] = parse(text)
  return new Map(families.map((family) => [family.name, family]))
}
