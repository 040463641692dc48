import type {NodeBaselineResult, NodeCheckResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import type {CheckNodesOptions, NodeBaselineOptions} from './check-nodes-options.ts'

/**
 * Asks the checks of a hosting service's nodes, each shown to fail on a host that lies before, and keeps what was found in a run of the workspace:
 * `assay node check`. A check that fails is a result, not an error; an abort gives the verdict `interrupted`.
 *
 * Throws `invalid_input`, `usage`, `target_invalid`, `config_invalid`, `file_missing`, `file_unreadable`, `run_not_found`, `schema_too_new` before a run
 * exists; `address_refused`, `cleartext_credentials` with a run that was refused; `bug` where a check cannot tell a host that lies from one that does not;
 * `workspace_invalid`, `workspace_unwritable`, `disk_full`, `io_error` where it cannot be written.
 */
export function checkNodes(options: CheckNodesOptions): Promise<NodeCheckResult> {
  return callUseCase(loadCheck, options, async (stage) => {
    const [{measureKind}, {nodeCheckKind}, {checkNodesOrder}] = await Promise.all([
      import('./measure-kind.ts'),
      import('#host/check-kind'),
      import('./check-nodes-options.ts'),
    ])
    return await measureKind(nodeCheckKind, checkNodesOrder(options), stage)
  })
}

/**
 * Takes down what the nodes of a hosting service are and hold, for `checkNodes` to be held against: `assay node baseline`. Times in
 * `result.baseline` are milliseconds.
 *
 * Throws what `checkNodes` throws, `out_of_range`, and `host_unfit` with a failed run where a node is not well or a list cannot be read to its end.
 */
export function takeNodeBaseline(options: NodeBaselineOptions): Promise<NodeBaselineResult> {
  return callUseCase(loadBaseline, options, async (stage) => {
    const [{measureKind}, {nodeBaselineKind}, {nodeBaselineOrder}] = await Promise.all([
      import('./measure-kind.ts'),
      import('#host/baseline-kind'),
      import('./check-nodes-options.ts'),
    ])
    return await measureKind(nodeBaselineKind, nodeBaselineOrder(options), stage)
  })
}

const loadCheck = async () => (await import('./check-nodes-options.ts')).CHECK_NODES
const loadBaseline = async () => (await import('./check-nodes-options.ts')).TAKE_NODE_BASELINE
