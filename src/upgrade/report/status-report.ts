import type {NodeStatusResult} from '#contract/generated/types'
import type {AssayError} from '#error/assay-error'
import type {Report} from '#report/report'
import {type SeenNode, silencesOf} from '../model/seen.ts'

interface Looked {
  readonly seen: readonly SeenNode[]
  /** Why upgrades of other workspaces are in the way. */
  readonly elsewhere: readonly AssayError[]
  /** Where those of this one stand that are not over. */
  readonly open: readonly string[]
}

/** Nodes and upgrades; the last line is what is left to do. */
export function statusReport({target, nodes, upgrades}: NodeStatusResult, {seen, elsewhere, open}: Looked): Report {
  return {
    title: `Nodes of ${target}`,
    status: seen.some(({answers}) => answers) ? 'pass' : 'unavailable',
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
      ...open,
      ...(open.length > 0
        ? []
        : [elsewhere.length > 0 ? 'No upgrade of this workspace is open.' : 'No upgrade is open.']),
    ],
  }
}
