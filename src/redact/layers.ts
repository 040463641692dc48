import {findBareKeys} from './bare-keys.ts'
import {findColonLines} from './colon-lines.ts'
import {findCommandSecrets} from './command-secrets.ts'
import {findCompoundTokens} from './compound-tokens.ts'
import {findDistinctive} from './distinctive.ts'
import {findHeaders} from './headers.ts'
import {findKeyFiles} from './key-files.ts'
import {findKeywords} from './keywords.ts'
import {findKubernetesSecrets} from './kubernetes-secrets.ts'
import {findMarkedValues, findNameValuePairs} from './named-values.ts'
import {findPasswordLines, findPasswordPhrases} from './passwords.ts'
import {findPrivateKeys} from './private-keys.ts'
import type {SpanFinder} from './span.ts'
import {findBotTokens, findTokens} from './tokens.ts'
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
  /** No mask begins or ends within an escape of markup or JSON. */
  readonly escapes: boolean
}

/** All of them. */
export const ALL_LAYERS: Layers = {
  registered: true,
  keyNames: true,
  finders: [
    findUrlParts,
    findTokens,
    findBotTokens,
    findDistinctive,
    findCompoundTokens,
    findPrivateKeys,
    findKeyFiles,
    findBareKeys,
    findHeaders,
    findKeywords,
    findNameValuePairs,
    findMarkedValues,
    findPasswordPhrases,
    findPasswordLines,
    findColonLines,
    findCommandSecrets,
    findKubernetesSecrets,
  ],
  hostPaths: true,
  controls: true,
  sweep: true,
  escapes: true,
}
