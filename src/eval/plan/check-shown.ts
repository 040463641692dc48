import type {ProviderDiagnosis} from '#contract/generated/types'
import {AssayError, type Issue} from '#error/assay-error'
import type {Assay} from '#provider/assay'
import {isRefusal} from '#provider/model/provider-fault'
import {type ChosenTranslator, makeTranslator} from '#provider/translator/chosen-translator'
import {rehearsal, worldLack} from '#provider/translator/fit-issues'
import type {SightedTranslator} from '#provider/translator/translator'
import type {Environment} from '#world/model/environment'
import {Tensor} from '#world/tensor/tensor'
import type {EvalSettings} from '../model/eval-settings.ts'

interface Shown {
  readonly library: Pick<Assay, 'profileOf' | 'check'>
  readonly chosen: readonly ProviderDiagnosis[]
  readonly settings: Pick<EvalSettings, 'suites' | 'environments'>
}
type Asked = 'policy' | 'score' | 'embed'

/**
 * Holds what a provider elsewhere would be shown of a start of each environment against what it says it takes, before it is called: a field that is
 * missing or has another rank is the caller's. Throws `translator_invalid` with every issue.
 */
export async function checkShown(
  {name, told, serves}: ChosenTranslator,
  {library, chosen, settings}: Shown,
): Promise<void> {
  const shown = makeTranslator(told)
  const issues: Issue[] = []
  const needed = new Set(settings.suites.flatMap(({asks}) => asks))
  for (const row of chosen) {
    if (!row.registered || library.profileOf(row.name).transport === 'in_process') continue
    for (const operation of serves.filter((one) => needed.has(one) && row.capabilities.includes(one))) {
      for (const environment of settings.environments.filter((one) => worldLack(shown, one) === undefined))
        issues.push(...(await refusalOf(library, {provider: row.name, operation, shown, environment})))
    }
  }
  if (issues.length === 0) return
  throw new AssayError('translator_invalid', `${name} shows what is not taken (${issues.length} issues)`, {issues})
}

interface Question {
  readonly provider: string
  readonly operation: Asked
  readonly shown: SightedTranslator
  readonly environment: Environment
}

async function refusalOf(library: Shown['library'], question: Question): Promise<Issue[]> {
  const {provider, operation, environment} = question
  const request = requestOf(question)
  if (request === undefined) return []
  try {
    await library.check(operation, request, provider)
    return []
  } catch (error) {
    if (!isRefusal(error)) throw error
    const pointer = operation === 'embed' ? '/frame' : '/observe'
    const message = `is refused by ${provider} ${operation}: ${error.message} (${environment.id})`
    return [{pointer, rule: error.code, message}]
  }
}

/** What it would be asked at a start; undefined where the document leaves that to the suite. */
function requestOf({operation, shown, environment}: Question): unknown {
  const sight = rehearsal(environment)
  if (operation === 'embed') return shown.frame && {frame: shown.frame(sight)}
  if (!shown.observe) return undefined
  const info = shown.observe(sight)
  if (operation === 'policy') return {info}
  const {horizon, actionSize, block} = environment
  const samples = sight.candidates ?? 1
  const values = new Float64Array(samples * horizon * actionSize)
  const planned = {values, samples, horizon, actionSize, block}
  const plain = () => Tensor.over([1, samples, horizon, actionSize], values)
  return {info, action_candidates: shown.candidates?.(planned) ?? plain()}
}
