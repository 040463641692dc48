import type {NodeRollbackLoss, NodeRollbackNode, NodeRollbackPlanResult} from '#contract/generated/types'
import type {Report} from '#report/report'
import {toldOfFence} from '../model/fenced-nodes.ts'
import {isLoss} from '../model/lost-since.ts'

/** What a rollback would do, as people read it; the last line is the command that does it. */
export function rollbackPlanReport({target, upgrade, state, strategy, ...told}: NodeRollbackPlanResult): Report {
  const {from, to, steps, nodes, fenced, next} = told
  return {
    title: `Way back: ${target} from ${from} to ${to}`,
    status: 'pass',
    isListing: true,
    facts: [
      {label: 'Upgrade', value: upgrade},
      {label: 'State', value: state},
      {label: 'Strategy', value: strategy},
    ],
    tables: [
      {name: 'Steps', columns: ['step', 'what it does'], rows: steps.map(({id, does}) => [id, does])},
      {
        name: 'Nodes',
        columns: ['node', 'data', 'backup', 'made at', 'stood still on the way there, s'],
        rows: nodes.map((one) => [one.name, DATA[one.data], one.backup, one.backup_at, secondsOf(one)]),
        minor: ['backup'],
      },
    ],
    cases: [],
    remarks: [
      ...toldOfFence(fenced).map((one) => `Mind: ${one} until they are let in on the way back.`),
      ...nodes.flatMap(silenceOf),
      ...nodes.flatMap((one) =>
        lossOf(
          one,
          steps.some(({act, node}) => act === 'restore_data' && node === one.name),
        ),
      ),
      `Nothing was done, next: ${next}`,
    ],
  }
}

const DATA: Readonly<Record<NodeRollbackNode['data'], string>> = {
  kept: 'stay as they are',
  restored: 'are those of the backup again',
  beside: 'are those of the old node',
}

const secondsOf = ({stood_still_ms: ms}: NodeRollbackNode) => (ms === null ? null : Math.round(ms / 100) / 10)

/** How long nobody can write: nobody knows it beforehand, and the way there is the nearest to it that was measured. */
function silenceOf(node: NodeRollbackNode): string[] {
  const seconds = secondsOf(node)
  if (seconds === null) return []
  const more = node.data === 'restored' ? ', and for as long as its data take to be put back' : ''
  return [`${node.name} takes no requests from its stop until it is ready: ${seconds} s on the way there${more}.`]
}

const MOST_NAMED = 5

/** `isAhead`: its backup is still to be put back. */
function lossOf({name, data, why, backup_at: at, lost, unknown}: NodeRollbackNode, isAhead: boolean): string[] {
  if (data === 'kept') return [`${name}: nothing that was written is lost; its data stay as the new release has them.`]
  const since = data === 'beside' ? 'at the new node' : `since its backup${at === null ? '' : ` of ${at}`}`
  if (data === 'restored' && !isAhead) {
    const where = unknown === null ? '' : `; ${unknown}`
    return [`${name}: its backup was put back already: what was written until then ${since} is lost${where}.`]
  }
  const because = why === null ? '' : ` (${why})`
  const whole = `${name}: whatever was written ${since} is lost${because}`
  if (lost === null) return [`${whole}; what that is could not be looked at: ${unknown}.`]
  return [isLoss(lost) ? `${whole}: ${listOf(lost)}.` : `${whole}; the token sees nothing of that kind.`]
}

function listOf({new_repositories, changed_repositories, deleted_repositories, accounts}: NodeRollbackLoss): string {
  return [
    ...named('new repositories', new_repositories),
    ...named('repositories whose refs are put back', changed_repositories),
    ...named('repositories that were deleted and come back', deleted_repositories),
    ...accounts,
  ].join('; ')
}

function named(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return [`${what}: ${names.slice(0, MOST_NAMED).join(', ')}${more}`]
}
