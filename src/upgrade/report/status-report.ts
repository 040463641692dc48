import type {NodeStatusResult} from '#contract/generated/types'
import type {AssayError} from '#error/assay-error'
import type {Report} from '#report/report'
import {type SeenNode, silencesOf} from '../model/seen.ts'

/** What is told beside nodes and upgrades. */
interface StatusRemarks {
  readonly seen: readonly SeenNode[]
  /** Why upgrades of other workspaces are in the way. */
  readonly elsewhere: readonly AssayError[]
  /** Why what upgrades of this workspace kept cannot be read. */
  readonly unreadable: readonly AssayError[]
  /** Variables and accounts of tokens that are not there. */
  readonly missing: readonly string[]
  /** Where those of this one stand that are not over. */
  readonly open: readonly string[]
}

/** Nodes and upgrades; the last line is what is left to do. */
export function statusReport(
  {target, nodes, upgrades, exit}: NodeStatusResult,
  {seen, elsewhere, unreadable, missing, open}: StatusRemarks,
): Report {
  const isClosed = open.length + unreadable.length === 0
  return {
    title: `Nodes of ${target}`,
    status: exit.name === 'unsafe-state' ? exit.name : seen.some(({answers}) => answers) ? 'pass' : 'unavailable',
    isListing: true,
    facts: [],
    tables: [
      {
        name: 'Nodes',
        columns: ['node', 'ready', 'release', 'schema', 'synced', 'height', 'leader'],
        rows: nodes.map((one) => [
          one.name,
          one.ready,
          one.version,
          one.schema_version,
          one.synced,
          one.height,
          one.leader,
        ]),
      },
      ...(upgrades.length === 0
        ? []
        : [
            {
              name: 'Upgrades',
              columns: ['upgrade', 'strategy', 'from', 'to', 'state', 'driven'],
              rows: upgrades.map((one) => [one.upgrade, one.strategy, one.from, one.to, one.state, one.driven]),
            },
          ]),
    ],
    cases: [],
    remarks: [
      ...silencesOf(seen).map((one) => `Silent: ${one}.`),
      ...new Set(elsewhere.map(({message, hint}) => `Elsewhere: ${message}. ${hint}`)),
      ...missing.map((name) => `No token in ${name}: what a node tells to its users alone is not shown.`),
      ...unreadable.map(({message, hint}) => `Unreadable: ${message}. ${hint}`),
      ...open,
      ...(!isClosed ? [] : [elsewhere.length > 0 ? 'No upgrade of this workspace is open.' : 'No upgrade is open.']),
    ],
  }
}
