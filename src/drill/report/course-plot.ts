import type {DrillMoment, DrillPhase, DrillRecord} from '#contract/generated/types'
import type {GanttChart, GanttRow} from '#report/plot'

/** What people call a phase: `verify` is the way back. */
const WORDS: Readonly<Record<DrillPhase, string>> = {
  prepare: 'prepare',
  steady: 'steady state',
  inject: 'inject',
  detect: 'detect',
  respond: 'respond',
  verify: 'recover',
  revert: 'revert',
  after: 'steady state after',
}

/** The course of a drill, a bar a phase in the order in which they came; each lasts from the end of the one before to its own last moment. */
export function coursePlot({id, timeline}: DrillRecord): GanttChart {
  const rows: GanttRow[] = []
  let from = 0
  for (const phase of phasesOf(timeline)) {
    const to = Math.max(from, ...phase.map(({at_ms}) => at_ms / 1000))
    const state = phase.some(({ok}) => ok === false) ? 'fail' : 'pass'
    rows.push({label: WORDS[phase[0]?.phase ?? 'prepare'], state, from, to})
    from = to
  }
  return {kind: 'gantt', name: `Course of ${id}`, rows}
}

/** Moments that follow one another in the same phase. */
function phasesOf(timeline: readonly DrillMoment[]): DrillMoment[][] {
  const phases: DrillMoment[][] = []
  for (const moment of timeline) {
    const last = phases.at(-1)
    if (last?.[0]?.phase === moment.phase) last.push(moment)
    else phases.push([moment])
  }
  return phases
}
