import type {AlertRule, NodeAlertsResult} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {exitFor} from '#error/exit'
import type {MeasurementPorts} from '#measurement/ports'
import type {Report} from '#report/report'
import {CHECK_IDS} from '../check/checks.ts'
import {loadTarget} from '../client/load-target.ts'
import type {Target} from '../model/target.ts'
import {rulesFor} from './alert-watch.ts'
import {loadAlertRules} from './load-alert-rules.ts'
import {prometheusRules, type ScrapedNode} from './prometheus-rules.ts'

/** Absolute paths. `rules`: instead of those that come with this version. */
export interface AlertsOrder {
  readonly target: string
  readonly rules?: string | undefined
}

/**
 * The alert rules for the nodes of a target, as a rules file for Prometheus. Nothing is asked of the nodes. Throws `target_invalid` also where a node has no
 * `metrics_url`: nobody would be told about it; `alerts_invalid`, `file_missing`, `document_*`.
 */
export async function showAlerts(
  {target, rules}: AlertsOrder,
  {files, redactor, programs}: Pick<MeasurementPorts, 'files' | 'redactor' | 'programs'>,
) {
  const documents = {reader: files.reader, redactor}
  const nodes = scrapedNodes(await loadTarget(target, CHECK_IDS, documents))
  const own = rulesFor(await loadAlertRules(rules ?? programs.alerts, documents), nodes)
  const text = prometheusRules(own, nodes)
  const exit = exitFor('pass', `${own.length} rules`)
  const result: NodeAlertsResult = {
    schema_version: 1,
    command: 'node alerts',
    exit,
    rules: own.map(({id, severity, scope, for_s, runbook}) => ({id, severity, scope, for_s, runbook})),
    prometheus: text,
  }
  return {plain: text, result, report: alertsReport(own)}
}

function scrapedNodes({profile}: Target): ScrapedNode[] {
  const silent = profile.nodes.filter(({metrics_url}) => metrics_url === undefined).map(({name}) => name)
  if (silent.length > 0)
    throw new AssayError('target_invalid', `${silent.join(', ')} has no metrics_url: no rule could see it`)
  return profile.nodes.map(({name, metrics_url = '', validator = false}) => {
    const {hostname, port, protocol} = new URL(metrics_url)
    const own = port || (protocol === 'https:' ? '443' : '80')
    return {name, isValidator: validator, instance: `${hostname}:${own}`}
  })
}

function alertsReport(rules: readonly AlertRule[]): Report {
  return {
    title: 'Alert rules',
    status: 'pass',
    isListing: true,
    facts: [{label: 'Rules', value: rules.length}],
    tables: [
      {
        name: 'Rules',
        columns: ['rule', 'says', 'severity', 'scope', 'for s', 'runbook'],
        rows: rules.map(({id, title, severity, scope, for_s, runbook}) => [id, title, severity, scope, for_s, runbook]),
        minor: ['runbook'],
      },
    ],
    cases: [],
    remarks: [],
  }
}
