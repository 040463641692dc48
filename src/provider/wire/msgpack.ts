import {Packr, Unpackr} from 'msgpackr'
import {violation} from '../model/provider-fault.ts'
import {scanMsgpack} from './msgpack-scan.ts'

// Records are an extension of msgpackr's own that nobody else reads.
const packer = new Packr({useRecords: false, variableMapSize: true})
const unpacker = new Unpackr({useRecords: false, mapsAsObjects: false, int64AsType: 'bigint'})

/** Objects become maps with text keys; a `Map` keeps its keys as they are, bytes included. */
export function packMsgpack(value: unknown): Uint8Array {
  return packer.pack(value)
}

/** One value from a server nobody trusts. Maps stay `Map`, byte strings views of `bytes`. Throws `contract_violation`. */
export function unpackMsgpack(bytes: Uint8Array): unknown {
  scanMsgpack(bytes)
  try {
    return unpacker.unpack(bytes)
  } catch (error) {
    throw violation(`MessagePack message cannot be read: ${error instanceof Error ? error.message : 'unknown cause'}`)
  }
}
