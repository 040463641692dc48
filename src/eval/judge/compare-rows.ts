import type {ContractField, EvalEpisode, EvalRow} from '#contract/generated/types'
import {brokenText, equalField, informationalField, overlapField} from '#gate/contract-field'
import type {Effect, NoEffect} from '#gate/effect'
import {goodnessInterval} from '#gate/goodness'
import {mover} from '#stats/mover'
import {effectUntilDecided} from '../metric/anytime.ts'
import {pairedEffect, pairTrials, type Sides} from '../metric/paired-effect.ts'
import {jointSequence, recordedSequence} from '../model/cell.ts'
import type {EvalSide} from '../model/eval-side.ts'
import type {MeasuredPlace, Metric, Suite} from '../model/suite.ts'

/** How one row stands to the row of the base that is about the same. */
export interface ComparedRow {
  readonly base: EvalRow | undefined
  readonly candidate: EvalRow
  readonly fields: readonly ContractField[]
  readonly effect: Effect | NoEffect
}

/** What both runs must share for any of their rows to be compared. */
export function sharedEvalFields(base: EvalSide, candidate: EvalSide): ContractField[] {
  return [
    equalField('input_digest', base.inputDigest, candidate.inputDigest),
    informationalField('provider', providersOf(base).join(', '), providersOf(candidate).join(', ')),
    informationalField('assay_version', base.assayVersion, candidate.assayVersion),
    informationalField('gate_digest', base.gateDigest, candidate.gateDigest),
  ]
}

interface CompareOptions {
  readonly minN: number
  /** Those that the rows may be of. */
  readonly suites: readonly Suite[]
  /** What the effect will be held against. */
  readonly limits?: readonly number[]
}

/** A row of the candidate against the base: paired trial by trial where the metric allows it, else by the two intervals. */
export function compareRow(
  base: EvalSide,
  candidate: EvalSide,
  row: EvalRow,
  {minN, suites, limits}: CompareOptions,
): ComparedRow {
  const other = rowLike(row, base, candidate)
  if (!other)
    return {base: other, candidate: row, fields: [], effect: {why: 'missing', reason: 'the base has no such row'}}
  const sides = {base: rowEpisodes(other, base), candidate: rowEpisodes(row, candidate)}
  const metric = findMetric(row, suites)
  const isTimed = suites.some(({name, kind}) => name === row.suite && kind === 'realtime')
  const fields = [
    ...rowFields(other, row, {shared: sharedTrials(sides, other, row), least: metric?.exact ? 1 : minN}),
    ...(isTimed ? [equalField('fingerprint', base.fingerprint ?? null, candidate.fingerprint ?? null)] : []),
  ]
  const broken = brokenText([...sharedEvalFields(base, candidate), ...fields])
  if (broken !== undefined) {
    return {base: other, candidate: row, fields, effect: {why: 'incomparable', reason: broken}}
  }
  const place = {seed: candidate.seed, env: row.env, stratum: row.stratum, limits}
  const isPaired = metric?.measure.reads !== undefined && pairTrials(sides).length > 0
  const effect = metric && isPaired ? effectOf(metric, sides, {place, rows: [other, row]}) : unpairedEffect(other, row)
  return {base: other, candidate: row, fields, effect}
}

function effectOf(
  metric: Metric,
  sides: Sides,
  {place, rows}: {readonly place: MeasuredPlace; readonly rows: readonly EvalRow[]},
): Effect | NoEffect {
  const sequence = rows.map(({until_decided}) => recordedSequence(until_decided)).reduce(jointSequence)
  return sequence ? effectUntilDecided(metric, sides, {sequence, place}) : pairedEffect(metric, sides, place)
}

/** Trials of the base that those of a row can be paired with. */
export function baseTrials(row: RowPlace, base: EvalSide, candidate: EvalSide): number {
  const other = rowLike(row, base, candidate)
  return other ? rowEpisodes(other, base).length : 0
}

function rowFields(base: EvalRow, row: EvalRow, {shared, least}: {shared: number; least: number}): ContractField[] {
  return [
    equalField('suite_version', base.suite_version, row.suite_version),
    equalField('planner', base.planner, row.planner),
    equalField('success_mode', base.success_mode, row.success_mode),
    equalField('env_step_budget', base.env_step_budget ?? null, row.env_step_budget ?? null),
    overlapField('trials', shared, least),
  ]
}

type RowPlace = Pick<EvalRow, 'suite' | 'env' | 'stratum' | 'metric' | 'provider'>

/** The base's row to hold one of the candidate against: its suite, environment, stratum and metric, its provider or the only one on either side. */
function rowLike(row: RowPlace, base: EvalSide, candidate: EvalSide): EvalRow | undefined {
  const alike = base.rows.filter(
    ({suite, env, stratum, metric}) =>
      suite === row.suite && env === row.env && stratum === row.stratum && metric === row.metric,
  )
  const isLone = providersOf(base).length === 1 && providersOf(candidate).length === 1
  return alike.find(({provider}) => provider === row.provider) ?? (isLone ? alike[0] : undefined)
}

const providersOf = ({rows, providers}: EvalSide) => providers ?? [...new Set(rows.map(({provider}) => provider))]

/** The metric of the row as this version knows it; undefined where it knows none, or another version of the suite. */
export function findMetric({suite, suite_version, metric}: EvalRow, suites: readonly Suite[]): Metric | undefined {
  const known = suites.find(({name, version}) => name === suite && version === suite_version)
  return known?.metrics.find(({name}) => name === metric)
}

export function rowEpisodes(row: EvalRow, {episodes}: Pick<EvalSide, 'episodes'>): EvalEpisode[] {
  return episodes.filter(
    ({suite, provider, env, stratum}) =>
      suite === row.suite &&
      provider === row.provider &&
      (row.env === '*' || env === row.env) &&
      (row.stratum === '*' || stratum === row.stratum),
  )
}

function sharedTrials(sides: Sides, base: EvalRow, row: EvalRow): number {
  const pairs = pairTrials(sides).length
  return pairs > 0 ? pairs : Math.min(base.n, row.n)
}

/** For numbers that are none of single trials: the two estimates with their own intervals, as if they were independent. */
function unpairedEffect(base: EvalRow, row: EvalRow): Effect | NoEffect {
  const [one, other] = [estimated(row), estimated(base)]
  if (!one || !other) return {why: 'insufficient', reason: 'a side has no interval'}
  const found = mover(goodnessInterval(row, one), goodnessInterval(row, other))
  const n = Math.min(row.n, base.n)
  return {...found, scale: 'difference', level: 0.95, method: 'mover-unpaired', n, identical: false}
}

function estimated({estimate, ci}: EvalRow) {
  const [low, high] = [ci?.low ?? null, ci?.high ?? null]
  return estimate === null || low === null || high === null ? undefined : {estimate, low, high}
}
