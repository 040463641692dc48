import type {LedgerFinding} from '#contract/generated/types'
import {isRunId, type RunId} from '#contract/ids'
import {hasWorked} from './has-worked.ts'
import {readLedgerOf} from './keep-ledger.ts'
import {LEDGER, RUNS} from './layout.ts'
import {isCut, type LedgerView} from './ledger.ts'
import {LedgerWatch} from './ledger-watch.ts'
import {scanRuns} from './list-runs.ts'
import type {ReadPorts, RunIssue} from './read-run.ts'

/** The result of comparing a workspace with its ledger. */
export interface LedgerJudgement {
  readonly view: LedgerView
  readonly findings: readonly LedgerFinding[]
  /** Runs without an entry that may legitimately have none: older than the ledger, or copied here. */
  readonly unledgered: readonly RunId[]
  readonly changed: readonly RunId[]
  readonly missing: readonly string[]
}

/** Compares every run of a workspace with its ledger, and every entry of the ledger with what Assay writes. */
export function judgeLedger(workspace: string, ports: ReadPorts): LedgerJudgement {
  const watch = new LedgerWatch(workspace, ports)
  const here: RunId[] = []
  const damaged: RunIssue[] = []
  // Runs are read first: one that is published meanwhile is in the ledger by the time that is read.
  for (const read of scanRuns({path: workspace}, ports)) {
    if (read.kind === 'run') {
      here.push(read.runId)
      watch.take(read)
    } else if (isRunId(read.name)) damaged.push(read)
  }
  const {known, untrue, missing} = watch.judge()
  const view = readLedgerOf(workspace, ports.files.reader)
  const isAbsent =
    view.entries.length === 0 && (damaged.length > 0 || here.some((id) => hasWorked(workspace, id, ports)))
  const unreadable = damaged.filter(({name}) => known.runs.has(name))
  return {
    view,
    findings: [
      ...(isAbsent ? [ABSENT] : []),
      ...[...untrue.values()].map(({name, detail}) => finding('ledger_contradiction', name, detail)),
      ...missing.map(({name, detail}) => finding('run_missing', name, detail)),
      ...unreadable.map(({name, detail}) => finding('run_unreadable', name, detail)),
      ...view.entries.flatMap((entry, at) => (entry.leaf || isCut(entry) ? [] : [garbage(at)])),
    ],
    unledgered: [...here, ...damaged.map(({name}) => name)]
      .filter(isRunId)
      .filter((runId) => !known.runs.has(runId) && !untrue.has(runId))
      .sort(),
    changed: [...untrue.keys(), ...unreadable.flatMap(({name}) => (isRunId(name) ? [name] : []))].sort(),
    missing: missing.map(({name}) => name),
  }
}

const finding = (code: LedgerFinding['code'], subject: string, message: string): LedgerFinding => ({
  code,
  subject,
  message,
})

const ABSENT = finding(
  'ledger_missing',
  `${RUNS}/${LEDGER}`,
  'is empty or not there, though there are runs that have worked',
)
const garbage = (at: number) =>
  finding('entry_unreadable', `entry ${at + 1}`, 'is nothing that Assay writes, and no beginning of it')
