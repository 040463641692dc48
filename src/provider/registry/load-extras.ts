import {createRequire} from 'node:module'
import {dirname, isAbsolute, resolve} from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {placeIssues} from '#document/document-issues'
import {loadDocument} from '#document/load-document'
import {AssayError} from '#error/assay-error'
import {execaLineChild} from '#process/execa-line-child'
import type {Variables} from '#process/variables'
import type {CatalogueEntry} from '../catalogue/catalogue.ts'
import {type Definition, definedEntry, definitionIssues, readDefinitions} from '../catalogue/definition.ts'
import type {Extra, Extras} from '../catalogue/extras.ts'
import {plainEnvironment} from '../catalogue/provider-setup.ts'
import {externalProvider} from '../external/call-external.ts'
import {openStdioLink} from '../external/open-stdio-link.ts'
import {asFault, type TextRedactor} from '../model/provider-fault.ts'
import {openModule} from '../module/open-module.ts'
import {takenProvider} from './known-providers.ts'

/** `file`, `modules`: as the caller wrote them, seen from `folder`, which is absolute. */
export interface ExtrasOrder {
  readonly file?: string | undefined
  readonly modules: readonly string[]
  readonly folder: string
  readonly env: Variables
}

export interface ExtrasContext {
  readonly reader: Parameters<typeof loadDocument>[1]
  readonly redactor: TextRedactor
  /** The program that holds a module. */
  readonly moduleProgram: readonly [string, ...string[]]
  /** Ends the loading. */
  readonly signal: AbortSignal
  /** Whether calls of modules tell how much of their time was the module's. */
  readonly isTimed?: boolean
}

const LIMIT_BYTES = 256 * 1024

/**
 * The providers a host names in a file and as modules. A file that cannot be read is the caller's mistake (`document_*`,
 * `schema_invalid`); a module that cannot be loaded is skipped and says why. Nothing is looked for anywhere else.
 */
export async function loadExtras({file, modules, folder, env}: ExtrasOrder, ports: ExtrasContext): Promise<Extras> {
  const path = file === undefined ? undefined : resolve(folder, file)
  const definitions = path === undefined ? [] : await definitionsIn(path, file ?? '', ports)
  const home = path === undefined ? folder : dirname(path)
  const named = modules.map((spec) => ({spec, from: folder, name: `module ${spec}`, definition: undefined}))
  const defined = definitions.flatMap((definition) =>
    definition.transport === 'module' ? [{spec: definition.module, from: home, name: definition.name, definition}] : [],
  )
  const loaded = await Promise.all([...defined, ...named].map((one) => loadModule(one, {env, folder}, ports)))
  const close = async () => {
    await Promise.all(loaded.map((one) => 'close' in one && one.close()))
  }
  if (ports.signal.aborted) {
    await close()
    throw ports.signal.reason
  }
  const elsewhere = definitions
    .filter((definition) => definition.transport !== 'module')
    .map((one) => extraOf(one, home))
  return {
    providers: [...elsewhere, ...loaded.flatMap((one) => ('provider' in one ? [one.provider] : []))],
    skipped: loaded.flatMap((one) => ('skipped' in one ? [one.skipped] : [])),
    close,
  }
}

async function definitionsIn(
  path: string,
  name: string,
  {reader, redactor}: Pick<ExtrasContext, 'reader' | 'redactor'>,
): Promise<readonly Definition[]> {
  const document = await loadDocument({path, name, limitBytes: LIMIT_BYTES}, reader)
  try {
    return readDefinitions(document.value)
  } catch (error) {
    if (!(error instanceof AssayError) || error.issues.length === 0) throw error
    const found = definitionIssues(document.value)
    const issues = placeIssues(found, document, (key) => redactor.text(key) === key)
    throw new AssayError(error.code, error.message, {issues, path, cause: error})
  }
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
        import('../external/open-http-link.ts'),
        import('../transport/http/open-http.ts'),
      ])
      const {base_url: url, token_env: token} = definition
      return externalProvider({profile}, openHttpLink({url, token: token && env[token], policy}, openHttp()))
    },
  }
}

function childEnv(entry: CatalogueEntry, env: Variables): Record<string, string> {
  return {...plainEnvironment(env), ...namedOf(entry, env)}
}

/** The variables that a definition names, and no others. */
function namedOf({settings}: CatalogueEntry, env: Variables): Record<string, string> {
  return definedOf(Object.fromEntries(settings.map(({name}) => [name, env[name]])))
}

function definedOf(env: Variables): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined))
}

interface NamedModule {
  readonly spec: string
  readonly from: string
  readonly name: string
  readonly definition: Definition | undefined
}
type Loaded = ({readonly provider: Extra} & Pick<Extras, 'close'>) | {readonly skipped: Extras['skipped'][number]}

/** A module that a file defines gets what a program would; one that is named by itself gets the whole environment. */
async function loadModule(
  {spec, from, name, definition}: NamedModule,
  {env, folder}: Pick<ExtrasOrder, 'env' | 'folder'>,
  {redactor, moduleProgram, signal, isTimed}: ExtrasContext,
): Promise<Loaded> {
  try {
    const known = definition && definedEntry(definition)
    const own = known ? childEnv(known, env) : definedOf(env)
    const given = known ? namedOf(known, env) : own
    const place = {url: addressOf(spec, from), argv: moduleProgram, env: own, given, cwd: folder, isTimed}
    const {provider: opened, close} = await openModule(place, execaLineChild, signal)
    try {
      const provider = takenProvider(opened, {})
      const {profile} = provider
      if (definition !== undefined && definition.name !== profile.name)
        throw invalid(`its provider says that it is named ${profile.name}: name both alike`)
      const entry = {settings: [], ...known, profile}
      return {provider: {entry, load: () => Promise.resolve(provider)}, close}
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    return {skipped: {name, reason: asFault(reasonOf(error), {provider: name, operation: 'load'}, redactor).message}}
  }
}

/** A path where it looks like one, else a package, found from the folder that names it. */
function addressOf(spec: string, from: string): string {
  if (isAbsolute(spec) || /^\.{1,2}\//.test(spec)) return pathToFileURL(resolve(from, spec)).href
  if (spec.startsWith('file:')) return pathToFileURL(fileURLToPath(spec)).href
  try {
    return pathToFileURL(createRequire(resolve(from, 'any.js')).resolve(spec)).href
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw invalid(`there is no package of this name (${String(error.code)}); a path begins with ./ or /`)
  }
}

/** A module that is not there is no fault of a provider. Of a shape all mistakes are told. */
function reasonOf(error: unknown): unknown {
  if (error instanceof AssayError && error.issues.length > 0) {
    const told = error.issues.map(({pointer, message}) => `${pointer || 'it'} ${message}`)
    return invalid(`${error.message}: ${told.join('; ')}`)
  }
  if (error instanceof AssayError || !(error instanceof Error && 'code' in error)) return error
  return invalid(`it cannot be loaded (${String(error.code)})`)
}

function invalid(message: string): AssayError {
  return new AssayError('config_invalid', message)
}
