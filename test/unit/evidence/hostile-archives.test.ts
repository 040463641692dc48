import {spawnSync} from 'node:child_process'
import {constants, crc32, deflateRawSync} from 'node:zlib'
import * as assert from 'uvu/assert'
import {type ArchiveEntry, MOST_UNPACKED_BYTES} from '#archive/archive-entry'
import {checksum, tarOf} from '#archive/tar'
import {gzipOf} from '#evidence/archive/gzip'
import {MemoryReader} from '#evidence/archive/memory-reader'
import {openArchive} from '#evidence/archive/open-archive'
import {zipOf} from '#evidence/archive/zip'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('hostile archives')
const LIMIT_MS = 60_000
const hasPython = spawnSync('python3', ['-V']).status === 0
const GOOD: readonly ArchiveEntry[] = [
  {path: 'b/bagit.txt', content: Buffer.from('BagIt-Version: 1.0\n')},
  {path: 'b/data/x', content: Buffer.from('x'.repeat(100))},
]
const named = (...paths: string[]) => [...GOOD, ...paths.map((path) => ({path, content: Buffer.from('y')}))]

function open(bytes: Uint8Array) {
  return openArchive('/sent', new MemoryReader(new Map([['/sent', bytes]])))
}

async function refuses(bytes: Uint8Array, says: RegExp): Promise<void> {
  const error = await throwsCode(() => open(bytes), 'archive_refused')
  assert.match(error.message, says)
}

it('a good one opens as the folder that was packed', () => {
  for (const bytes of [zipOf(GOOD), gzipOf(tarOf(GOOD))]) {
    const {folder, reader} = open(bytes)
    assert.equal(
      reader.list(folder).map(({name}) => name),
      ['bagit.txt', 'data'],
    )
  }
})

const NAMES: readonly [title: string, entries: readonly ArchiveEntry[], says: RegExp][] = [
  ['a name that climbs out', named('b/../../etc/x'), /\.\. part/],
  ['an absolute name', named('/etc/x'), /leads out/],
  ['a drive', named('C:/x'), /character/],
  ['a backslash', named('b\\..\\x'), /character/],
  ['a line break', named('b/x\ny'), /character/],
  ['a name of Windows', named('b/nul'), /Windows device/],
  ['a name that stands twice', named('b/data/x'), /one on some disks/],
  ['names that differ in case', named('b/DATA/x'), /one on some disks/],
  ['names that differ in Unicode form', named('b/ﬁle', 'b/file'), /one on some disks/],
  ['a file that is a folder too', named('b/data'), /file and a folder/],
]

/** Of the local header of the first entry: flags, sum, packed and unpacked size. */
const LOCAL_MEMBERS: readonly [title: string, at: number][] = [
  ['flags', 6],
  ['checksum', 14],
  ['packed size', 18],
  ['size', 22],
]

for (const [title, at] of LOCAL_MEMBERS) {
  it(`refuses a zip whose two headers of an entry tell another ${title}, which readers of streams would believe`, async () => {
    const bytes = Buffer.from(zipOf(GOOD))
    bytes.writeUInt8(bytes.readUInt8(at) ^ 2, at)
    await refuses(bytes, /two ways/)
  })
}

/** The first entry with its sum and sizes behind it, as writers of streams do. */
function described(descriptor: (sum: number, packedBytes: number, sizeBytes: number) => number[]): Buffer {
  const content = Buffer.from('x'.repeat(100))
  const whole = Buffer.from(zipOf([{path: 'b/x', content}]))
  const central = whole.readUInt32LE(whole.length - 22 + 16)
  const packedBytes = whole.readUInt32LE(18)
  const parts = [whole.subarray(0, central), Buffer.alloc(16), whole.subarray(central)]
  const words = [0x08074b50, ...descriptor(crc32(content), packedBytes, content.length)]
  for (const [at, word] of words.entries()) parts[1]?.writeUInt32LE(word, at * 4)
  const bytes = Buffer.concat(parts)
  bytes.writeUInt16LE(0x0808, 6)
  for (const at of [14, 18, 22]) bytes.writeUInt32LE(0, at)
  bytes.writeUInt16LE(0x0808, central + 16 + 8)
  bytes.writeUInt32LE(central + 16, bytes.length - 22 + 16)
  return bytes
}

it('takes sums behind an entry where they are those of the list, and refuses others', async () => {
  const {folder, reader} = open(described((...told) => told))
  assert.equal(
    reader.list(folder).map(({name}) => name),
    ['b'],
  )
  await refuses(
    described((sum, packed) => [sum, packed, 7]),
    /two ways/,
  )
  await refuses(
    described((sum, packed, size) => [sum + 1, packed, size]),
    /two ways/,
  )
})

for (const [title, entries, says] of NAMES) {
  it(`refuses ${title}, in both forms`, async () => {
    await refuses(zipOf(entries), says)
    await refuses(gzipOf(tarOf(entries)), says)
  })
}

