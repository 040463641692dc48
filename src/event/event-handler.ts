import type {ProviderEvent} from '#contract/generated/types'

/** Takes one redacted, frozen event. Must not throw; a promise is awaited at flush, never inside the call. */
export type EventHandler = (event: Readonly<ProviderEvent>) => void | Promise<void>
