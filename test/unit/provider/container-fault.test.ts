import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {tinyMp4} from '#lab/fault/http-services'
import {containerFault} from '#provider/media/container-fault'
import {spec} from '../../support/spec.ts'

const it = spec('containers')
const box = (name: string, body = '') => {
  const bytes = Buffer.from(`....${name}${body}`, 'latin1')
  bytes.writeUInt32BE(bytes.length, 0)
  return bytes
}
const mp4 = (...boxes: Buffer[]) => containerFault(Buffer.concat([box('ftyp', 'isom'), ...boxes]), 'video/mp4')

it('an MP4 is whole when its boxes fill it and a movie with data is among them', () => {
  assert.is(mp4(box('moov'), box('mdat', 'x')), undefined)
  assert.is(mp4(box('moov'), box('moof'), box('mdat')), undefined)
  assert.is(containerFault(tinyMp4('x'), 'video/mp4'), undefined)
  assert.is(mp4(box('mdat')), 'it has no movie')
  assert.is(mp4(box('moov')), 'its movie has no data')
  const toTheEnd = box('mdat', 'rest')
  toTheEnd.writeUInt32BE(0, 0)
  assert.is(mp4(box('moov'), toTheEnd), undefined)
  const large = box('mdat', '........body')
  large.writeUInt32BE(1, 0)
  large.writeBigUInt64BE(BigInt(large.length), 8)
  assert.is(mp4(box('moov'), large), undefined)
})

it('one that is cut off anywhere is not, and neither is one byte', () => {
  const whole = Buffer.from(tinyMp4('x'))
  for (let length = 0; length < whole.length; length++)
    assert.ok(containerFault(whole.subarray(0, length), 'video/mp4'), String(length))
})

it('a WebM needs a segment, and whatever the bytes, looking ends', () => {
  const head = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
  assert.is(containerFault(Buffer.concat([head, Buffer.from([0x80, 0x18, 0x53, 0x80, 0x67])]), 'video/webm'), undefined)
  assert.is(containerFault(head, 'video/webm'), 'it has no segment')
  fc.assert(
    fc.property(fc.uint8Array({maxLength: 80}), fc.constantFrom('video/mp4', 'video/webm'), (bytes, type) => {
      containerFault(bytes, type)
    }),
  )
})

it.run()
