import type {EvalCell, EvalEpisode, EvalNotRun, EvalReference} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {EvalFindings} from '../judge/work.ts'
import {knownReferences, mergeReferences} from '../kit/run-references.ts'
import {type CellResult, type ReferenceEpisodes, recordedSequence, sequenceDocument} from '../model/cell.ts'
import type {Suite} from '../model/suite.ts'

/** Cells as a run keeps them: what they are about, and which floor and ceiling they stand beside. */
export function cellDocuments(cells: readonly CellResult[]): EvalCell[] {
  return cells.map(({facts, planned, baselines, sequence}) => {
    return {
      suite: facts.suite.name,
      suite_version: facts.suite.version,
      provider: facts.provider,
      env: facts.env,
      stratum: facts.stratum,
      planner: facts.planner,
      success_mode: facts.successMode,
      env_step_budget: facts.envStepBudget,
      reference_unit: facts.referenceUnit ?? null,
      only_scores: facts.onlyScores === true,
      planned,
      ...(sequence && {until_decided: sequenceDocument(sequence)}),
      references: baselines ? ownerOf(baselines, cells) : null,
    }
  })
}

/** Floor and ceiling trial by trial, once for all cells that share them. */
export function referenceDocuments(cells: readonly CellResult[]): EvalReference[] {
  return cells.flatMap(({baselines}, cell) => {
    if (!baselines || ownerOf(baselines, cells) !== cell) return []
    return baselines.random.flatMap((_, at) => {
      const one = knownReferences(baselines, at)
      return one ? {cell, ...one} : []
    })
  })
}

/** The first cell that stands beside these. */
function ownerOf(baselines: ReferenceEpisodes, cells: readonly CellResult[]): number {
  return cells.findIndex((other) => other.baselines === baselines)
}

/** What a run recorded of its work. */
export interface RecordedWork {
  readonly cells: readonly EvalCell[]
  readonly references: readonly EvalReference[]
  readonly episodes: readonly EvalEpisode[]
  readonly notRun: readonly EvalNotRun[]
  readonly seed: number
}

/** The work as it was when the run ended. Throws `suite_changed` where a suite is not of these, or of another version. */
export function recordedFindings(
  {cells, references, episodes, notRun, seed}: RecordedWork,
  suites: readonly Suite[],
): EvalFindings {
  const owned = Map.groupBy(references, ({cell}) => cell)
  const baselines = new Map([...owned].map(([cell, trials]) => [cell, mergeReferences(trials)]))
  return {
    cells: cells.map((cell) => ({
      facts: {
        suite: suiteOf(cell, suites),
        provider: cell.provider,
        env: cell.env,
        stratum: cell.stratum,
        planner: cell.planner,
        successMode: cell.success_mode,
        envStepBudget: cell.env_step_budget,
        seed,
        ...(cell.reference_unit !== null && {referenceUnit: cell.reference_unit}),
        ...(cell.only_scores && {onlyScores: true}),
      },
      planned: cell.planned,
      episodes: episodes.filter((episode) => isOf(episode, cell)),
      baselines: cell.references === null ? undefined : baselines.get(cell.references),
      sequence: recordedSequence(cell.until_decided),
      wallMs: 0,
    })),
    notRun,
    unreachable: barredBy('unreachable', notRun),
    refused: barredBy('refused', notRun),
  }
}

function barredBy(barrier: string, notRun: readonly EvalNotRun[]): string[] {
  return notRun.filter(({reason}) => reason === barrier).map(({provider}) => provider)
}

function suiteOf({suite, suite_version}: EvalCell, suites: readonly Suite[]): Suite {
  const found = suites.find(({name, version}) => name === suite && version === suite_version)
  if (found) return found
  throw new AssayError('suite_changed', `this version has no suite ${suite} of version ${suite_version}`)
}

function isOf({suite, provider, env, stratum}: EvalEpisode, cell: EvalCell): boolean {
  return (
    suite === cell.suite &&
    provider === cell.provider &&
    (cell.env === '*' || env === cell.env) &&
    (cell.stratum === '*' || stratum === cell.stratum)
  )
}
