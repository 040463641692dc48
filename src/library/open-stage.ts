import {parse} from 'node:path'
import {activityRecords} from '#compose/activity-records'
import {accessEnvironment, composeNamed} from '#compose/compose-named'
import {composePorts, ownVersion, removeUnused} from '#compose/compose-ports'
import {composeRedactor} from '#compose/compose-redactor'
import type {Provenance} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {ExitCode} from '#error/exit'
import type {MeasurementPorts} from '#measurement/ports'
import type {Extra, Extras} from '#provider/catalogue/extras'
import type {Provider} from '#provider/model/provider'
import {takenProvider} from '#provider/registry/known-providers'
import {timeOf} from '#random/system-clock'
import {soundEntropy} from '#random/system-entropy'
import {NO_PROGRESS} from '#report/progress'
import {checkNaming, type Naming} from '#run/labels'
import {makeFolder} from '#run/open-workspace'
import {provenanceOf} from '#run/provenance'
import {Listeners} from './listeners.ts'
import {openRunTelemetry} from './open-run-telemetry.ts'
import {pathOf, textIfGiven} from './place.ts'
import type {Stage} from './stage.ts'
import type {
  LocalAssets,
  OwnProviders,
  ProviderAccess,
  RunNaming,
  RunTelling,
  Surroundings,
  WorkspaceOptions,
} from './surroundings.ts'

export type StageOptions = Surroundings &
  Partial<WorkspaceOptions> &
  ProviderAccess &
  OwnProviders &
  LocalAssets &
  RunNaming &
  RunTelling

/** A stage that must be closed, and what the caller's own functions did meanwhile. */
type OpenStage = Stage &
  AsyncDisposable & {readonly listeners: Listeners; readonly tellEnd: (code: ExitCode) => Promise<void>}

/** What an abort by the caller is called in evidence; the caller's own reason may say anything. */
const STOPPED = 'abort'

/**
 * What a call that was ended rejects with: an error of ours, and behind it why the caller ended it. The word that evidence has for an abort is neither, nor
 * is the caller's reason told to anybody else.
 */
export function endedCall(thrown: unknown, given: AbortSignal | undefined): unknown {
  const cause = causeOf(given)
  if (thrown === STOPPED) return cancelled(given)
  const isEnd = thrown instanceof AssayError && (thrown.code === 'cancelled' || thrown.code === 'interrupted')
  if (isEnd && given?.aborted) Object.defineProperty(thrown, 'cause', {value: cause, configurable: true})
  return thrown
}

/** What a call rejects with that was ended and has no result to tell it. */
export function cancelled(given: AbortSignal | undefined): AssayError {
  return new AssayError('cancelled', 'call was cancelled', {cause: causeOf(given)})
}

const causeOf = (given: AbortSignal | undefined): unknown => (given?.reason instanceof Error ? given.reason : undefined)

