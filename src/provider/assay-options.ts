import type {EventTarget} from '#event/event-sink'
import type {AddressPolicy} from '#net/address-policy'
import type {Clock} from '#random/clock'
import type {Entropy} from '#random/entropy'
import type {Timers} from '#random/timers'
import type {Redactor} from '#redact/redactor'
import type {Extras} from './catalogue/extras.ts'
import type {ArtifactStore} from './model/artifact.ts'
import type {PolicyChoice} from './model/request-policy.ts'
import type {WaitOut} from './model/wait-out.ts'

/** What a library gets from whoever leaves none of it to chance: the environment of the caller, and one redactor, clock and source of names. */
export type LibraryPorts = Required<Pick<AssayOptions, 'env' | 'redactor' | 'clock' | 'entropy'>> & {
  // Spelt out: published types hold nothing that is internal.
  readonly extras?: Extras | undefined
}

/** How a library of providers is set up; every field may be left out. Nothing is read from the process. */
export interface AssayOptions {
  readonly eventHandler?: EventTarget | undefined
  /** `eventHandler` under its name in the operations contract. */
  readonly event_handler?: EventTarget | undefined
  /** Variables that configure providers, and `TRACEPARENT` for events; nothing is read from the process itself. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Limits and retries chosen over every provider's own. */
  readonly limits?: PolicyChoice
  /** Where connections may go beside public addresses; else what `ASSAY_ALLOW_LOOPBACK` and `ASSAY_ALLOW_HOSTS` of `env` say. */
  readonly network?: AddressPolicy
  /**
   * Providers that the host named in a file or as modules; see `loadExtras`.
   * @internal
   */
  readonly extras?: Extras | undefined
  /** Where clips of providers elsewhere go while they are fetched, such as an `ArtifactFolder`; without it they stay in memory. */
  readonly artifacts?: ArtifactStore | undefined
  readonly redactor?: Redactor
  /** Timers that it lacks are those of this machine. */
  readonly clock?: Clock & Partial<Timers>
  readonly entropy?: Entropy
  readonly waitOut?: WaitOut
}
