import type {EventHandler} from '#event/event-handler'
import type {ArtifactFolderOptions} from '#path/write-artifact'
import type {Witness} from '#provider/model/operation-plan'
import type {Operation} from './operation.ts'

/** One call through the provider library, the `seq`-th from 0. `requestId` comes back in its events. Rejects with the library's errors. */
export type LibraryCall = (requestId: string, signal: AbortSignal, seq: number) => Promise<unknown>

/** The provider library as a benchmark sees it. */
export interface MeasuredLibrary {
  /** Prepares what a call needs, such as the adapter, and contacts a remote provider once; none of this is timed. */
  prepare(provider: string, operation: Operation, signal: AbortSignal): Promise<LibraryCall>
  /** Prepares a call that is checked but not sent: it does all that a real call does before its request leaves. */
  prepareDry(provider: string, operation: Operation): Promise<LibraryCall>
  close(): Promise<void>
}

/** Where the events and clips of a library go; `witness` receives every exchange. */
export interface LibraryPlace {
  readonly eventHandler: EventHandler
  readonly witness: Witness
  readonly artifacts?: ArtifactFolderOptions | undefined
}

export type OpenLibrary = (place: LibraryPlace) => MeasuredLibrary
