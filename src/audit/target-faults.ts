import {isRecord} from '#contract/is-record'
import type {RecordedRun} from '#run/read-recorded'
import {readJson} from './recorded-facts.ts'

const TARGET = 'inputs/target.json'

/**
 * Faults of the target that a run of nodes stores: it must be the one that the run names. Only runs of nodes are checked, because an item
 * of a job has the summary of its job.
 */
export function targetFaults({manifest, text}: RecordedRun): {path: string; message: string}[] {
  if (manifest.kind !== 'node') return []
  const summary: Readonly<Record<string, unknown>> = manifest.input_summary
  const target = readJson(text(TARGET))
  const alias = isRecord(target) ? target['alias'] : undefined
  const isNamed = typeof alias === 'string' && alias === summary['target']
  return isNamed ? [] : [{path: TARGET, message: 'is missing, or not the target that the run names'}]
}
