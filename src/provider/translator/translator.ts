import {actionTranslatorDocument} from '#contract/generated/action-translator'
import type {ActionTranslatorDocument} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {type Action, checkAction} from '#world/model/action'
import type {Fields} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import type {ActionTranslator} from '../operation/policy-rules.ts'
import {observedFields} from './observed.ts'
import {rawArray} from './raw-array.ts'
import {translatorFault} from './translator-fault.ts'
import {translatorIssues} from './translator-issues.ts'
import {type Moment, valuesAt} from './translator-value.ts'

const MOST_ACTIONS = 10_000

/** A translator that a document describes, made without running code of it. `digest` is that of the document. */
export interface DeclaredTranslator extends ActionTranslator {
  readonly digest: `sha256:${string}`
  /** What the policy is to be shown of a trial; as it is, where this is absent. */
  readonly observe?: (info: Fields) => Fields
}

/** The translator of a document. Throws `translator_invalid` with every issue. */
export function translatorOf(document: unknown): DeclaredTranslator {
  const issues = issuesOf(actionTranslatorDocument, document) ?? translatorIssues(document as ActionTranslatorDocument)
  if (issues.length > 0)
    throw new AssayError('translator_invalid', `action translator breaks its rules (${issues.length} issues)`, {issues})
  const declared = structuredClone(document) as ActionTranslatorDocument
  const translate: ActionTranslator = (raw, {provider}) => translated(declared, raw, provider)
  const {observe} = declared
  return Object.assign(translate, {
    digest: digestOf(declared),
    ...(observe && {observe: (info: Fields) => observedFields(observe, info)}),
  })
}

function translated(document: ActionTranslatorDocument, raw: Fields, provider: string) {
  if (document.provider !== undefined && document.provider !== provider)
    throw translatorFault(`is for ${document.provider} only`)
  checkExpected(document.expects ?? {}, raw)
  const {shape} = rawArray(raw, document.time.path)
  const steps = stepsOf(document, shape)
  if (document.candidates === undefined) return actionsOf(document, raw, {steps, c: 0})
  const count = shape[document.candidates.axis]
  if (count === undefined) throw translatorFault(`finds no axis ${document.candidates.axis} of candidates`)
  if (count * steps.length * document.emit.length > MOST_ACTIONS) throw tooMany()
  return Array.from({length: count}, (_, c) => actionsOf(document, raw, {steps, c}))
}

function actionsOf(
  {emit}: ActionTranslatorDocument,
  raw: Fields,
  {steps, c}: Pick<Moment, 'c'> & {readonly steps: readonly number[]},
): Action[] {
  if (steps.length * emit.length > MOST_ACTIONS) throw tooMany()
  return steps.flatMap((t) => emit.map(({kind, parameters}) => actionAt(kind, valuesAt(parameters, raw, {t, c}))))
}

/** The rules of an action hold for what a translator makes as well. */
function actionAt(kind: string, parameters: Action['parameters']): Action {
  return checkAction({type: kind, parameters})
}

function stepsOf({time}: ActionTranslatorDocument, shape: readonly number[]): number[] {
  const horizon = shape[time.axis]
  if (horizon === undefined) throw translatorFault(`finds no axis ${time.axis} at ${time.path}`)
  const [from = 0, end = horizon] = time.take ?? []
  if (end > horizon) throw translatorFault(`takes ${end} steps of a horizon of ${horizon}`)
  return Array.from({length: end - from}, (_, step) => from + step)
}

/** What the provider promised and did not keep is its fault, not the translator's. */
function checkExpected(expects: NonNullable<ActionTranslatorDocument['expects']>, raw: Fields): void {
  for (const [path, sides] of Object.entries(expects)) {
    const {shape} = rawArray(raw, path)
    const isKept = shape.length === sides.length && sides.every((side, axis) => side === null || side === shape[axis])
    if (!isKept) throw violation('raw actions have another shape than declared', {shape: shape.join('x')})
  }
}

function tooMany(): AssayError {
  return translatorFault(`gives more than ${MOST_ACTIONS} actions`)
}
