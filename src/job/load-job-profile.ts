import type {ConfigProfile} from '#contract/generated/types'
import {openAssay} from '#measurement/open-assay'
import type {MeasurementPorts} from '#measurement/ports'
import {absolutePath} from '#path/safe-relative-path'
import {loadProfile} from '#profile/load-profile'
import {configProfile, type GivenFlags, type LoadedProfile, mergeSettings} from '#profile/merge-settings'
import {PROVIDER_OPERATIONS} from '#provider/model/operations'
import type {PolicyChoice} from '#provider/model/request-policy'
import {formatNames} from '#report/renderers'

/**
 * A profile for a job: its workspace, output format and presets apply, and its providers where a step names none; operations stand in the steps.
 * Throws as `loadProfile` does.
 */
export async function loadJobProfile(
  path: string | undefined,
  ports: MeasurementPorts,
): Promise<LoadedProfile | undefined> {
  if (path === undefined) return undefined
  const {cwd: workingDirectory, files, redactor} = ports
  const known = {
    providers: (await openAssay(ports).doctor()).map((row) => row.name),
    operations: PROVIDER_OPERATIONS,
    formats: formatNames(),
  }
  const request = {path: absolutePath(workingDirectory, path), workingDirectory, known}
  return await loadProfile(request, {reader: files.reader, redactor})
}

/** The presets of a profile, as a provider library takes them. */
export function profilePolicies(loaded: LoadedProfile | undefined): PolicyChoice {
  const {timeout_preset: timeoutPreset, retry_preset: retryPreset} = loaded?.profile ?? {}
  return {timeoutPreset, retryPreset}
}

/** The manifest's block: what the profile set, and the numbers that follow for each provider of the job. */
export async function describeJobProfile(
  loaded: LoadedProfile,
  given: GivenFlags & {readonly providers: readonly string[]},
  ports: MeasurementPorts,
): Promise<ConfigProfile> {
  const library = openAssay(ports, {limits: profilePolicies(loaded)})
  const registered = (await library.doctor({registeredOnly: true})).map((row) => row.name)
  const names = given.providers.filter((name) => registered.includes(name))
  const policy = Object.fromEntries(names.map((name) => [name, library.requestPolicy(name)]))
  return configProfile(loaded, mergeSettings(given, loaded.profile, []).origins, policy)
}
