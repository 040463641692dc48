import type {Variables} from '#process/variables'
import type {Extras} from '#provider/catalogue/extras'
import type {ExtrasPorts} from '#provider/registry/load-extras'
import {moduleProgram} from './compose-ports.ts'

type Ports = Omit<ExtrasPorts, 'moduleProgram'>

/** The providers that the environment names; nothing is loaded where it names none. Throws `document_*`, `schema_invalid`. */
export async function composeExtras(env: Variables, folder: string, ports: Ports): Promise<Extras | undefined> {
  const named = namedExtras(env)
  if (named === undefined) return undefined
  const {loadExtras} = await import('#provider/registry/load-extras')
  return await loadExtras({...named, folder, env}, {...ports, moduleProgram: moduleProgram()})
}

/** What the environment names beside the providers that are known anyway; undefined when it is nothing. */
function namedExtras(env: Variables): {file: string | undefined; modules: string[]} | undefined {
  const file = env['ASSAY_PROVIDERS_FILE'] || undefined
  const modules = (env['ASSAY_PROVIDER_MODULES'] ?? '')
    .split(',')
    .map((spec) => spec.trim())
    .filter(Boolean)
  return file === undefined && modules.length === 0 ? undefined : {file, modules}
}
