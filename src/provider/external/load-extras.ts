import {createRequire} from 'node:module'
import {dirname, isAbsolute, resolve} from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {loadDocument} from '#document/load-document'
import {AssayError} from '#error/assay-error'
import {execaLineChild} from '#process/execa-line-child'
import {systemClock} from '#random/system-clock'
import type {CatalogueEntry} from '../catalogue.ts'
import type {Provider} from '../provider.ts'
import {plainEnvironment} from '../provider-setup.ts'
import {checkRegistration} from '../registration.ts'
import type {Environment} from '../setting.ts'
import {externalProvider} from './call-external.ts'
import {type Definition, definedEntry, readDefinitions} from './definition.ts'
import type {Extra, Extras} from './extras.ts'
import {openStdioLink} from './open-stdio-link.ts'

type Reader = Parameters<typeof loadDocument>[1]

/** `file`, `modules`: as the caller wrote them, seen from `folder`, which is absolute. */
export interface ExtrasOrder {
  readonly file?: string | undefined
  readonly modules: readonly string[]
  readonly folder: string
  readonly env: Environment
}

const LIMIT_BYTES = 256 * 1024
const API_VERSION = 1

/**
 * The providers a host names in a file and as modules. A file that cannot be read is the caller's mistake (`document_*`,
 * `schema_invalid`); a module that cannot be loaded is skipped and says why. Nothing is looked for anywhere else.
 */
export async function loadExtras({file, modules, folder, env}: ExtrasOrder, reader: Reader): Promise<Extras> {
  const path = file === undefined ? undefined : resolve(folder, file)
  const definitions = path === undefined ? [] : await definitionsIn(path, file ?? '', reader)
  const home = path === undefined ? folder : dirname(path)
  const named = modules.map((spec) => ({spec, from: folder, name: `module ${spec}`, definition: undefined}))
  const defined = definitions.flatMap((definition) =>
    definition.transport === 'module' ? [{spec: definition.module, from: home, name: definition.name, definition}] : [],
  )
  const loaded = await Promise.all([...defined, ...named].map((one) => loadModule(one, env)))
  const elsewhere = definitions
    .filter((definition) => definition.transport !== 'module')
    .map((one) => extraOf(one, home))
  return {
    providers: [...elsewhere, ...loaded.flatMap((one) => ('provider' in one ? [one.provider] : []))],
    skipped: loaded.flatMap((one) => ('skipped' in one ? [one.skipped] : [])),
  }
}

async function definitionsIn(path: string, name: string, reader: Reader): Promise<readonly Definition[]> {
  const document = await loadDocument({path, name, limitBytes: LIMIT_BYTES}, reader)
  return readDefinitions(document.value)
}

/** A program is started, and a server called, when it is first used. */
function extraOf(definition: Exclude<Definition, {transport: 'module'}>, home: string): Extra {
  const entry = definedEntry(definition)
  return {
    entry,
    load: async (env, policy) => {
      const {profile} = entry
      if (definition.transport === 'stdio') {
        const [program = '', ...args] = definition.command.map((word) => word.replaceAll('{dir}', home))
        return externalProvider(
          {profile},
          openStdioLink({argv: [program, ...args], env: childEnv(entry, env)}, execaLineChild),
        )
      }
      const [{openHttpLink}, {openHttp}] = await Promise.all([
        import('./open-http-link.ts'),
        import('../transport/http/open-http.ts'),
      ])
      const {base_url: url, token_env: token} = definition
      return externalProvider({profile}, openHttpLink({url, token: token && env[token], policy}, openHttp()))
    },
  }
}

function childEnv({settings}: CatalogueEntry, env: Environment): Record<string, string> {
  const own = settings.flatMap(({name}) => (env[name] === undefined ? [] : [[name, env[name]]]))
  return {...plainEnvironment(env), ...Object.fromEntries(own)}
}

interface NamedModule {
  readonly spec: string
  readonly from: string
  readonly name: string
  readonly definition: Definition | undefined
}
type Loaded = {readonly provider: Extra} | {readonly skipped: Extras['skipped'][number]}

async function loadModule({spec, from, name, definition}: NamedModule, env: Environment): Promise<Loaded> {
  try {
    const module: unknown = await import(addressOf(spec, from))
    const provider = createdBy(module, definition === undefined ? env : pick(definition, env))
    const profile = checkRegistration(provider, {})
    if (definition !== undefined && definition.name !== profile.name) throw invalid('its provider has another name')
    const entry = definition === undefined ? {profile, settings: []} : {...definedEntry(definition), profile}
    return {provider: {entry, load: () => Promise.resolve(provider)}}
  } catch (error) {
    return {skipped: {name, reason: error instanceof AssayError ? error.message : reasonOf(error)}}
  }
}

function createdBy(module: unknown, env: Environment): Provider {
  const made = (module as {readonly assayProvider?: unknown}).assayProvider
  const factory = made as {readonly apiVersion?: unknown; readonly create?: unknown} | undefined
  if (typeof factory?.create !== 'function') throw invalid('it exports no assayProvider')
  if (factory.apiVersion !== API_VERSION) throw invalid(`its apiVersion is not ${API_VERSION}`)
  const provider: unknown = factory.create({env, clock: systemClock})
  if (typeof provider !== 'object' || provider === null) throw invalid('its create gives no provider')
  return provider as Provider
}

/** Only what the definition names. */
function pick(definition: Definition, env: Environment): Environment {
  const names = 'env' in definition ? (definition.env ?? []) : []
  return Object.fromEntries(names.map((name) => [name, env[name]]))
}

/** A path where it looks like one, else a package, found from the folder that names it. */
function addressOf(spec: string, from: string): string {
  if (isAbsolute(spec) || /^\.{1,2}\//.test(spec)) return pathToFileURL(resolve(from, spec)).href
  if (spec.startsWith('file:')) return pathToFileURL(fileURLToPath(spec)).href
  return pathToFileURL(createRequire(resolve(from, 'any.js')).resolve(spec)).href
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return code === undefined ? 'it cannot be loaded' : `it cannot be loaded (${code})`
}

function invalid(message: string): AssayError {
  return new AssayError('config_invalid', message)
}
