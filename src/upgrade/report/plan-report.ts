import type {NodePlanResult, NodeUpgradePlan} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import type {Report} from '#report/report'

/** A plan as a result, and as people read it: which step, on which node, and what undoes it. */
export function plannedUpgrade(plan: NodeUpgradePlan, command: NodePlanResult['command']) {
  const result: NodePlanResult = {
    schema_version: 1,
    command,
    exit: exitFor('pass', `${plan.steps.length} steps; nothing was done`),
    plan,
  }
  return {result, report: planReport(plan)}
}

function planReport(plan: NodeUpgradePlan): Report {
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
    remarks: [...preconditions.map((one) => `Before: ${one}.`), ...warnings.map((one) => `Mind: ${one}.`)],
  }
}

const DATA: Readonly<Record<NodeUpgradePlan['data_change'], string>> = {
  none: 'stay as they are',
  automatic: 'are migrated when a node starts',
  manual: 'are migrated while all nodes stand still',
}
