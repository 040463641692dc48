import type {DoctorResult, ProviderCapability} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {type OptionTable, option} from './option-table.ts'
import {textIfGiven} from './place.ts'
import {ACCESS, OWN, type OwnProviders, type ProviderAccess, WORKSPACE, type WorkspaceOptions} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** Narrows the providers that a result lists. */
export interface ProviderFilter {
  /** Leave out providers that are not configured. */
  readonly registeredOnly?: boolean | undefined
  /** Only providers that can do this. */
  readonly capability?: ProviderCapability | undefined
}

/** What `doctor` takes. */
export interface CheckMachineOptions extends WorkspaceOptions, ProviderAccess, OwnProviders, ProviderFilter {
  /** Configuration profile to check; the result tells what would apply. */
  readonly profile?: string | URL | undefined
  /** `exit` is `failed` when there is a finding. */
  readonly strict?: boolean | undefined
  /** List the providers that are wrong on purpose as well. */
  readonly all?: boolean | undefined
  /** Start git, ffmpeg and python3 to ask for their versions, and ask the keyring whether it answers; otherwise they are only looked for. */
  readonly versions?: boolean | undefined
}

export const FILTER = {
  registeredOnly: option('boolean', '--registered-only'),
  capability: option('text', '--capability'),
} as const satisfies OptionTable<ProviderFilter>

export const DOCTOR = {
  name: 'doctor',
  command: 'doctor',
  hasCases: false,
  options: {
    ...WORKSPACE,
    ...ACCESS,
    ...OWN,
    ...FILTER,
    profile: option('place', '--profile'),
    strict: option('boolean', '--strict'),
    all: option('boolean', '--all'),
    versions: option('boolean', '--versions'),
  } satisfies OptionTable<CheckMachineOptions>,
} as const satisfies Verb

/**
 * What this machine, its workspace and its providers are ready for: `assay doctor`. Leaves nothing behind; probes each registered provider for two seconds at most and
 * never does real work. Values of variables are never told.
 *
 * Throws `invalid_input`, `workspace_invalid`, `profile_invalid`, `profile_parse`, `profile_format`, `file_missing`, `cancelled`.
 */
export function doctor(options: CheckMachineOptions): Promise<DoctorResult> {
  return callUseCase(DOCTOR, options, async ({ports, workspace, signal}) => {
    const {diagnoseMachine} = await import('./diagnose-machine.ts')
    const {registeredOnly = false, capability, strict = false, all = false, versions = false} = options
    const profile = textIfGiven('profile', options.profile)
    return await diagnoseMachine({workspace, registeredOnly, capability, strict, all, versions, profile}, ports, signal)
  })
}
