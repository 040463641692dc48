import type {DocumentPorts} from '#document/document-ports'
import type {MeasurementPorts} from '#measurement/ports'
import {absolutePath, fileName} from '#path/safe-relative-path'
import type {Variables} from '#process/variables'
import type {PlacedAsset} from '#profile/runtime-asset'
import type {Extras} from '#provider/catalogue/extras'
import type {ExtrasContext} from '#provider/registry/load-extras'
import {moduleProgram} from './compose-ports.ts'

/** How far calls of providers may reach, and where further providers and the files of this machine are named. */
export interface Access {
  readonly allowLoopback?: boolean | undefined
  readonly allowHosts?: readonly string[] | undefined
  readonly providersFile?: string | undefined
  readonly providerModules?: readonly string[] | undefined
  readonly runtimeAssets?: string | undefined
}

/** The environment with what the caller says of access: it adds to the lists of the environment and wins over its other values. */
export function accessEnvironment(env: Variables, access: Access): Variables {
  const {allowHosts: hosts = [], providerModules: modules = [], providersFile: file, runtimeAssets: assets} = access
  return {
    ...env,
    ...(access.allowLoopback === true && {ASSAY_ALLOW_LOOPBACK: '1'}),
    ...(hosts.length > 0 && {ASSAY_ALLOW_HOSTS: joined(env['ASSAY_ALLOW_HOSTS'], hosts)}),
    ...(modules.length > 0 && {ASSAY_PROVIDER_MODULES: joined(env['ASSAY_PROVIDER_MODULES'], modules)}),
    ...(file !== undefined && {ASSAY_PROVIDERS_FILE: file}),
    ...(assets !== undefined && {ASSAY_RUNTIME_ASSETS: assets}),
  }
}

function joined(before: string | undefined, more: readonly string[]): string {
  return [...(before ? [before] : []), ...more].join(',')
}

/** The runtime assets that the environment names; nothing is read where it names none. Throws `file_missing`, `assets_invalid`. */
export async function composeAssets(
  env: Variables,
  folder: string,
  ports: DocumentPorts,
): Promise<readonly PlacedAsset[]> {
  const file = env['ASSAY_RUNTIME_ASSETS']
  if (file === undefined || file === '') return []
  const path = absolutePath(folder, file)
  const {loadAssets} = await import('#profile/load-assets')
  return await loadAssets({path, name: fileName(path)}, ports)
}

/** The providers that the environment names; nothing is loaded where it names none. Throws `document_*`, `schema_invalid`. */
export async function composeExtras(
  env: Variables,
  folder: string,
  ports: Omit<ExtrasContext, 'moduleProgram'>,
): Promise<Extras | undefined> {
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

/**
 * What the environment names beside what comes with Assay. Assets come first: a manifest that is refused leaves no process of a module
 * behind. Throws as `composeAssets` and `composeExtras` do.
 */
export async function composeNamed(
  {env, cwd, files: {reader}, redactor}: Pick<MeasurementPorts, 'env' | 'cwd' | 'files' | 'redactor'>,
  signal: AbortSignal,
): Promise<Required<Pick<MeasurementPorts, 'assets'>> & {readonly extras: Extras | undefined}> {
  const assets = await composeAssets(env, cwd, {reader, redactor})
  return {assets, extras: await composeExtras(env, cwd, {reader, redactor, signal})}
}
