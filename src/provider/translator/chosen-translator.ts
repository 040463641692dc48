import type {TranslatorActions} from '#contract/generated/types'
import {RAW, rawTranslator} from './raw-translator.ts'
import {type SightedTranslator, sightedTranslator} from './translator.ts'

/** A translator as a plan keeps it: `told` is plain and makes the same translator in another process. */
export interface ChosenTranslator {
  readonly name: string
  readonly digest: `sha256:${string}`
  readonly told: unknown
  /** The only environments it is for; any where absent. */
  readonly worlds?: readonly string[]
  /** How it lays candidates in rows. */
  readonly rows?: TranslatorActions
  /** What of a provider it is about. */
  readonly serves: readonly ('policy' | 'score' | 'embed')[]
}

/** The translator that `told` stands for. Throws `translator_invalid`. */
export function makeTranslator(told: unknown): SightedTranslator {
  return told === RAW ? rawTranslator : sightedTranslator(told)
}

/** `told` as a plan keeps it. Throws `translator_invalid`. */
export function chosenTranslator(name: string, told: unknown): ChosenTranslator {
  const {digest, worlds, observe, candidates, frame, document: {actions: rows} = {}} = makeTranslator(told)
  const score = observe || candidates ? (['score'] as const) : []
  const embed = frame ? (['embed'] as const) : []
  return {name, digest, told, ...(worlds && {worlds}), ...(rows && {rows}), serves: ['policy', ...score, ...embed]}
}
