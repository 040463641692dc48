import {gunzipSync} from 'node:zlib'
import * as assert from 'uvu/assert'
import {withChangedByte} from '#host/model/change-byte'
import {spec} from '../../support/spec.ts'

const it = spec('a changed byte')

const differing = (one: Uint8Array, other: Uint8Array) => one.filter((byte, at) => byte !== other[at]).length

const unpacked = (bytes: Uint8Array): string | undefined => {
  try {
    return gunzipSync(bytes).toString('latin1')
  } catch {
    return undefined
  }
}

/** Archives that GNU tar made of a small folder: a bit in the middle of each stands for nothing. */
const NEUTRAL = [
  'H4sIAAAAAAAAA+3RQQqAIBCF4Vl3Cm+QU2rnEdoHZvfPWrowCCSC/9vMoIIP3jpKd7ZYvL9nUc97V7forM4GDWK1nExifP9oIseeYzJG0rbl1run+59ax9j9j6vg4Fyjf1/3XzYxtnsyof+Y4/B1CAAAAAAAAAAAAAAAAACvnGIAGnYAKAAA',
  'H4sIAAAAAAAAA+3RQQrDIBCF4Vn3FN4gYzpjzyNkHzD2/rVZujAQkFL4v83IKPjgbYtMp83L/ZxNP89z9NV0dbWURGPbPCX4/Ggi76PmEoKUfa+jd1f3f2pb8vQ/vgUns0H/3vcfLUrQ6cmE/nPNj1+HAAAAAAAAAAAAAAAAAHDLB4dNDDAAKAAA',
]

it('of something packed is one that whoever unpacks it can see', () => {
  for (const archive of NEUTRAL) {
    const packed = Buffer.from(archive, 'base64')
    const blind = Buffer.from(packed)
    blind[packed.length >> 1] = (packed[packed.length >> 1] ?? 0) ^ 1
    assert.is(unpacked(blind), unpacked(packed))
    const changed = withChangedByte(packed)
    assert.is(differing(changed, packed), 1)
    assert.is.not(unpacked(changed), unpacked(packed))
  }
})

it('of anything else is the one in the middle', () => {
  assert.equal([...withChangedByte(Uint8Array.of(1, 2, 3))], [1, 3, 3])
  assert.equal([...withChangedByte(new Uint8Array())], [])
})

it.run()
