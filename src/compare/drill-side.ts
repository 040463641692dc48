import {drillRecord} from '#contract/generated/drill-record'
import type {DrillRecord} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {type RecordedRun, readAs} from '#run/read-recorded'

/** The drills of a recorded run, and what kind of machine held them. */
export interface DrillSide {
  readonly hostClass: string
  readonly records: readonly DrillRecord[]
}

const RECORD = /^results\/drills\/[^/]+\.json$/

/** Throws `file_unreadable`. */
export function recordedDrills(run: RecordedRun): DrillSide {
  const paths = run.manifest.artifacts.map(({path}) => path).filter((path) => RECORD.test(path))
  const records = paths.map((path) => readAs(path, () => parse(drillRecord, JSON.parse(run.text(path) ?? ''))))
  return {hostClass: run.manifest.host.class, records}
}