it('refuses a folder that holds nothing, in both forms; one that holds something is no more than its files', async () => {
  const nothing = Buffer.alloc(0)
  const [inside, planted] = [
    {path: 'b/data/', content: nothing},
    {path: 'b/planted/', content: nothing},
  ]
  const folderIn = (entries: readonly ArchiveEntry[]) => {
    const tar = Buffer.from(tarOf(entries))
    const at = tar.length - 3 * 512
    tar.write('5', at + 156, 'latin1')
    return gzipOf(summed(tar, at))
  }
  for (const pack of [zipOf, folderIn]) {
    assert.ok(open(pack([...GOOD, inside])))
    await refuses(pack([...GOOD, planted]), /empty folder/)
  }
})

/** A tar whose second entry is of another type. */
function tarOfType(type: string): Uint8Array {
  const tar = Buffer.from(tarOf(GOOD))
  tar.write(type, 1024 + 156, 'latin1')
  return gzipOf(summed(tar, 1024))
}

function summed(tar: Buffer, at: number): Buffer {
  tar.write(
    `${checksum(tar.subarray(at, at + 512))
      .toString(8)
      .padStart(6, '0')}\0 `,
    at + 148,
    'latin1',
  )
  return tar
}

for (const [what, type] of Object.entries({
  'hard link': '1',
  link: '2',
  device: '3',
  'block device': '4',
  pipe: '6',
  sparse: 'S',
})) {
  it(`refuses a tar with a ${what}`, () => refuses(tarOfType(type), /link, a device/))
}

it('refuses a tar with a damaged header, without an end, cut off, or with more behind its end', async () => {
  const tar = Buffer.from(tarOf(GOOD))
  const damaged = Buffer.from(tar)
  damaged[1024 + 3] = 0x41
  await refuses(gzipOf(damaged), /damaged header/)
  await refuses(gzipOf(tar.subarray(0, tar.length - 512)), /behind its end, or has none/)
  await refuses(gzipOf(tar.subarray(0, tar.length - 1024)), /cut off/)
  await refuses(gzipOf(tar.subarray(0, 700)), /cut off/)
  await refuses(gzipOf(Buffer.concat([tar, tar])), /behind its end/)
})

it('refuses a gzip with more behind it, a second member, a wrong sum, or half of it', async () => {
  const good = gzipOf(tarOf(GOOD))
  await refuses(Buffer.concat([good, Buffer.from('more')]), /behind its end/)
  await refuses(Buffer.concat([good, good]), /behind its end/)
  const wrong = Buffer.from(good)
  wrong[wrong.length - 6] = (wrong[wrong.length - 6] ?? 0) ^ 1
  await refuses(wrong, /checksum/)
  await refuses(good.subarray(0, good.length >> 1), /cannot be unpacked/)
  await refuses(good.subarray(0, 9), /damaged header/)
})

it(
  'refuses what unpacks to too much, before it is unpacked',
  async () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024)
    // Packed once, ends on a whole byte without a last block: so many of them behind each other are one stream.
    const packed = deflateRawSync(zeros, {finishFlush: constants.Z_FULL_FLUSH})
    const header = gzipOf(Buffer.alloc(0)).subarray(0, 10)
    const bomb = Buffer.concat([header, ...Array(MOST_UNPACKED_BYTES / zeros.length + 1).fill(packed)])
    await refuses(bomb, /more than a bundle/)
    const lying = Buffer.from(zipOf(named('b/z')))
    const central = lying.lastIndexOf(Buffer.from('b/z')) - 46
    lying.writeUInt32LE(MOST_UNPACKED_BYTES + 1, central + 24)
    await refuses(lying, /more than a bundle/)
  },
  LIMIT_MS,
)

/** A zip with one number of its list changed, of the last entry. */
function zipWith(change: (zip: Buffer, central: number, end: number) => void): Buffer {
  const zip = Buffer.from(zipOf(named('b/last')))
  change(zip, zip.lastIndexOf(Buffer.from('b/last')) - 46, zip.length - 22)
  return zip
}

const ZIPS: readonly [title: string, zip: Buffer, says: RegExp][] = [
  ['an encrypted entry', zipWith((zip, at) => zip.writeUInt16LE(0x0801, at + 8)), /encrypted/],
  ['a link', zipWith((zip, at) => zip.writeUInt32LE(0o120777 * 0x10000, at + 38)), /link/],
  ['a device', zipWith((zip, at) => zip.writeUInt32LE(0o020666 * 0x10000, at + 38)), /device/],
  ['another method', zipWith((zip, at) => zip.writeUInt16LE(12, at + 10)), /two names|method/],
  ['a sum that does not fit', zipWith((zip, at) => zip.writeUInt32LE(1, at + 16)), /checksum/],
  ['two entries over each other', zipWith((zip, at) => zip.writeUInt32LE(0, at + 42)), /between its entries/],
  ['another name in its list', zipWith((zip, at) => zip.write('b/evil', at + 46)), /two names/],
  ['a count that does not fit', zipWith((zip, _, end) => zip.writeUInt32LE(0x00020002, end + 8)), /does not fit/],
  ['a list that starts elsewhere', zipWith((zip, _, end) => zip.writeUInt32LE(7, end + 16)), /does not fit/],
  ['more behind it', Buffer.concat([zipOf(GOOD), Buffer.from('more')]), /behind its end/],
  ['more before it', Buffer.concat([Buffer.from('PK..'), zipOf(GOOD)]), /does not fit/],
  ['half of it', Buffer.from(zipOf(GOOD)).subarray(0, 150), /behind its end/],
]

