import {withNearest} from '#error/nearest'
import type {MetricRange, RowFacts} from './rule.ts'

/** Whether `text` matches `pattern`, where `*` stands for any characters and everything else for itself. Linear in practice, no regular expression. */
export function matchesGlob(pattern: string, text: string): boolean {
  const parts = pattern.split('*')
  const first = parts[0] ?? ''
  if (parts.length === 1) return pattern === text
  const last = parts.at(-1) ?? ''
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

/** What a kind of run can be asked about: everything a rule may name, so that a rule for nothing is found before anything runs. */
export interface GateScope {
  readonly kind: 'eval' | 'benchmark'
  /** What has metrics of its own: the fact that names it (`suite`, `operation`), and the metrics of each. */
  readonly groupFact: string
  readonly groups: Readonly<Record<string, readonly MetricRange[]>>
  /** The other facts of its rows, each with the names there are. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** What rows can be compared with, beside `provider:<name>`. */
  readonly versus: readonly string[]
  /** Least number of trials of a sampled metric, unless a gate file says otherwise. */
  readonly minN: number
}

export const factNames = ({groupFact, names}: GateScope): readonly string[] => [
  'kind',
  groupFact,
  ...Object.keys(names),
]

/** The groups that a selection names; all without a word about them. */
export function groupsSelected({groupFact, groups}: GateScope, select: RowFacts): string[] {
  const glob = select[groupFact] ?? '*'
  return Object.keys(groups).filter((name) => matchesGlob(glob, name))
}

/** The metric of that name in each of the groups that has it. */
export function metricsNamed({groups}: GateScope, names: readonly string[], metric: string): MetricRange[] {
  return names.flatMap((name) => (groups[name] ?? []).filter((range) => range.name === metric))
}

/** Why no name of a fact fits a glob, with the nearest names; `undefined` where one does, and for a fact that is not known. */
export function globFault({groupFact, groups, names, kind}: GateScope, fact: string, glob: string): string | undefined {
  const known = fact === groupFact ? Object.keys(groups) : fact === 'kind' ? [kind] : names[fact]
  if (!known || known.some((name) => matchesGlob(glob, name))) return undefined
  return withNearest(`matches no ${fact} there is`, glob, known)
}
