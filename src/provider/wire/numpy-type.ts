import {codeOf} from '#error/assay-error'
import {dtypeOfNumpy} from '#world/tensor/dtype'
import {Tensor} from '#world/tensor/tensor'
import {violation} from '../model/provider-fault.ts'
import {whatCame} from '../model/value-check.ts'

/** A tensor from what a server says of an array. `code` is NumPy's, such as `<f4`. Refuses with `contract_violation`. */
export function tensorOfNumpy(code: unknown, shape: unknown, bytes: unknown): Tensor {
  if (typeof code !== 'string') throw violation('structured arrays are refused')
  if (code.includes('O')) throw violation('arrays of Python objects are refused: their bytes are a pickle')
  const dtype = dtypeOfNumpy(code)
  if (dtype === undefined) throw violation(`array has an element type that is not known here: ${shown(code)}`)
  if (!Array.isArray(shape)) throw violation(`array has ${whatCame(shape)} for its shape, not a list`)
  if (!(bytes instanceof Uint8Array)) throw violation(`array has ${whatCame(bytes)} for its bytes`)
  try {
    return new Tensor(dtype, shape, bytes)
  } catch (error) {
    // A `Tensor` blames its caller; here it is the server that broke the rule.
    if (codeOf(error) === 'invalid_tensor') throw violation((error as Error).message)
    throw error
  }
}

/** A NumPy code is ASCII and short; anything else is not repeated. */
function shown(code: string): string {
  return /^[<>|=!]?[A-Za-z][0-9]{0,4}$/.test(code) ? code : 'unreadable'
}
