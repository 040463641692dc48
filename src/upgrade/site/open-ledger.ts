import type {JournalRecord} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {readJournal} from '#run/journal'
import type {RunPorts} from '#run/ports'
import {JournalWriter} from '#run/write-journal'
import type {TimedEntry} from '../model/rollback-plan.ts'
import {unreadableUpgrade} from '../model/unreadable-upgrade.ts'
import {progressOf, type UpgradeEntry, type UpgradeProgress} from '../model/upgrade-progress.ts'
import {ledgerFile} from './upgrade-places.ts'

/** What was done to a target, in order; an entry is on disk before `append` returns. */
export interface UpgradeLedger {
  progress(): UpgradeProgress
  append(entry: UpgradeEntry): Promise<void>
  close(): Promise<void>
}

/** Goes on with the ledger of a folder, or begins it. Throws `upgrade_unreadable` for one that is damaged before its last line. */
export async function openLedger(folder: string, id: RunId, ports: RunPorts): Promise<UpgradeLedger> {
  const path = ledgerFile(folder)
  const view = readLedgerView(folder, id, ports)
  const entries = (view?.records ?? []).flatMap(entryOf)
  const journal = await JournalWriter.follow(path, view, id, ports)
  return {
    progress: () => progressOf(entries),
    append: async (entry) => {
      await journal.append(TYPES[entry.kind], {...entry})
      entries.push(entry)
    },
    close: () => journal.close(),
  }
}

/** Where an upgrade stands, from its ledger alone. Throws as `openLedger`. */
export function readUpgradeProgress(folder: string, id: RunId, ports: Pick<RunPorts, 'files'>): UpgradeProgress {
  return progressOf(readLedgerEntries(folder, id, ports).map(({entry}) => entry))
}

/** Each entry with the time of its record. Throws as `openLedger`. */
export function readLedgerEntries(folder: string, id: RunId, ports: Pick<RunPorts, 'files'>): TimedEntry[] {
  const records = readLedgerView(folder, id, ports)?.records ?? []
  return records.flatMap((record) => entryOf(record).map((entry) => ({at: record.at, entry})))
}

function readLedgerView(folder: string, id: RunId, {files: {reader}}: Pick<RunPorts, 'files'>) {
  const path = ledgerFile(folder)
  if (reader.facts(path) === undefined) return undefined
  const view = readJournal(reader.read(path), id)
  if (view.brokenAt === undefined) return view
  throw unreadableUpgrade(id, `the ledger of the upgrade ${id} is damaged at record ${view.brokenAt}`)
}

const TYPES = {
  intent: 'step.started',
  end: 'step.finished',
  state: 'plan.fixed',
  chosen: 'attempt.started',
  moved: 'attempt.superseded',
  checked: 'attempt.finished',
} as const satisfies Record<UpgradeEntry['kind'], JournalRecord['type']>

/** Only we write it, and its chain holds: what stands in it was an entry. */
function entryOf({data}: JournalRecord): UpgradeEntry[] {
  const entry = data as Partial<UpgradeEntry>
  return entry.kind !== undefined && entry.kind in TYPES ? [entry as UpgradeEntry] : []
}
