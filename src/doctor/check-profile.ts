import type {ConfigProfile} from '#contract/generated/types'
import type {FileReader} from '#path/files'
import {absolutePath} from '#path/safe-relative-path'
import {loadProfile} from '#profile/load-profile'
import {configProfile, mergeSettings} from '#profile/merge-settings'
import {Assay} from '#provider/assay'
import type {LibraryPorts} from '#provider/assay-options'
import {PROVIDER_OPERATIONS} from '#provider/model/operations'
import {formatNames} from '#report/renderers'

/** `path` as the caller gave it. */
export interface ProfileToCheck {
  readonly path: string
  readonly workspace: string | undefined
}

type Ports = LibraryPorts & {
  readonly cwd: string
  readonly files: {readonly reader: FileReader}
}

/** What would apply: the validated fields, where each comes from, and the numbers of its presets by provider. Throws as `loadProfile` does. */
export async function checkProfile(asked: ProfileToCheck, ports: Ports): Promise<ConfigProfile> {
  const {env, redactor, clock, entropy, cwd: workingDirectory} = ports
  const options = {env, redactor, clock, entropy, extras: ports.extras}
  const rows = await new Assay(options).doctor()
  const known = {providers: rows.map((row) => row.name), operations: PROVIDER_OPERATIONS, formats: formatNames()}
  const request = {path: absolutePath(workingDirectory, asked.path), workingDirectory, known}
  const loaded = await loadProfile(request, {reader: ports.files.reader, redactor})
  const {timeout_preset: timeoutPreset, retry_preset: retryPreset} = loaded.profile
  const library = new Assay({...options, limits: {timeoutPreset, retryPreset}})
  const registered = rows.filter((row) => row.registered).map((row) => row.name)
  const names = (loaded.profile.providers ?? registered).filter((name) => registered.includes(name))
  const policy = Object.fromEntries(names.map((name) => [name, library.requestPolicy(name)]))
  const {origins} = mergeSettings({run_workspace: asked.workspace}, loaded.profile, [])
  return configProfile(loaded, origins, policy)
}
