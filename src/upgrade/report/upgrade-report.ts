import type {NodeUpgradePlan, NodeUpgradeProgress, Verdict} from '#contract/generated/types'
import type {Case, Report} from '#report/report'
import type {UpgradeProgress, Way} from '../model/upgrade-progress.ts'

interface Told {
  readonly plan: NodeUpgradePlan
  readonly progress: UpgradeProgress
  readonly nodes: readonly NodeUpgradeProgress[]
  readonly verdict: Verdict
  /** Where the backup of a node lies that the upgrade made, from the workspace. */
  readonly backupOf: (node: string) => string
}

/** Where an upgrade stands: each node, each step, and what failed. */
export function upgradeReport({plan, progress, nodes, verdict, backupOf}: Told): Report {
  return {
    title: `Upgrade of ${plan.target}`,
    status: verdict.state,
    facts: [
      {label: 'Strategy', value: plan.strategy},
      {label: 'From', value: plan.from},
      {label: 'To', value: plan.to},
      {label: 'State', value: progress.state},
      ...(progress.reason === '' ? [] : [{label: 'Why', value: progress.reason}]),
    ],
    tables: [{name: 'Nodes', columns: ['node', 'state'], rows: nodes.map(({name, state}) => [name, state])}],
    cases: [...casesOf(progress, 'forth'), ...casesOf(progress, 'back')],
    remarks: [...remarksOf(progress), ...unusedBackups(progress, backupOf)],
  }
}

/** What failed; where all is back as it was, as the reason of that; and what was lost although the plan did not say so. */
const remarksOf = ({state, failed, moved, done}: UpgradeProgress): string[] => [
  ...failed.map((one) => (state === 'rolled_back' ? `Put back because of ${one}` : one)),
  ...[...moved].flatMap(([node, seen]) =>
    done.back.has(`restore_data:${node}`)
      ? [`The backup of ${node} was put back, for ${seen}; what was written since is lost.`]
      : [],
  ),
]

/** A program that moved data and died before it answered was seen by nobody: then a whole backup lies there, and the plan leaves the data as they are. */
function unusedBackups({state, begun, done}: UpgradeProgress, backupOf: Told['backupOf']): string[] {
  if (state !== 'rollback_failed') return []
  const started = [...begun.forth].flatMap((id) => (id.startsWith('start:') ? id.slice('start:'.length) : []))
  return started
    .filter((node) => done.forth.has(`backup:${node}`) && !done.back.has(`restore_data:${node}`))
    .map(
      (node) =>
        `Where the log of ${node} says that its data are newer than the release: its backup of before is ${backupOf(node)}; restore that, then put back again. What was written since is lost then.`,
    )
}

function casesOf({begun, done, failed}: UpgradeProgress, way: Way): Case[] {
  return [...begun[way]].map((id): Case => {
    const why = failed.find((one) => one.startsWith(`${id}: `))
    const suite = way === 'forth' ? 'upgrade' : 'rollback'
    if (done[way].has(id)) return {suite, name: id, status: 'passed'}
    return {suite, name: id, status: why === undefined ? 'error' : 'failed', message: why ?? 'it did not end'}
  })
}
