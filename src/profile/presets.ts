import type {ProfileRetryPreset, ProfileTimeoutPreset} from '#contract/generated/types'

/** Names only; the numbers belong to the provider's request policy. */
export const TIMEOUT_PRESETS = ['provider', 'fast', 'ci', 'patient'] as const satisfies readonly ProfileTimeoutPreset[]
export const RETRY_PRESETS = ['provider', 'none', 'persistent'] as const satisfies readonly ProfileRetryPreset[]
