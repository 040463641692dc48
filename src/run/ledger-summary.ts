import type {LedgerCounts, LedgerSummary} from '#contract/generated/types'
import {type LedgerEntry, type LedgerRun, ledgerRuns} from './ledger.ts'

const STATUSES = ['failed', 'interrupted', 'cancelled', 'skipped', 'passed'] as const

/** Words for statuses: leaves do not distinguish an interrupted run from one in progress. */
const WORDS: Partial<Record<LedgerRun['status'], string>> = {interrupted: 'unfinished'}

export function ledgerCounts(runs: Iterable<LedgerRun>, entries: readonly LedgerEntry[]): LedgerCounts {
  const all = [...runs]
  const count = (status: LedgerRun['status']) => all.filter((run) => run.status === status).length
  return {
    runs: all.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    cancelled: count('cancelled'),
    interrupted: count('interrupted'),
    removed: all.filter((run) => run.isRemoved).length,
    unreadable: entries.filter((entry) => !entry.leaf).length,
  }
}

/** Index of the leaf that opened this run. */
export function findOpening(runId: string, entries: readonly LedgerEntry[]): number | undefined {
  const at = entries.findIndex(({leaf}) => leaf?.content.event === 'opened' && leaf.content.run_id === runId)
  return at < 0 ? undefined : at
}

/**
 * The runs since one, from the leaves since its opening. A run that was opened before and only ended since is not included; one whose
 * opening could not be written is recognised by its id.
 */
export function runsSince(since: string, entries: readonly LedgerEntry[]): LedgerRun[] {
  return [...ledgerRuns(entries).values()].filter(({isOpened, runId}) => isOpened || runId >= since)
}

/** Which of the runs since one are attached and which are not. `entries`: the leaves since its opening. */
export function summariseLedger(
  since: string,
  entries: readonly LedgerEntry[],
  told: {readonly attached: readonly string[]; readonly unledgered: readonly string[]},
): LedgerSummary {
  const runs = runsSince(since, entries)
  const left = runs.filter(({runId}) => !told.attached.includes(runId))
  const summary = {
    since,
    counts: ledgerCounts(runs, entries),
    attached: [...told.attached],
    not_attached: left.map(({runId, status, verdict}) => ({run_id: runId, status, verdict})),
    unledgered: [...told.unledgered],
  }
  return {...summary, sentence: sentenceOf(summary)}
}

/** "1 of 57 runs since … is attached; 3 failed and 1 unfinished runs are not." */
function sentenceOf({since, counts, attached, not_attached, unledgered}: Omit<LedgerSummary, 'sentence'>): string {
  const by = Map.groupBy(not_attached, ({status}) => status)
  const named = STATUSES.filter((status) => status !== 'passed' && by.has(status)).map((status) => ({
    status,
    count: by.get(status)?.length ?? 0,
  }))
  const bad = named.reduce((sum, {count}) => sum + count, 0)
  const list = named
    .map(({status, count}) => `${count} ${WORDS[status] ?? status}`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ')
  const rest =
    bad > 0
      ? `; ${list} ${bad === 1 ? 'run is' : 'runs are'} not`
      : not_attached.length > 0
        ? '; the others passed'
        : ''
  return [
    `${attached.length} of ${counts.runs} runs since ${since} ${attached.length === 1 ? 'is' : 'are'} attached${rest}.`,
    ...(unledgered.length > 0 ? [`The ledger has no entry of ${many(unledgered.length, 'more run')}.`] : []),
    ...(counts.unreadable > 0 ? [`${many(counts.unreadable, 'line')} of it cannot be read.`] : []),
  ].join(' ')
}

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
