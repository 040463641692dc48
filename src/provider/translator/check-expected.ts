import type {ActionTranslatorDocument} from '#contract/generated/types'
import {ProviderError} from '#error/provider-error'
import type {Fields} from '../model/provider.ts'
import {foundAt} from './raw-array.ts'
import {translatorFault} from './translator-fault.ts'

const HINT =
  'Where the server is right, correct the paths and `expects` of the translator; where it is not, serve the policy that the translator was written for.'

/**
 * What a document says that a provider promised, and it did not keep, is its fault, not the translator's: `contract_violation`. Where nothing of it came at all, the
 * document is more likely one for another server: `translator_invalid`.
 */
export function checkExpected(expects: NonNullable<ActionTranslatorDocument['expects']>, raw: Fields): void {
  for (const [path, sides] of Object.entries(expects)) {
    const found = foundAt(raw, path)
    const declared = `expected is ${path} of ${sides.map((side) => side ?? 'any').join(' x ')}`
    if ('lack' in found) throw translatorFault(`finds ${found.lack}; ${declared}`)
    const {shape} = found
    const isKept = shape.length === sides.length && sides.every((side, axis) => side === null || side === shape[axis])
    if (!isKept)
      throw broken(`raw actions have another shape than declared: ${declared}, and it is ${shape.join(' x ')}`)
  }
}

function broken(message: string): ProviderError {
  return new ProviderError('contract_violation', message, {retryable: false, hint: HINT})
}
