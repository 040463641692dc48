import type {Drill, DrillsListResult, NodeTarget, DrillPlan as PlannedDrill} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import type {Report} from '#report/report'
import {ACTIONS} from '../model/actions.ts'
import {longestSeconds, roundsOf} from '../model/drill-rounds.ts'

/** Drills and what each would do: nothing is started for it. */
export function listedDrills(drills: readonly Drill[], command: DrillsListResult['command'], target?: NodeTarget) {
  const rows = drills.map(plannedDrill)
  const exit = exitFor('pass', `${rows.length} drills`)
  const result: DrillsListResult = {schema_version: 1, command, exit, drills: rows}
  return {result, report: listReport(rows, command === 'drills', target)}
}

function plannedDrill(drill: Drill): PlannedDrill {
  return {
    id: drill.id,
    number: drill.number ?? null,
    version: drill.version,
    title: drill.title,
    tags: [...(drill.tags ?? [])],
    severity: drill.severity,
    runbook: drill.runbook,
    environments: [...(drill.environments ?? ['embedded'])],
    objectives: drill.objectives,
    actions: roundsOf(drill).flatMap(({id, inject}) =>
      inject.map(({action}) => ({round: id ?? null, action, inverse: ACTIONS[action].inverse ?? 'none'})),
    ),
    signals: [...new Set(roundsOf(drill).flatMap(({expect}) => expect.signals.map(({id}) => id)))],
    longest_s: longestSeconds(drill),
  }
}

function listReport(rows: readonly PlannedDrill[], isPlan: boolean, target: NodeTarget | undefined): Report {
  return {
    title: isPlan ? 'What these drills would do' : 'Drills',
    status: 'pass',
    isListing: true,
    facts: [{label: 'Drills', value: rows.length}, ...(target ? targetFacts(target) : [])],
    tables: [
      {
        name: 'Drills',
        columns: ['number', 'drill', 'title', 'severity', 'detect s', 'recover s', 'tags', 'runbook'],
        rows: rows.map(({number, id, title, severity, objectives, tags, runbook}) => [
          number,
          id,
          title,
          severity,
          objectives.detect_s,
          objectives.recover_s,
          tags.join(' '),
          runbook,
        ]),
        minor: ['runbook', 'tags'],
      },
      ...(isPlan ? rows.map(actionsOf) : []),
    ],
    cases: [],
    remarks: isPlan ? [target ? IDLE : MADE] : [],
  }
}

const MADE = 'Nothing was started: each drill makes its own target on this machine, and puts back what it breaks.'
const IDLE = 'Nothing was asked of the target and nothing was done to it: add --apply where it is meant.'

/** Addresses are shown so that somebody can see what is meant before it is done. */
const targetFacts = ({alias, environment, nodes}: NodeTarget) => [
  {label: 'Target', value: `${alias}, ${environment}`},
  {label: 'Nodes', value: nodes.map(({name, base_url: url}) => `${name} ${url}`).join(', ')},
]

function actionsOf({id, actions, signals, longest_s}: PlannedDrill): Report['tables'][number] {
  return {
    name: `${id}: at most ${longest_s} s; noticed by ${signals.join(', ')}`,
    columns: ['round', 'breaks', 'undone by'],
    rows: actions.map(({round, action, inverse}) => [round, action, inverse]),
  }
}
