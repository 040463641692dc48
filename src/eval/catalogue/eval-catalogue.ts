import type {EvalCatalogue, EvalResult, EvalSuiteEntry} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import {directionText} from '#gate/goodness'
import {requirementText} from '#gate/rule'
import type {Report, Table} from '#report/report'
import {WORLDS} from '#world/environments'
import {PLANNER_NAMES} from '#world/planner/presets'
import {SIZES, type Suite} from '../model/suite.ts'
import {SUITE_SETS, suiteDocument} from './suite-table.ts'
import {SUITES, suitesNamed} from './suites.ts'

/** A result that lists, beside its report. */
interface Listed {
  readonly result: EvalResult & {readonly catalogue: EvalCatalogue}
  readonly report: Report
}

/** Everything that can be asked for by name; nothing is measured. */
export function evalList(): Listed {
  return told('Evaluation suites', Object.values(SUITES))
}

/** One suite, or the suites of a set. Throws `suite_unknown`. */
export function evalShow(name: string): Listed {
  return told(`Evaluation suite ${name}`, suitesNamed([name]))
}

function told(title: string, suites: readonly Suite[]): Listed {
  const exit = exitFor('pass', 'listed')
  const catalogue: EvalCatalogue = {
    suites: suites.map(entryOf),
    sets: Object.fromEntries(Object.entries(SUITE_SETS).map(([name, members]) => [name, [...members]])),
    environments: [...WORLDS.keys()],
    planners: [...PLANNER_NAMES],
    sizes: [...SIZES],
  }
  const report: Report = {
    title,
    status: 'pass',
    isListing: true,
    facts: [
      {label: 'Sets', value: Object.keys(SUITE_SETS).join(', ')},
      {label: 'Environments', value: catalogue.environments.join(', ')},
      {label: 'Planners', value: catalogue.planners.join(', ')},
      {label: 'Sizes', value: catalogue.sizes.join(', ')},
    ],
    tables: [suiteTable(catalogue.suites), metricTable(catalogue.suites)],
    cases: [],
    remarks: suites.map(({name, level, claim}) => `${name}, ${level}: ${claim}`),
  }
  return {result: {schema_version: 1, command: 'eval', exit, catalogue}, report}
}

function entryOf(suite: Suite): EvalSuiteEntry {
  return {
    suite: suiteDocument(suite),
    metrics: suite.metrics.map(({name, direction, target, unit, gates}) => ({
      name,
      direction,
      ...(target !== undefined && {target}),
      unit,
      gate: gates.length > 0 ? gates.map(requirementText).join(', ') : null,
    })),
    trials: {...suite.trials},
  }
}

function suiteTable(entries: readonly EvalSuiteEntry[]): Table {
  return {
    name: 'suites',
    columns: ['suite', 'version', 'level', 'question', 'ground truth', ...SIZES],
    rows: entries.map(({suite, trials}) => [
      suite.name,
      suite.version,
      suite.level,
      suite.question,
      suite.ground_truth,
      ...SIZES.map((size) => trials[size] ?? null),
    ]),
  }
}

function metricTable(entries: readonly EvalSuiteEntry[]): Table {
  const rows = entries.flatMap(({suite, metrics}) =>
    metrics.map(({name, unit, gate, ...better}) => [suite.name, name, directionText(better), unit, gate]),
  )
  return {name: 'metrics', columns: ['suite', 'metric', 'better', 'unit', 'default gate'], rows}
}
