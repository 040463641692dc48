import type {ConfigProfile, Profile, ProfileOutputFormat} from '#contract/generated/types'
import type {Origins} from './merge-settings.ts'

/** A profile that kept every rule. */
export interface LoadedProfile {
  readonly profile: Profile
  /** `profile:` and the path from the working directory, or the base name of a file outside of it. */
  readonly source: string
  /** Of the raw bytes. */
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
