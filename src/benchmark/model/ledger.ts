import type {BenchmarkLedgerEntry, Counts} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import {unknownProvider} from '#provider/registry/provider-table'
import {translatorMissing} from '#provider/translator/translator-fault'
import {isOperation, OPERATIONS, type Operation} from './operation.ts'
import {BARE, RECORDED, type RecordedUse} from './recordings.ts'
import type {LoadSettings} from './settings.ts'

/** What is known of a provider before anything is called. `missing`: names of the variables that would configure it. */
export interface ProviderFacts {
  readonly name: string
  readonly operations: readonly Operation[]
  readonly skipReason?: string
  /** The reason in words; for a module, why it could not be loaded. */
  readonly skip_reason?: string | undefined
  readonly missing: readonly string[]
  /**
   * Whether it does its work in another process, so that what this process spends is the client's own. `unless_alone`: for a call that was
   * in progress alone, its process reports the provider's own time.
   */
  readonly isElsewhere?: Elsewhere
}

export type Elsewhere = boolean | 'unless_alone'

/** One item to measure, or to report as skipped. `how`: through the library, or with recorded replies. */
export interface PlannedItem {
  readonly provider: string
  readonly operation: Operation
  readonly how: 'library' | RecordedUse
  readonly skipReason?: string
  /** Set if nobody named it, so that leaving it out does not leave the verdict open. */
  readonly isOptional?: boolean
  /** See `ProviderFacts`. */
  readonly isElsewhere?: Elsewhere
  readonly missing: readonly string[]
}

/** What became of an item. */
export interface MeasuredItemEnd extends PlannedItem {
  readonly outcome: BenchmarkLedgerEntry['outcome']
  /** What prevented the measurement: the process was lost, or the provider must not or cannot be reached. */
  readonly barrier?: string
}

/**
 * The items of a plan: every provider with every operation asked for, in the order given. A provider that is not configured stays in, as a
 * skip. Without a translator a policy that was named is refused, and one of several operations is left out. Throws `unknown_provider`,
 * `operation_unknown`, `capability_missing`, `translator_missing`.
 */
export function planItems(
  settings: LoadSettings & {readonly hasTranslator: boolean},
  known: readonly ProviderFacts[],
): readonly PlannedItem[] {
  const operations = settings.operations?.map(checkOperation)
  return settings.providers.flatMap((name) => {
    const facts = factsNamed(name, known)
    for (const operation of operations ?? []) checkOffered(operation, facts)
    return (operations ?? facts.operations).map((operation) => {
      const how = howOf(name, operation, settings)
      const item = {
        provider: name,
        operation,
        how,
        missing: facts.missing,
        ...(facts.isElsewhere && {isElsewhere: facts.isElsewhere}),
      }
      if (facts.skipReason !== undefined) return {...item, skipReason: facts.skipReason}
      if (operation !== 'policy' || how !== 'library' || settings.hasTranslator) return item
      if (operations !== undefined || facts.operations.every(isPolicyOrHealth)) throw translatorMissing(name)
      return {...item, skipReason: TRANSLATOR_MISSING, isOptional: true}
    })
  })
}

export function ledgerEntry({
  provider,
  operation,
  how,
  outcome,
  skipReason,
  missing,
  barrier,
}: MeasuredItemEnd): BenchmarkLedgerEntry {
  const reason =
    outcome === 'skipped' ? (skipReason ?? 'skipped') : outcome === 'not-run' ? (barrier ?? 'interrupted') : null
  return {provider, operation, how, outcome, reason, ...(outcome === 'skipped' && {missing: [...missing]})}
}

/** Counts of the items of the plan; `failed` and `errored` are disjoint: an item with both counts as errored. */
export function countItems(ends: readonly MeasuredItemEnd[], failed: number, errored: number): Counts {
  const count = (outcome: MeasuredItemEnd['outcome']) => ends.filter((end) => end.outcome === outcome).length
  const run = count('run')
  return {
    planned: ends.length,
    run,
    passed: run - failed - errored,
    failed,
    errored,
    skipped: count('skipped'),
    not_run: count('not-run'),
    reused: 0,
  }
}

const TRANSLATOR_MISSING = 'translator_missing'
const isPolicyOrHealth = (operation: Operation) => operation === 'policy' || operation === 'health'

function howOf(provider: string, operation: Operation, {media}: LoadSettings): PlannedItem['how'] {
  if (provider === RECORDED) return 'parse'
  if (provider === BARE) return 'bare'
  return media === 'dry-run' && operation !== 'health' ? 'dry' : 'library'
}

/** The facts about the provider of this name. Throws `unknown_provider`. */
export function factsNamed(name: string, known: readonly ProviderFacts[]): ProviderFacts {
  const facts = known.find((candidate) => candidate.name === name)
  if (facts) return facts
  throw unknownProvider(name, known)
}

/** Throws `operation_unknown` with the nearest names. */
export function checkOperation(name: string): Operation {
  if (isOperation(name)) return name
  throw new AssayError('operation_unknown', 'there is no operation of that name to measure', {
    hint: nearestHint(name, OPERATIONS),
    given: name,
  })
}

function checkOffered(operation: Operation, facts: ProviderFacts): void {
  if (facts.operations.includes(operation)) return
  throw new AssayError('capability_missing', `${facts.name} does not offer ${operation}`, {
    hint: `It offers ${facts.operations.join(', ')}.`,
  })
}
