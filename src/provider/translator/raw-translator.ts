import {digestOf} from '#digest/canonical-json'
import type {Fields} from '../model/provider.ts'
import {readRaw} from './read-raw.ts'
import type {DeclaredTranslator} from './translator.ts'

/** How the command line calls it. */
export const RAW = 'builtin:raw'

/** One `raw_action` per time step, its parameters the numbers of each array at that step. Arrays are (time, D) or (batch, time, D); of a batch the first. */
export const rawTranslator: DeclaredTranslator = Object.assign((raw: Fields) => readRaw(raw), {
  digest: digestOf({builtin: 'raw', version: 1}),
})
