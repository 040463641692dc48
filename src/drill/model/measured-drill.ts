import type {Drill, DrillRecord, DrillRoundRecord, DrillTime} from '#contract/generated/types'
import {roundsOf} from './drill-rounds.ts'

/** What a record repeats of its drill. */
export function wordsOfDrill(drill: Drill) {
  return {
    id: drill.id,
    number: drill.number ?? null,
    version: drill.version,
    title: drill.title,
    severity: drill.severity,
    runbook: drill.runbook,
    target: drill.target.kind,
    technique: [...new Set(roundsOf(drill).flatMap(({inject}) => inject.map(({action}) => action)))],
  } satisfies Partial<DrillRecord>
}

/** What rounds that were measured add up to: whether the failure was seen in all that the drill has, and how long it took at most. */
export function measuredIn(
  drill: Drill,
  rounds: readonly DrillRoundRecord[],
): Pick<DrillRecord, 'simulated_failure' | 'detect' | 'recover'> {
  const detections = rounds.map(({detect_s}) => detect_s)
  const isWhole = rounds.length === roundsOf(drill).length
  return {
    simulated_failure: {
      code: drill.expect.simulated_failure ?? null,
      expected: true,
      observed: isWhole && detections.every((seconds) => seconds !== null),
    },
    detect: timeOf(detections, drill.objectives.detect_s, drill),
    recover: timeOf(
      rounds.map(({recover_s}) => recover_s),
      drill.objectives.recover_s,
      drill,
    ),
  }
}

/** The longest of all rounds; not measured where one of them was not. */
function timeOf(seconds: readonly (number | null)[], objective: number, {steady_state: {every_ms}}: Drill): DrillTime {
  const known = seconds.filter((one) => one !== null)
  const longest = known.length > 0 && known.length === seconds.length ? Math.max(...known) : null
  return {
    seconds: longest,
    objective,
    met: longest === null ? null : !isLate(longest, objective),
    resolution_s: every_ms / 1000,
  }
}

/** Late is another finding than never. */
export function isLate(seconds: number | null | undefined, objectiveS: number): boolean {
  return seconds !== undefined && seconds !== null && seconds > objectiveS
}
