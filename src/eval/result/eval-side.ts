import {evalEpisode} from '#contract/generated/eval-episode'
import {evalMeasurement} from '#contract/generated/eval-measurement'
import type {EvalEpisode, EvalMeasurement, EvalRow} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {RESULT} from '#run/layout'
import {type RecordedRun, readAs} from '#run/read-recorded'
import {EPISODES} from '../eval-files.ts'
import {recordedSuites} from '../plan/recorded-suites.ts'
import type {Suite} from '../suite.ts'

/** One side of a comparison: what was measured, and the trials behind it. */
export interface EvalSide {
  readonly inputDigest: string | null
  readonly gateDigest: string | null
  readonly assayVersion: string
  readonly seed: number
  /** Of the machine, for times: those of two machines say nothing of each other. Absent where nobody said. */
  readonly fingerprint?: string | undefined
  /** Absent are those that have rows. */
  readonly providers?: readonly string[]
  /** Suites of the caller's files, beside the built-in ones. */
  readonly suites?: readonly Suite[]
  readonly rows: readonly EvalRow[]
  readonly episodes: readonly EvalEpisode[]
}

/** An evaluation as its run recorded it. Throws `file_unreadable` where the run is no evaluation, or its results are not what this version reads. */
export function recordedSide(run: RecordedRun): EvalSide {
  const {manifest} = run
  const {seed, rows} = recordedMeasurement(run)
  return {
    inputDigest: manifest.input_digest,
    gateDigest: manifest.gate_digest,
    assayVersion: manifest.versions.assay,
    seed,
    fingerprint: manifest.host.fingerprint,
    suites: recordedSuites(run),
    rows,
    episodes: recordedEpisodes(run) ?? [],
  }
}

export function recordedMeasurement(run: RecordedRun): EvalMeasurement {
  return readAs(RESULT, () => parse(evalMeasurement, JSON.parse(run.text(RESULT) ?? 'null')))
}

/** Undefined when the run kept none. */
export function recordedEpisodes(run: RecordedRun): EvalEpisode[] | undefined {
  const lines = run.lines(EPISODES)
  return lines && readAs(EPISODES, () => lines.map((line) => parse(evalEpisode, JSON.parse(line))))
}
