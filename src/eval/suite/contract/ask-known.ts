import type {ContractProbe} from '../../kit/contract-input.ts'
import {ALL_ROWS, type AskedOperation, areSameFor, askedOtherwise} from './ask-operation.ts'

/** A question, and how it is answered while no other is. */
export interface KnownAnswer {
  readonly probe: ContractProbe
  readonly alone: Float64Array
  ask(): Promise<Float64Array>
  isSame(other: Float64Array): boolean
}

/** Asks a question by itself. In the usual form too where another one is not answered: whether that must be is held elsewhere. */
export async function askKnown(
  operation: AskedOperation,
  probe: ContractProbe,
  {isOtherForm}: {readonly isOtherForm: boolean},
): Promise<KnownAnswer> {
  if (!isOtherForm) return await askAlone(operation, probe)
  try {
    return await askAlone(operation, askedOtherwise(probe))
  } catch {
    probe.signal.throwIfAborted()
    return await askAlone(operation, probe)
  }
}

async function askAlone(operation: AskedOperation, probe: ContractProbe): Promise<KnownAnswer> {
  const ask = async () => Float64Array.from((await operation.ask(probe, ALL_ROWS))())
  const alone = await ask()
  return {probe, alone, ask, isSame: (other) => areSameFor(operation, probe, [alone, other], ALL_ROWS)}
}
