import type {DocumentPorts} from '#document/document-ports'
import {absolutePath, fileName} from '#path/safe-relative-path'
import type {LoadedProfile} from '#profile/merge-settings'
import {PROVIDER_OPERATIONS} from '#provider/model/operations'
import type {ChosenTranslator} from '#provider/translator/chosen-translator'
import {formatNames} from '#report/renderers'
import type {Order, SharedRequest} from './order.ts'

type FileOrder = Pick<Order<SharedRequest>, 'workingDirectory' | 'request'>

/** The profile that an order names, held against the providers that there are. Throws `profile_invalid`, `document_*`. */
export async function loadNamedProfile(
  {request: {profile}, workingDirectory}: FileOrder,
  providers: readonly {readonly name: string}[],
  ports: DocumentPorts,
): Promise<LoadedProfile | undefined> {
  if (profile === undefined) return undefined
  const {loadProfile} = await import('#profile/load-profile')
  const known = {providers: providers.map(({name}) => name), operations: PROVIDER_OPERATIONS, formats: formatNames()}
  return await loadProfile({path: absolutePath(workingDirectory, profile), workingDirectory, known}, ports)
}

/** The translator that an order names: a file, or a built-in one. Throws `translator_invalid`, `document_*`. */
export async function loadNamedTranslator(
  {request: {translator}, workingDirectory}: FileOrder,
  ports: DocumentPorts,
): Promise<ChosenTranslator | undefined> {
  if (translator === undefined) return undefined
  const {loadTranslator} = await import('#provider/translator/load-translator')
  const path = absolutePath(workingDirectory, translator)
  return await loadTranslator({path, name: shownName(translator, path)}, ports)
}

/** How a run names a file of the caller's: with its folder where that says nothing of this host, so that a command can name it again. */
function shownName(given: string, path: string): string {
  const isPlain = given.split('/').every((step) => step !== '' && step !== '..' && step !== '~')
  return given.startsWith('builtin:') || (isPlain && !given.includes('\\') && !given.includes(':'))
    ? given
    : fileName(path)
}
