import type {ProviderDiagnosis} from '#contract/generated/types'
import type {Assay} from '#provider/assay'
import {translatorMissing} from '#provider/translator/translator-fault'
import type {EvalSettings} from '../model/eval-settings.ts'

/**
 * A policy elsewhere speaks of bodies that nobody here knows: it is not called before the caller says what its raw actions mean. Those in
 * this process speak of commands. Throws `translator_missing`.
 */
export function checkTranslators(
  library: Pick<Assay, 'profileOf'>,
  chosen: readonly ProviderDiagnosis[],
  {suites, translator}: Pick<EvalSettings, 'suites' | 'translator'>,
): void {
  if (translator || !suites.some(({kind}) => kind === 'policy')) return
  for (const {name, registered} of chosen) {
    if (!registered) continue
    const {transport, capabilities} = library.profileOf(name)
    if (transport !== 'in_process' && capabilities.includes('policy')) throw translatorMissing(name)
  }
}
