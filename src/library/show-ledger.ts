import type {RunsLedgerResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {type OptionTable, option} from './option-table.ts'
import {pathOf} from './place.ts'
import {WORKSPACE, type WorkspaceOptions} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `showLedger` takes. */
export interface ShowLedgerOptions extends WorkspaceOptions {
  /** File with an earlier checkpoint that the ledger must begin with. */
  readonly check?: string | URL | undefined
}

export const SHOW_LEDGER = {
  name: 'showLedger',
  command: 'runs ledger',
  hasCases: false,
  options: {...WORKSPACE, check: option('place', '--check')} satisfies OptionTable<ShowLedgerOptions>,
} as const satisfies Verb

/**
 * What the ledger of a workspace recorded, and whether anybody rewrote it: `assay runs ledger`. `checkpoint` stands for all entries so far; keep it elsewhere
 * and give it as `check` later. `exit` is `failed` where the two do not fit, or a run is not as it was recorded.
 *
 * Throws `invalid_input`, `workspace_invalid`, `document_format` for a file that is no checkpoint, `file_missing`.
 *
 * Source: RFC 6962 (Merkle trees of logs), C2SP tlog-checkpoint.
 */
export function showLedger(options: ShowLedgerOptions): Promise<RunsLedgerResult> {
  return callUseCase(SHOW_LEDGER, options, async ({ports, cwd, workspace}) => {
    const [{ledgerResult: show}, {ledgerReport}] = await Promise.all([
      import('#run/show-ledger'),
      import('#run/ledger-report'),
    ])
    const check = options.check === undefined ? {} : {check: pathOf('check', options.check, cwd)}
    const result = show({workspace, shown: workspace, ...check}, ports)
    return {result, report: ledgerReport(result)}
  })
}
