import type {RunPlanItem, RunPlanResult} from '#contract/generated/types'
import type {Report} from '#report/report'

/** What each item would do, in plan order, and the files that it would leave. */
export function jobPlanReport({job, items, bundle}: RunPlanResult): Report {
  return {
    title: `Plan of the job ${job}`,
    status: 'pass',
    isListing: true,
    facts: [
      {label: 'Items', value: items.length},
      {label: 'Bundle', value: bundle},
    ],
    tables: [
      {
        name: 'items',
        columns: ['step', 'use', 'providers', 'what', 'needs', 'when', 'required', 'limit'],
        rows: items.map((item) => [
          item.name,
          item.use,
          item.providers.join(' '),
          whatOf(item),
          item.needs.join(' '),
          item.when,
          item.required,
          item.timeout ?? null,
        ]),
      },
      {
        name: 'outputs, in the folder of the run',
        // A path after the name of a step that reads like that of a secret would be masked.
        columns: ['files', 'step'],
        rows: items.map(({name, outputs}) => [outputs.join(' '), name]),
      },
    ],
    cases: [],
    remarks: [
      ...items.flatMap(({name, warnings = []}) => warnings.map((warning) => `${name}: ${warning}`)),
      'nothing was made: no run, no folder, no request to a server',
    ],
  }
}

/** Digests stand in the result; they say nothing to a reader. */
function whatOf({summary, operations}: RunPlanItem): string {
  const facts = Object.entries(summary).filter(([key, value]) => value !== null && !key.endsWith('_digest'))
  return facts.length > 0 ? facts.map(([key, value]) => `${key} ${value}`).join(', ') : operations.join(' ')
}
