import type {ProviderDiagnosis} from '#contract/generated/types'
import type {Assay} from '#provider/assay'
import {translatorMissing} from '#provider/translator/translator-fault'
import type {EvalSettings} from '../model/eval-settings.ts'

type Asked = Pick<EvalSettings, 'suites' | 'translator' | 'environments'>

/**
 * A policy elsewhere speaks of bodies that nobody here knows: it is not called before the caller says what its raw actions mean, and not
 * before what is said fits the environments. Those in this process speak of commands. Throws `translator_missing`, `translator_invalid` with every issue.
 */
export async function checkTranslators(
  library: Pick<Assay, 'profileOf'>,
  chosen: readonly ProviderDiagnosis[],
  settings: Asked,
): Promise<void> {
  if (settings.translator) (await import('./check-fit.ts')).checkFit(settings.translator, settings)
  else if (settings.suites.some(({kind}) => kind === 'policy')) checkNamed(library, chosen)
}

function checkNamed(library: Pick<Assay, 'profileOf'>, chosen: readonly ProviderDiagnosis[]): void {
  for (const {name, registered} of chosen) {
    if (!registered) continue
    const {transport, capabilities} = library.profileOf(name)
    if (transport !== 'in_process' && capabilities.includes('policy')) throw translatorMissing(name)
  }
}
