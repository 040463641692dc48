import type {Assay} from '#provider/assay'
import type {MeasuredLibrary} from './library.ts'
import {libraryCall} from './library-call.ts'
import type {Requests} from './requests.ts'

/** The real library behind the calls of a benchmark. Loading an adapter is part of getting ready, not of the first call. */
export function openLibrary(library: Assay, requests: Requests): MeasuredLibrary {
  return {
    prepare: async (provider, operation) => {
      await library.describe(provider)
      return libraryCall(library, provider, operation, requests)
    },
    close: async () => {
      await library.close()
    },
  }
}
