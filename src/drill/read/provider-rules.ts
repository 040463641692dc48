import type {Drill} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {withNearest} from '#error/nearest'
import {PROVIDER_NAMES, PROVIDER_VARIABLES} from '#provider/catalogue/provider-names'
import type {DrillPlace} from './drill-places.ts'

/** Providers that are asked and that nobody knows. What a drill brings along is known by the words of its files: which of them are names is told when they are loaded. */
export function providerIssues({target}: Drill, places: readonly DrillPlace[]): DraftIssue[] {
  const {env = {}, files = []} = target
  const bringsOwn = PROVIDER_VARIABLES.some((name) => env[name] !== undefined)
  const isKnown = (name: string) =>
    PROVIDER_NAMES.includes(name) || (bringsOwn && files.some(({text}) => wordsIn(text).has(name)))
  return places.flatMap(({pointer, facts, args: {provider}}): DraftIssue[] => {
    const isAsked = Object.hasOwn(facts.required, 'provider') && typeof provider === 'string'
    if (!isAsked || isKnown(provider)) return []
    const message = withNearest('is no provider: assay provider list names all', provider, PROVIDER_NAMES)
    return [{pointer: `${pointer}/args/provider`, rule: 'unknown_provider', message}]
  })
}

const wordsIn = (text: string) => new Set(text.match(/[a-z][a-z0-9._-]*/g))
