import type {NodePlanResult, NodeUpgradePlan} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import {shellWord} from '#path/shown-path'
import type {Report} from '#report/report'
import {flagWords, placeWords} from '../model/next-command.ts'

/** A plan as a result, and as people read it: which step, on which node, and what undoes it. */
export function plannedUpgrade(plan: NodeUpgradePlan, command: NodePlanResult['command'], argv: readonly string[]) {
  const result: NodePlanResult = {
    schema_version: 1,
    command,
    exit: exitFor('pass', `${plan.steps.length} steps; nothing was done`),
    plan,
  }
  return {result, report: planReport(plan, nextOf(command, argv))}
}

function nextOf(command: NodePlanResult['command'], argv: readonly string[]): string {
  if (command === 'node upgrade') return 'Nothing was done, next: the same line with --apply'
  // The value behind the flag, or behind its equals sign.
  const kept = flagWords(argv, ['--output', '-o'])
    .at(-1)
    ?.replace(/^--output=/, '')
  const words = ['assay', 'node', 'upgrade', ...placeWords(argv), '--plan', kept ?? 'plan.json', '--apply']
  const line = words.map(shellWord).join(' ')
  return `Nothing was done, next: ${kept === undefined ? `--output plan.json to keep it, then ${line}` : line}`
}

function planReport(plan: NodeUpgradePlan, next: string): Report {
  const {steps, preconditions, warnings, tolerated} = plan
  return {
    title: `Plan: ${plan.target} from ${plan.from} to ${plan.to}`,
    status: 'pass',
    isListing: true,
    facts: [
      {label: 'Strategy', value: plan.strategy},
      {label: 'Nodes', value: plan.nodes.map(({name}) => name).join(', ')},
      {label: 'Data', value: DATA[plan.data_change]},
      ...(tolerated === null ? [] : [{label: 'May be away', value: tolerated}]),
      {label: 'Plan', value: plan.plan_sha256},
    ],
    tables: [
      {
        name: 'Steps',
        columns: ['step', 'phase', 'undone by'],
        rows: steps.map(({id, phase, inverse}) => [id, phase, inverse]),
        minor: ['phase'],
      },
    ],
    cases: [],
    remarks: [...preconditions.map((one) => `Before: ${one}.`), ...warnings.map((one) => `Mind: ${one}.`), next],
  }
}

const DATA: Readonly<Record<NodeUpgradePlan['data_change'], string>> = {
  none: 'stay as they are',
  automatic: 'are migrated when a node starts',
  manual: 'are migrated while all nodes stand still',
}
