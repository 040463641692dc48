import type {ProviderDiagnosis} from '#contract/generated/types'
import type {Assay} from '#provider/assay'
import {translatorMissing} from '#provider/translator/translator-fault'
import type {EvalSettings} from '../model/eval-settings.ts'

type Asked = Pick<EvalSettings, 'suites' | 'translator' | 'environments'>

/**
 * A policy elsewhere speaks of bodies that nobody here knows: it is not called before the caller says what its raw actions mean, and not
 * before what is said fits the environments and what the provider takes. Those in this process speak of commands. Throws `translator_missing`, `translator_invalid` with every issue.
 */
export async function checkTranslators(
  library: Pick<Assay, 'profileOf' | 'check'>,
  chosen: readonly ProviderDiagnosis[],
  settings: Asked,
): Promise<void> {
  const {translator, suites} = settings
  const acting = suites.some(({kind}) => kind === 'policy') ? policiesOf(library, chosen) : []
  if (translator === undefined) {
    const silent = acting.find(({transport}) => transport !== 'in_process')
    if (silent !== undefined) throw translatorMissing(silent.name)
    return
  }
  const {checkServed} = await import('#provider/translator/check-served')
  checkServed(
    translator,
    acting.map(({name}) => name),
  )
  ;(await import('./check-fit.ts')).checkFit(translator, settings)
  await (await import('./check-shown.ts')).checkShown(translator, {library, chosen, settings})
}

function policiesOf(library: Pick<Assay, 'profileOf'>, chosen: readonly ProviderDiagnosis[]) {
  const profiles = chosen.filter(({registered}) => registered).map(({name}) => library.profileOf(name))
  return profiles.filter(({capabilities}) => capabilities.includes('policy'))
}