for (const [title, zip, says] of ZIPS) it(`refuses a zip with ${title}`, () => refuses(zip, says))

it('refuses a deflated entry with something hidden behind its stream', async () => {
  const content = Buffer.from('z'.repeat(500))
  const plain = zipOf([{path: 'b/z', content}])
  const packed = deflateRawSync(content, {level: 6})
  const longer = Buffer.concat([packed, Buffer.from('hidden')])
  const at = 30 + 'b/z'.length
  const zip = Buffer.concat([plain.subarray(0, at), longer, plain.subarray(at + packed.length)])
  const central = zip.lastIndexOf(Buffer.from('b/z')) - 46
  zip.writeUInt32LE(longer.length, central + 20)
  zip.writeUInt32LE(central, zip.length - 6)
  assert.is(zip.readUInt32LE(central + 16), crc32(content))
  await refuses(zip, /between its entries/)
})

/** Written by Python's own library, the names swapped in a place that some programs read and others do not. */
const TWO_NAMES = `
import io, struct, sys, tarfile, zipfile, zlib
how, folder = sys.argv[1], 'b/'
files = {'b/issue.md': b'failed', 'b/notes.md': b'all is well'}
swapped = {'b/issue.md': 'b/notes.md', 'b/notes.md': 'b/issue.md'}
out = io.BytesIO()
if how.startswith('tar'):
    key, value = how.split(' ')[1:]
    form = dict(format=tarfile.PAX_FORMAT, pax_headers={key: value}) if how.startswith('tar-global') else dict(format=tarfile.PAX_FORMAT)
    with tarfile.open(fileobj=out, mode='w:gz', **form) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name); info.size = len(content)
            if how.startswith('tar-entry'): info.pax_headers = {key: value}
            archive.addfile(info, io.BytesIO(content))
else:
    with zipfile.ZipFile(out, 'w') as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            if how == 'zip unicode path':
                told = b'\\x01' + struct.pack('<I', zlib.crc32(name.encode())) + swapped[name].encode()
                info.extra = struct.pack('<HH', 0x7075, len(told)) + told
            if how == 'zip comment': info.comment = b'passed'
            if how == 'zip cut field': info.extra = struct.pack('<HH', 0x5455, 40) + b'x'
            archive.writestr(info, content)
sys.stdout.buffer.write(out.getvalue())
`

for (const how of [
  'tar-global path b/evil.md',
  'tar-global size 5',
  'tar-global comment passed',
  'tar-entry comment passed',
  'tar-entry SCHILY.xattr.user.note passed',
  'tar-entry size 3',
  'zip unicode path',
  'zip comment',
  'zip cut field',
]) {
  const title = `refuses what programs that unpack it make different things of: ${how}`
  if (!hasPython) it.skip(title, 'needs python3')
  else
    it(title, () => {
      const {stdout, stderr} = spawnSync('python3', ['-c', TWO_NAMES, how])
      assert.is(stderr.toString(), '')
      return refuses(stdout, /not all programs|link, a device|holds a comment|damaged header/)
    })
}

it('refuses a gzip with words of its own', async () => {
  const gzip = gzipOf(tarOf(GOOD))
  const withWords = Buffer.concat([gzip.subarray(0, 10), Buffer.from('passed\0'), gzip.subarray(10)])
  withWords[3] = 16
  await refuses(withWords, /comment/)
})

it('refuses what is no archive at all', () => refuses(Buffer.from('a text'), /neither/))

it(
  'half of any archive, and one flipped byte, end in a refusal or the same files',
  () => {
    for (const bytes of [zipOf(GOOD), gzipOf(tarOf(GOOD))]) {
      for (let at = 0; at < bytes.length; at++) {
        const bent = Uint8Array.from(bytes)
        bent[at] = (bent[at] ?? 0) ^ 0x41
        for (const tried of [bent, bytes.subarray(0, at)]) {
          try {
            open(tried)
          } catch (error) {
            assert.is(Reflect.get(error as object, 'code'), 'archive_refused', `byte ${at}: ${error}`)
          }
        }
      }
    }
  },
  LIMIT_MS,
)

it.run()
