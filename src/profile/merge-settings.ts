import type {
  ConfigProfile,
  Profile,
  ProfileOutputFormat,
  ProfileRetryPreset,
  ProfileTimeoutPreset,
} from '#contract/generated/types'

/** A profile that kept every rule. */
export interface LoadedProfile {
  readonly profile: Profile
  /** `profile:` and the path from the working directory, or the base name of a file outside of it. */
  readonly source: string
  /** Digest of the raw bytes. */
  readonly sha256: `sha256:${string}`
}

/** What a run's manifest keeps of its profile: the validated fields and the resolved policy, not the file. */
export function configProfile(loaded: LoadedProfile, origins: Origins, policy: object): ConfigProfile {
  const {schema_version, name, ...defaults} = loaded.profile
  const {source, sha256} = loaded
  return {schema_version, name, source, sha256, defaults, origins, policy: {...policy}}
}

/** The format that a profile asks for; `undefined` without a profile or without a wish. */
export function outputFormatOf(block: ConfigProfile | undefined): ProfileOutputFormat | undefined {
  return (block?.defaults as Pick<Profile, 'output_format'> | undefined)?.output_format
}

/** What a command runs with. `operations` undefined: all that the provider offers. */
export interface CommandSettings {
  readonly providers: readonly string[]
  readonly operations: readonly string[] | undefined
  readonly run_workspace: string
  readonly state_dir: string
  readonly output_format: ProfileOutputFormat
  readonly timeout_preset: ProfileTimeoutPreset
  readonly retry_preset: ProfileRetryPreset
  readonly runtime_cache_roots: Readonly<Record<string, string>>
}

/** Flags that the parser recorded as given; a field that is absent or undefined was not. */
export type GivenFlags = {readonly [Field in keyof CommandSettings]?: CommandSettings[Field] | undefined}
export type SettingOrigin = 'flag' | 'profile' | 'default'
export type Origins = Readonly<Record<keyof CommandSettings, SettingOrigin>>

/**
 * Flag over profile over default, a whole field at a time, and where each came from. `providers` is the command's own
 * default. Without a `state_dir` it lies in the run workspace, wherever that came from.
 */
export function mergeSettings(
  flags: GivenFlags,
  profile: Profile | undefined,
  providers: readonly string[],
): {settings: CommandSettings; origins: Origins} {
  const workspace = flags.run_workspace ?? profile?.run_workspace ?? '.'
  const settings: CommandSettings = {
    providers: flags.providers ?? profile?.providers ?? providers,
    operations: flags.operations ?? profile?.operations,
    run_workspace: workspace,
    state_dir: flags.state_dir ?? profile?.state_dir ?? defaultStateDir(workspace),
    output_format: flags.output_format ?? profile?.output_format ?? 'human',
    timeout_preset: flags.timeout_preset ?? profile?.timeout_preset ?? 'provider',
    retry_preset: flags.retry_preset ?? profile?.retry_preset ?? 'provider',
    runtime_cache_roots: flags.runtime_cache_roots ?? profile?.runtime_cache_roots ?? {},
  }
  const origin = (field: keyof CommandSettings): SettingOrigin => {
    if (flags[field] !== undefined) return 'flag'
    return profile?.[field] === undefined ? 'default' : 'profile'
  }
  const origins: Origins = {
    providers: origin('providers'),
    operations: origin('operations'),
    run_workspace: origin('run_workspace'),
    state_dir: origin('state_dir'),
    output_format: origin('output_format'),
    timeout_preset: origin('timeout_preset'),
    retry_preset: origin('retry_preset'),
    runtime_cache_roots: origin('runtime_cache_roots'),
  }
  return {settings, origins}
}

function defaultStateDir(workspace: string): string {
  return workspace === '.' ? 'runs/.state' : `${workspace}/runs/.state`
}
