import {findHeaders} from './headers.ts'
import {findKeywords} from './keywords.ts'
import {findPrivateKeys} from './private-keys.ts'
import type {SpanFinder} from './span.ts'
import {findTokens} from './tokens.ts'
import {findUrlParts} from './urls.ts'

/** Which layers work. A caller never chooses: this exists so that tests can show what leaks without each of them. */
export interface Layers {
  readonly registered: boolean
  readonly keyNames: boolean
  /** Addresses; token formats, private keys, headers; keywords. In this order. */
  readonly finders: readonly SpanFinder[]
  readonly hostPaths: boolean
  readonly controls: boolean
  readonly sweep: boolean
}

/** All of them. */
export const LAYERS: Layers = {
  registered: true,
  keyNames: true,
  finders: [findUrlParts, findTokens, findPrivateKeys, findHeaders, findKeywords],
  hostPaths: true,
  controls: true,
  sweep: true,
}
