import type {NodeBaseline, NodeInventory, Verdict} from '#contract/generated/types'
import type {Report} from '#report/report'
import {medianOf} from '#stats/hodges-lehmann'

/** What is told of a baseline. */
export interface ToldBaseline {
  readonly baseline: NodeBaseline
  readonly inventory: NodeInventory
  readonly verdict: Verdict
}

const EMPTY =
  'No repository is listed for this token: a check with this baseline can find none missing, and proves nothing of any.'

/** The report of a baseline: the nodes, how fast they answered, and what users have on them. */
export function baselineReport({baseline, inventory, verdict}: ToldBaseline): Report {
  const {tokens, keys, hooks} = inventory.counts
  return {
    title: 'Node baseline',
    status: verdict.state,
    facts: [
      {label: 'Target', value: baseline.target},
      {
        label: 'Holds',
        value: `${inventory.repos.length} repositories, ${tokens} tokens, ${keys} keys, ${hooks} webhooks`,
      },
      {label: 'Window', value: `${baseline.window_s} s`},
    ],
    tables: [
      {
        name: 'Nodes',
        columns: ['node', 'release', 'schema', 'validators', 'repositories'],
        rows: baseline.nodes.map(({name, version, schema_version, validators}) => [
          name,
          version,
          schema_version,
          validators?.length ?? null,
          heldBy(inventory, name),
        ]),
      },
      {
        name: 'Requests',
        columns: ['kind', 'n', 'median ms', 'errors'],
        rows: baseline.probes.map(({kind, ms, errors}) => [kind, ms.length, medianOf(ms) ?? null, errors]),
      },
    ],
    cases: verdict.rules.map(({id, state, reason}) => ({
      suite: 'node baseline',
      name: id,
      status: state === 'pass' ? 'passed' : 'error',
      ...(reason !== undefined && {type: state, message: reason}),
    })),
    remarks: [...(inventory.repos.length > 0 ? [] : [EMPTY]), ...verdict.caveats.map(unknown), ...missingAt(inventory)],
  }
}

const unknown = (caveat: string) => `${caveat}. No check can tell what it loses.`

/** Number of repositories of a node: its own if it was read directly, otherwise what users see. */
function heldBy({nodes = [], repos}: NodeInventory, name: string): number | null {
  const node = nodes.find((one) => one.name === name)
  return node === undefined ? repos.length : (node.repos?.length ?? null)
}

/** Who has a part of what users see may have lost the rest before this baseline; who has none of it has data of its own. */
function missingAt({nodes = [], repos, sentinels}: NodeInventory): string[] {
  const seen = repos.map(nameOf).filter((name) => name !== sentinels.repository)
  return nodes.flatMap((node) => {
    const own = new Set(node.repos?.map(nameOf))
    const missing = seen.filter((name) => !own.has(name))
    if (node.repos === null || missing.length === 0 || missing.length === seen.length) return []
    return [
      `${node.name} has not all that users see: ${missing.length} repositories are missing there, ${missing[0]} first.`,
    ]
  })
}

const nameOf = ({owner, name}: NodeInventory['repos'][number]) => `${owner}/${name}`
