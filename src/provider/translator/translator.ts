import {actionTranslatorDocument} from '#contract/generated/action-translator'
import type {ActionTranslatorDocument, TranslatorEmit, TranslatorTime} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {type Action, checkAction} from '#world/model/action'
import type {Tensor} from '#world/tensor/tensor'
import type {Fields} from '../model/provider.ts'
import type {ActionTranslator} from '../operation/policy-rules.ts'
import {candidateRows, type PlannedCandidates} from './candidate-rows.ts'
import {checkExpected} from './check-expected.ts'
import {observedFields} from './observed.ts'
import {rawArray} from './raw-array.ts'
import {readRaw} from './read-raw.ts'
import {seenPicture} from './seen-picture.ts'
import type {Sighting} from './sight.ts'
import {translatorFault} from './translator-fault.ts'
import {translatorIssues} from './translator-issues.ts'
import {type Moment, valuesAt} from './translator-value.ts'

const MOST_ACTIONS = 10_000

/** What a document says, made without running code of it. `digest` is that of the document. As a function it makes actions of raw ones. */
export interface DeclaredTranslator extends ActionTranslator {
  readonly digest: `sha256:${string}`
  /** The only provider and the only environments it is for; any where absent. */
  readonly provider?: string
  readonly worlds?: readonly string[]
  /** What it is made of; a built-in one is made of code. */
  readonly document?: ActionTranslatorDocument
}

/** One that is also shown moments of a trial. */
export interface SightedTranslator extends DeclaredTranslator {
  /** A translator of an answer about one moment of a trial: its actions may be relative to where things are. */
  within?(sight: Sighting): ActionTranslator
  /** What the provider is to be shown of a trial; as it is, where this is absent. */
  readonly observe?: (sight: Sighting) => Fields
  /** Candidates as a model takes them, `[1, samples, rows, values]`; plan entries as they are, where this is absent. */
  readonly candidates?: (planned: PlannedCandidates) => Tensor
  /** The picture that is embedded; uint8 `[64, 64, 3]`, where this is absent. */
  readonly frame?: (sight: Sighting) => Tensor
}

/** The translator of a document. Throws `translator_invalid` with every issue. */
export function translatorOf(document: unknown): DeclaredTranslator {
  return sightedTranslator(document)
}

/** The translator of a document. Throws `translator_invalid` with every issue. */
export function sightedTranslator(document: unknown): SightedTranslator {
  const issues = issuesOf(actionTranslatorDocument, document) ?? translatorIssues(document as ActionTranslatorDocument)
  if (issues.length > 0)
    throw new AssayError('translator_invalid', `action translator breaks its rules (${issues.length} issues)`, {issues})
  const declared = structuredClone(document) as ActionTranslatorDocument
  const within =
    (sight?: Sighting): ActionTranslator =>
    (raw, {provider}) =>
      translated(declared, raw, provider, sight)
  const {observe, actions, frame, provider, worlds} = declared
  return Object.assign(within(), {
    digest: digestOf(declared),
    document: declared,
    within,
    ...(provider !== undefined && {provider}),
    ...(worlds && {worlds}),
    ...(observe && {observe: (sight: Sighting) => observedFields(observe, sight)}),
    ...(actions && {candidates: (planned: PlannedCandidates) => candidateRows(actions, planned)}),
    ...(frame && {frame: (sight: Sighting) => seenPicture(frame, sight)}),
  })
}

/** Applies the document to raw actions; a document that says nothing about them leaves them as they are. */
function translated(document: ActionTranslatorDocument, raw: Fields, provider: string, sight: Sighting | undefined) {
  if (document.provider !== undefined && document.provider !== provider)
    throw translatorFault(`is for ${document.provider} only`)
  const {time, emit, candidates} = document
  if (!time || !emit) return readRaw(raw)
  checkExpected(document.expects ?? {}, raw)
  const {shape} = rawArray(raw, time.path)
  const steps = stepsOf(time, shape)
  if (candidates === undefined) return actionsOf(emit, raw, {steps, c: 0, sight})
  const count = shape[candidates.axis]
  if (count === undefined) throw translatorFault(`finds no axis ${candidates.axis} of candidates`)
  if (count * steps.length * emit.length > MOST_ACTIONS) throw tooMany()
  return Array.from({length: count}, (_, c) => actionsOf(emit, raw, {steps, c, sight}))
}

function actionsOf(
  emit: readonly TranslatorEmit[],
  raw: Fields,
  {steps, c, sight}: Omit<Moment, 't'> & {readonly steps: readonly number[]},
): Action[] {
  if (steps.length * emit.length > MOST_ACTIONS) throw tooMany()
  return steps.flatMap((t) =>
    emit.map(({kind, parameters}) => actionAt(kind, valuesAt(parameters, raw, {t, c, sight}))),
  )
}

/** The rules of an action hold for what a translator makes as well. */
function actionAt(kind: string, parameters: Action['parameters']): Action {
  return checkAction({type: kind, parameters})
}

function stepsOf(time: TranslatorTime, shape: readonly number[]): number[] {
  const horizon = shape[time.axis]
  if (horizon === undefined) throw translatorFault(`finds no axis ${time.axis} at ${time.path}`)
  const [from = 0, end = horizon] = time.take ?? []
  if (end > horizon) throw translatorFault(`takes ${end} steps of a horizon of ${horizon}: let time.take end there`)
  return Array.from({length: end - from}, (_, step) => from + step)
}

function tooMany(): AssayError {
  return translatorFault(`gives more than ${MOST_ACTIONS} actions`)
}
