import {evalEpisode} from '#contract/generated/eval-episode'
import {evalMeasurement} from '#contract/generated/eval-measurement'
import type {EvalEpisode, EvalMeasurement} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {RESULT} from '#run/layout'
import {demandKind, type RecordedRun, readAs} from '#run/read-recorded'
import {EPISODES} from '../model/eval-files.ts'
import type {EvalSide} from '../model/eval-side.ts'
import {recordedSuites} from './recorded-suites.ts'

/** An evaluation as its run recorded it. Throws `file_unreadable` where the run is no evaluation, or its results are not what this version reads. */
export function recordedEvaluation(run: RecordedRun): EvalSide {
  demandKind(run, 'eval')
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