/** Puts together what a use case needs from what the caller passes. Throws `invalid_input`, and as loading providers of the host does. */
export async function openStage(options: StageOptions, worksThere = false): Promise<OpenStage> {
  const {base, workspace, cwd} = placesOf(options)
  const env = accessEnvironment(options.env ?? {}, {
    ...options,
    providersFile: textIfGiven('providersFile', options.providersFile),
    runtimeAssets: textIfGiven('runtimeAssets', options.runtimeAssets),
  })
  const redactor = composeRedactor({env, cwd}, workspace)
  for (const secret of options.secrets ?? []) redactor.register(secret)
  const {onProgress, onLog, clock, entropy} = options
  const stop = interrupted(options.signal)
  const listeners = new Listeners(stop.now)
  const tell = onProgress && listeners.guard(onProgress)
  const ports = composePorts(
    {
      env,
      cwd,
      assayVersion: ownVersion(),
      isTerminal: false,
      progress: tell ? {update: (done, total, note) => tell({done, total, note})} : NO_PROGRESS,
      ports: {...(clock && {clock: timeOf(clock)}), ...(entropy && {entropy: soundEntropy(entropy)})},
    },
    redactor,
  )
  const naming = namingOf(options)
  const source = options.source === undefined ? undefined : pathOf('source', options.source, base)
  const own = ownExtras(options.ownProviders ?? [])
  let made: readonly string[] = []
  try {
    if (workspace && needsWorkspace(options, env, worksThere)) made = await makeFolder(workspace, ports)
    const telling = await openRunTelemetry({...tellingOf(options, base ?? cwd), fromEnvironment: false}, ports)
    const {assets, extras: named} = await composeNamed(ports, stop.signal)
    const all: MeasurementPorts = {
      ...ports,
      assets,
      provenance: () => provenanceAt(source, naming, ports),
      extras: withOwn(named, own),
      log: onLog && activityRecords(listeners.guard(onLog), redactor),
      observers: telling.observers,
    }
    const tellEnd = async (code: ExitCode) => {
      for (const reason of await telling.close(code)) all.log?.decision('warn', 'not told', {reason})
    }
    const close = async () => {
      stop[Symbol.dispose]()
      await named?.close()
      await removeUnused(made)
    }
    const place = {cwd, workspace: workspace ?? cwd}
    return {ports: all, ...place, signal: stop.signal, listeners, tellEnd, [Symbol.asyncDispose]: close}
  } catch (error) {
    stop[Symbol.dispose]()
    await removeUnused(made)
    throw error
  }
}

/** Folders as absolute paths. A caller that names none stands at the root: nothing is looked for near the program. */
function placesOf({cwd, workspace: named}: StageOptions) {
  const base = cwd === undefined ? undefined : pathOf('cwd', cwd)
  const workspace = named === undefined ? undefined : pathOf('workspace', named, base)
  return {base, workspace, cwd: base ?? workspace ?? parse(import.meta.dirname).root}
}

/** Without a folder of the caller's own, programs start in the workspace, and files beside its runs are named from there. */
function needsWorkspace({cwd}: StageOptions, env: NonNullable<Surroundings['env']>, worksThere: boolean): boolean {
  if (cwd !== undefined) return false
  return worksThere || ['ASSAY_PROVIDER_MODULES', 'ASSAY_PROVIDERS_FILE'].some((name) => env[name])
}

function namingOf({labels, note}: RunNaming): Naming {
  const naming = {labels, note}
  checkNaming(naming)
  return naming
}

function tellingOf({metricsFile: file, notify, notifySecretEnv}: RunTelling, base: string) {
  const metricsFile = file === undefined ? undefined : {path: pathOf('metricsFile', file, base), name: 'metricsFile'}
  return {metricsFile, notify: notify === undefined ? undefined : {url: notify, secretVariable: notifySecretEnv}}
}

/** Nobody is asked where the caller named no checkout. */
async function provenanceAt(source: string | undefined, naming: Naming, ports: MeasurementPorts): Promise<Provenance> {
  if (source === undefined) return provenanceOf({env: ports.env, source: undefined, naming})
  const {readProvenance} = await import('#compose/read-provenance')
  return await readProvenance({...ports, cwd: source}, naming)
}

/** Providers of the caller's own, as those that modules bring. Throws as registering them does. */
function ownExtras(own: readonly Provider[]): Extra[] {
  return own.map((given) => {
    const provider = takenProvider(given, {})
    return {entry: {profile: provider.profile, settings: []}, load: () => Promise.resolve(provider)}
  })
}

function withOwn(named: Extras | undefined, own: readonly Extra[]): Extras | undefined {
  if (own.length === 0) return named
  const {providers, skipped, close} = named ?? {providers: [], skipped: [], close: () => Promise.resolve()}
  return {providers: [...providers, ...own], skipped, close}
}

/** A signal of our own that follows the caller's; disposing lets go of it, for a signal may outlive many calls. */
function interrupted(
  given: AbortSignal | undefined,
): {readonly signal: AbortSignal; readonly now: () => void} & Disposable {
  const control = new AbortController()
  const stop = () => control.abort(STOPPED)
  if (given?.aborted) stop()
  given?.addEventListener('abort', stop, {once: true})
  return {signal: control.signal, now: stop, [Symbol.dispose]: () => given?.removeEventListener('abort', stop)}
}
