import {AssayError} from '#error/assay-error'
import type {Assay} from '#provider/assay'
import type {Examples} from '#provider/model/provider'
import {isRefusal} from '#provider/model/provider-fault'
import type {PlannedItem} from '../model/ledger.ts'
import {chooseRequests} from '../model/requests.ts'
import {inputFault} from './input-key.ts'
import type {InputFault, LoadedInputs} from './load-inputs.ts'

type Library = Pick<Assay, 'check' | 'examples'>

/** The items that can be measured, and the example requests of each provider, which are sent where the caller gives none. */
export interface CheckedItems {
  readonly items: readonly PlannedItem[]
  readonly examples: ReadonlyMap<string, Examples>
}

/**
 * Checks every request against its provider before a run exists. If a provider refuses a value of the caller's file, the error names its
 * place. If a default request does not fit, an operation that was named is refused, and one of several is left out. Throws
 * `inputs_invalid`, `inputs_missing`.
 */
export async function checkItems(
  planned: readonly PlannedItem[],
  inputs: LoadedInputs,
  isNamed: (item: PlannedItem) => boolean,
  library: Library,
): Promise<CheckedItems> {
  const examples = new Map<string, Examples>()
  const faults: InputFault[] = []
  const items: PlannedItem[] = []
  for (const item of planned) {
    const own = isAsked(item) ? await faultsIn(item, inputs, examples, library) : []
    const [first] = own
    if (first !== undefined && inputs.refusal === undefined) items.push(leftOut(item, first, isNamed(item)))
    else items.push(item)
    faults.push(...own)
  }
  if (inputs.refusal !== undefined && faults.length > 0) throw inputs.refusal(faults)
  return {items, examples}
}

function isAsked({how, operation, skipReason}: PlannedItem): boolean {
  return skipReason === undefined && operation !== 'health' && (how === 'library' || how === 'dry')
}

async function faultsIn(
  {provider, operation}: PlannedItem,
  {cases}: LoadedInputs,
  examples: Map<string, Examples>,
  library: Library,
): Promise<InputFault[]> {
  if (operation === 'health') return []
  const known = examples.get(provider) ?? (await library.examples(provider))
  examples.set(provider, known)
  const faults: InputFault[] = []
  for (const [at, one] of cases.entries()) {
    try {
      await library.check(operation, chooseRequests(one, known)[operation], provider)
    } catch (error) {
      if (!isRefusal(error)) throw error
      faults.push({at, ...inputFault(error, provider, operation)})
    }
  }
  return faults
}

const INPUTS_MISSING = 'inputs_missing'

function leftOut(item: PlannedItem, {key, message}: InputFault, isNamed: boolean): PlannedItem {
  if (!isNamed) return {...item, skipReason: INPUTS_MISSING, isOptional: true}
  throw new AssayError(INPUTS_MISSING, `nobody says what to send: ${message}`, {
    hint: `Give --input-file with ${key}.`,
    detail: {field: key},
  })
}
