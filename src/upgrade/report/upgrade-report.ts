import type {NodeUpgradePlan, NodeUpgradeProgress, Verdict} from '#contract/generated/types'
import type {Case, Report, Table} from '#report/report'
import {type FoundNode, foundRemarks, servedWord} from '../model/found-nodes.ts'
import {type ReplacedData, toldOfReplaced} from '../model/replaced-data.ts'
import {sparedRemarks} from '../model/spared-checks.ts'
import type {KeptStep} from '../model/step-files.ts'
import {isOpenState, type UpgradeProgress, type Way} from '../model/upgrade-progress.ts'
import {checksTable} from './checks-table.ts'

interface Told {
  readonly plan: NodeUpgradePlan
  readonly progress: UpgradeProgress
  readonly nodes: readonly NodeUpgradeProgress[]
  /** What the steps of this run asked. */
  readonly kept: readonly KeptStep[]
  readonly verdict: Verdict
  /** The run that began the upgrade. */
  readonly id: string
  /** What all of its backups take. */
  readonly backupBytes: number
  /** Where the backup of a node lies that the upgrade made, from the workspace. */
  readonly backupOf: (node: string) => string
  /** Command lines that stop it and put that back; none where nobody knows any. */
  readonly restoring: (node: string) => readonly string[]
  /** What the way back put aside. */
  readonly replaced: readonly ReplacedData[]
  /** What nobody planned of the data, while a release is kept. */
  readonly moved: readonly string[]
  /** What goes on from here; null where nothing is left to do. */
  readonly retry: string | null
}

/** Where an upgrade stands: each node, each step, and what failed. */
export function upgradeReport(told: Told): Report {
  const {plan, progress, nodes, kept, verdict, moved} = told
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
    tables: [nodesTable(nodes, progress.found), ...(kept.length === 0 ? [] : [checksTable(kept)])],
    cases: [...casesOf(progress, 'forth'), ...casesOf(progress, 'back')],
    // What is to be done comes first: a terminal shows a few of them, and failures stand in their cases as well.
    remarks: [
      ...foundRemarks(progress.found, told.retry),
      ...moved,
      ...progress.odd.map(sentence),
      ...sparedRemarks(kept).map(sentence),
      ...toldOfReplaced(told.replaced).map(sentence),
      ...unusedBackups(told),
      ...remarksOf(progress),
      ...keptBackups(told),
    ],
  }
}

/** Whether people are served is told where the way back failed: nobody else knows it then. */
const nodesTable = (nodes: readonly NodeUpgradeProgress[], found: readonly FoundNode[]): Table =>
  found.length === 0
    ? {name: 'Nodes', columns: ['node', 'state'], rows: nodes.map(({name, state}) => [name, state])}
    : {
        name: 'Nodes',
        columns: ['node', 'state', 'serves'],
        rows: nodes.map(({name, state}) => [name, state, servedWord(found, name)]),
      }

/** What failed, unless the reason says it; where all is back as it was, as the reason of that; and what was lost although the plan did not say so. */
const remarksOf = ({state, reason, failed, moved, done}: UpgradeProgress): string[] => [
  ...failed
    .filter((one) => !reason.includes(one))
    .map((one) => (state === 'rolled_back' ? `Put back because of ${one}` : one)),
  ...[...moved].flatMap(([node, seen]) =>
    done.back.has(`restore_data:${node}`)
      ? [`The backup of ${node} was put back, for ${seen}; what was written since is lost.`]
      : [],
  ),
]

const sentence = (text: string): string => `Mind: ${text}.`

/** Nobody needs them to put anything back any more, and somebody may miss what is in them. */
function keptBackups({progress, id, backupBytes}: Told): string[] {
  if (isOpenState(progress.state) || backupBytes === 0) return []
  return [
    `The backups of this upgrade, ${backupBytes} bytes in runs/.state/upgrades/${id}, stay until assay runs cleanup removes the run ${id}.`,
  ]
}

/** A program that moved data and died before it answered was seen by nobody: then a whole backup lies there, and the plan leaves the data as they are. */
function unusedBackups({progress, backupOf, restoring, retry}: Told): string[] {
  const {state, begun, done, failures} = progress
  if (state !== 'rollback_failed') return []
  const started = [...begun.forth].flatMap((id) => (id.startsWith('start:') ? id.slice('start:'.length) : []))
  return started
    .filter((node) => done.forth.has(`backup:${node}`) && !done.back.has(`restore_data:${node}`))
    .flatMap((node) => {
      const why = failures.back.get(`check:${node}`) ?? ''
      const lines = DATA_LOST.test(why) ? restoring(node) : []
      if (lines.length > 0)
        return [
          `The data of ${node} are not what they were, and were left as the new release leaves them; the same rollback again changes nothing about that. These, and then the rollback once more, put its backup of before back, and lose what was written since:`,
          ...[...lines, ...(retry === null ? [] : [retry])].map((line, at) => `${at + 1}. ${line}`),
        ]
      return [
        `Where the log of ${node} says that its data are newer than the release: its backup of before is ${backupOf(node)}; restore that, then put back again. What was written since is lost then.`,
      ]
    })
}

/** What the check of a node that was put back says where its inventory is not the one of before. */
const DATA_LOST = /\bdata\.(repos|refs|accounts): |post\.rollback: (repositories|refs|accounts): /

function casesOf({reason, begun, done, failures}: UpgradeProgress, way: Way): Case[] {
  return [...begun[way]].map((id): Case => {
    const why = failures[way].get(id)
    const [suite, name] = way === 'forth' ? ['upgrade', id] : ['rollback', `back:${id}`]
    if (done[way].has(id)) return {suite, name, status: 'passed'}
    if (why === undefined) return {suite, name, status: 'error', message: 'it did not end'}
    const message = `${id}: ${why}`
    // A screen has the reason right above.
    return {suite, name, status: 'failed', message, short: reason.includes(message) ? '' : why}
  })
}
