import type {FileReader} from '#path/files'
import type {Extras} from '#provider/external/extras'
import type {Environment} from './hall.ts'
import {namedExtras} from './provider-access.ts'

/** The providers that the environment names; nothing is loaded where it names none. Throws `document_*`, `schema_invalid`. */
export async function composeExtras(env: Environment, folder: string, reader: FileReader): Promise<Extras | undefined> {
  const named = namedExtras(env)
  if (named === undefined) return undefined
  const {loadExtras} = await import('#provider/external/load-extras')
  return await loadExtras({...named, folder, env}, reader)
}
