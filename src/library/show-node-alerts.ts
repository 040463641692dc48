import type {NodeAlertsResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {pathOf} from './place.ts'
import {SURROUNDINGS, type Surroundings} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `showNodeAlerts` takes. */
export interface ShowNodeAlertsOptions extends Surroundings {
  /** Which nodes: a target file, YAML, TOML or JSON. */
  readonly target: string | URL
  /** Alert rules of your own; those of this version by default. */
  readonly rules?: string | URL | undefined
}

export const SHOW_NODE_ALERTS = {
  name: 'showNodeAlerts',
  command: 'node alerts',
  hasCases: false,
  options: {
    ...SURROUNDINGS,
    target: needed('place', '--target'),
    rules: option('place', '--rules'),
  } satisfies OptionTable<ShowNodeAlertsOptions>,
} as const satisfies Verb

/**
 * The alert rules for the nodes of a target, as a rules file for Prometheus in `prometheus`: `assay node alerts`. Nothing is asked of the nodes.
 *
 * Throws `invalid_input`, `target_invalid`, `alerts_invalid`, `file_missing`, `document_size`, `document_parse`.
 */
export function showNodeAlerts(options: ShowNodeAlertsOptions): Promise<NodeAlertsResult> {
  return callUseCase(SHOW_NODE_ALERTS, options, async ({ports, cwd}) => {
    const {showAlerts} = await import('#host/alert/show-alerts')
    const rules = options.rules === undefined ? undefined : pathOf('rules', options.rules, cwd)
    return await showAlerts({target: pathOf('target', options.target, cwd), rules}, ports)
  })
}
