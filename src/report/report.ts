import type {Issue} from '#error/assay-error'
import type {VerdictState} from '#error/exit'
import type {Plot} from './plot.ts'

/** One cell: text, a number at full precision, a truth, or nothing. Absent is null, never 0. */
export type TableCell = string | number | boolean | null

export interface Fact {
  readonly label: string
  readonly value: TableCell
}

/** `columns` fixes the order; every row has one cell a column. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly TableCell[])[]
  /** Columns that a narrow terminal may leave out, the first of them first. Files have them all. */
  readonly minor?: readonly string[]
  /** There they stand below their row instead. */
  readonly minorBelow?: boolean
}

/** One testcase: passed, failed (bad verdict), error (no verdict) or skipped. */
export interface Case {
  readonly suite: string
  /** Where JUnit sorts it in, such as `suite.env.provider`; its suite without. */
  readonly className?: string
  readonly name: string
  readonly status: 'passed' | 'failed' | 'error' | 'skipped'
  readonly durationMs?: number
  /** Kind of failure or error, such as `inconclusive`; of one that passed, why its message is worth a look, such as `warn`. */
  readonly type?: string
  readonly message?: string
  /** A file of the caller that it speaks of, as it was named, and the places in it: annotations point there. */
  readonly file?: string
  readonly issues?: readonly Issue[]
  /** What a terminal shows instead: value, limit and n at a glance. */
  readonly short?: string
  /** It decided nothing, however it ended. */
  readonly isOptional?: boolean
  /** Another case it has no verdict because of: where there is little room that one stands for both. */
  readonly because?: string
}

/** What a reader needs once a run has ended: where it is, and which command comes next. */
export interface ReportEnding {
  readonly places: readonly Fact[]
  /** Command lines under what they are for, the most useful first; each can be copied as it stands. */
  readonly next: readonly Fact[]
}

/** What a page shows beside the rest of its report. */
export interface PagePart {
  /** When the run began. */
  readonly begunAt?: string
  readonly facts: readonly Fact[]
  readonly plots: readonly Plot[]
  readonly tables: readonly Table[]
}

/** A part of a run with an outcome of its own. `id` is unlike those of its neighbours; the paths of `files` are relative to the run. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly status: VerdictState
  readonly durationMs?: number
  readonly facts: readonly Fact[]
  /** Absent where nothing was measured. */
  readonly report?: Report
  readonly files: readonly string[]
}

/**
 * What a command has to say, once: title, outcome, facts, tables, cases and remarks. Text and numbers only;
 * colour, width and escaping belong to the renderers.
 */
export interface Report {
  readonly title: string
  /** The verdict of a trial; `pass` for a listing that worked. */
  readonly status: VerdictState
  readonly facts: readonly Fact[]
  readonly tables: readonly Table[]
  readonly cases: readonly Case[]
  readonly remarks: readonly string[]
  /** Drawn where pictures can be; everything in them also stands in a table or a file. */
  readonly plots?: readonly Plot[]
  /** What the cases rest on, for JUnit: one by one what other formats sum up. */
  readonly fineCases?: readonly Case[]
  /** What only pages show: when and where, how the steps ran, verdicts at a glance. */
  readonly page?: PagePart
  /** The steps of a job in full; other formats show what they came to. */
  readonly sections?: readonly Section[]
  /** Its tables tell every case with more than the case says: formats for people show no list of cases beside them. */
  readonly tellsCases?: boolean
  /** It only tells what is there: while that works, text for people needs no verdict line. */
  readonly isListing?: boolean
  /** How the summary of a run ends on a terminal, which shows the tables only when they are asked for. */
  readonly ending?: ReportEnding
}

/** The cases that text shows: beside tables of the same content only those that need a look, all where there is nothing else. */
export function casesToShow({cases, tables, tellsCases}: Report): readonly Case[] {
  if (tellsCases) return []
  return tables.length === 0 ? cases : cases.filter((one) => one.status !== 'passed')
}

/** Whether the verdict line has anything to say. */
export function hasVerdictLine(report: Report, exitCode: number): boolean {
  return !report.isListing || exitCode !== 0
}
