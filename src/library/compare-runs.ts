import type {RunsCompareResult} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {placeText, textIfGiven} from './place.ts'
import {WORKSPACE, type WorkspaceOptions} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `compareRuns` takes. Runs are named by id, or by their folder. */
export interface CompareRunsOptions extends WorkspaceOptions {
  readonly base: string | URL
  readonly candidates: readonly (string | URL)[]
  /** Gate file that decides; `baseline` is the base run. */
  readonly gate?: string | URL | undefined
  /** Compare only; nothing decides. */
  readonly noGate?: boolean | undefined
  /** What counts as no difference, between 0 and 1: in the unit of a metric, for times a share; 0.05 by default. */
  readonly margin?: number | undefined
  /** Compare times of different machines. */
  readonly allowCrossMachine?: boolean | undefined
}

export const COMPARE_RUNS = {
  name: 'compareRuns',
  command: 'runs compare',
  hasCases: true,
  options: {
    ...WORKSPACE,
    base: needed('place'),
    candidates: needed('places'),
    gate: option('place', '--gate'),
    noGate: option('boolean', '--no-gate'),
    margin: option('number', '--margin'),
    allowCrossMachine: option('boolean', '--allow-cross-machine'),
  } satisfies OptionTable<CompareRunsOptions>,
} as const satisfies Verb

/**
 * Compares evaluations, or benchmarks, with a base run: `assay runs compare`. Trials are paired by seed, times by process; a row is regressed, equivalent,
 * improved, open or incomparable. Reading changes nothing and leaves no run; `reports` keeps the comparison.
 *
 * Throws `invalid_input`, `usage` for runs of different kinds and where no candidate is named, `out_of_range`, `run_not_found`, `run_live`, `file_unreadable`, `gate_invalid`.
 */
export function compareRuns(options: CompareRunsOptions): Promise<RunsCompareResult> {
  return callUseCase(COMPARE_RUNS, options, async ({ports, cwd, workspace}) => {
    const [{conductComparison}, {compareReport}] = await Promise.all([
      import('#compare/conduct-comparison'),
      import('#compare/compare-report'),
    ])
    const {files, redactor, clock} = ports
    if (options.candidates.length === 0)
      throw new AssayError('usage', 'candidates names no run', {hint: 'Name one run or more to compare with base.'})
    const order = {
      base: placeText('base', options.base),
      candidates: options.candidates.map((candidate) => placeText('candidates', candidate)),
      workspace,
      cwd,
      margin: options.margin,
      gatePath: textIfGiven('gate', options.gate),
      noGate: options.noGate ?? false,
      isAnyMachine: options.allowCrossMachine ?? false,
    }
    const result = await conductComparison(order, {reader: files.reader, redactor, clock})
    return {result, report: compareReport(result)}
  })
}
