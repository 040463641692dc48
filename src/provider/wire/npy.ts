import {DTYPES} from '#world/tensor/dtype'
import type {Tensor} from '#world/tensor/tensor'
import {violation} from '../model/provider-fault.ts'
import {tensorOfNumpy} from './numpy-type.ts'
import {toRowMajor} from './row-major.ts'

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]
const PREFIX = MAGIC.length + 2
const ALIGNMENT = 64
const LONGEST_HEADER = 4096
const HEADER =
  /^\{'descr': (?<descr>'[^'\\]*'|\[.*\]), 'fortran_order': (?<fortran>True|False), 'shape': \((?<shape>(\d{1,10}, ?)*(\d{1,10})?)\),? *\} *\n$/

/** The tensor as a NumPy file, format version 1.0: what `numpy.save` writes. Source: numpy.lib.format. */
export function encodeNpy({dtype, shape, bytes}: Tensor): Uint8Array {
  const sides = shape.length === 1 ? `${shape[0]},` : shape.join(', ')
  const text = `{'descr': '${DTYPES[dtype].numpy}', 'fortran_order': False, 'shape': (${sides}), }`
  const length = Math.ceil((PREFIX + text.length + 1) / ALIGNMENT) * ALIGNMENT - PREFIX
  const file = Buffer.allocUnsafe(PREFIX + length + bytes.length)
  file.set(MAGIC)
  file.writeUInt16LE(length, MAGIC.length)
  file.write(`${text.padEnd(length - 1)}\n`, PREFIX, 'latin1')
  file.set(bytes, PREFIX + length)
  return file
}

/** A NumPy file of version 1.0 as a tensor; column-major arrays are turned around. Refuses everything else with `contract_violation`, pickles above all. */
export function decodeNpy(file: Uint8Array): Tensor {
  if (file.length < PREFIX || MAGIC.some((byte, at) => file[at] !== byte))
    throw violation('array is not a NumPy file of version 1.0')
  const length = (file[8] ?? 0) + 256 * (file[9] ?? 0)
  if (length > LONGEST_HEADER || PREFIX + length > file.length) throw violation('NumPy header is longer than its file')
  const text = Buffer.from(file.buffer, file.byteOffset + PREFIX, length).toString('latin1')
  const {descr, fortran, shape} = HEADER.exec(text)?.groups ?? {}
  if (descr === undefined || shape === undefined) throw violation('NumPy header cannot be read')
  if (!descr.startsWith("'")) throw violation('structured arrays are refused')
  const sides = shape.split(',').filter((side) => side.trim() !== '')
  if (sides.length === 1 && !shape.includes(',')) throw violation('NumPy header has a shape that is no tuple')
  const tensor = tensorOfNumpy(descr.slice(1, -1), sides.map(Number), file.subarray(PREFIX + length))
  return fortran === 'True' ? toRowMajor(tensor) : tensor
}
