import type {MetricSample} from '../model/prometheus.ts'

/** What of two scrapes, one after the other, cannot be of one process: a count that is none, or one that falls. `growing`: names of counts. */
export function brokenBetween(
  first: readonly MetricSample[],
  later: readonly MetricSample[],
  growing: ReadonlySet<string>,
): string | undefined {
  const counts = later.filter(({name}) => growing.has(name))
  const odd = counts.find(({value}) => !(value >= 0))
  if (odd !== undefined) return `${odd.name} is no count`
  const before = new Map(first.map((sample) => [keyOf(sample), sample.value]))
  const fallen = counts.find((sample) => sample.value < (before.get(keyOf(sample)) ?? 0))
  return (
    fallen && `${fallen.name} fell from one look to the next: more than one process answers, or it was started anew`
  )
}

const keyOf = ({name, labels}: MetricSample) => `${name} ${JSON.stringify(Object.entries(labels).sort())}`
