import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import type {RunsVerifyResult} from '#contract/generated/types'
import {MemoryReader} from '#evidence/archive/memory-reader'
import {makeKeyPair} from '#evidence/sign/generate-keys'
import {parsePublicKey} from '#evidence/sign/key'
import {checkBundle} from '#evidence/verify/verify-bundle'
import type {FileReader} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {evidenceRig, filesIn} from '../evidence-rig.ts'
import {seeded} from '../seeded.ts'
import {tempDir} from '../temp-dir.ts'

const SAMPLE = 400
const ON_DISK = 12
const HOME = '/bundle'
const SIGNATURE = 'evidence.sigstore.json'

interface Flip {
  readonly path: string
  readonly byte: number
  readonly bit: number
}

/**
 * Flips bits of a signed bundle, one at a time: each must be found with the publisher's key. In full, one bit of every byte;
 * a sample spreads over every file. The bundle stands in memory; some flips are made on a disk as well, where the verification
 * must tell the very same.
 */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  return await flipBits(depth, seed)
}

/** The bits of the signature file alone, before a verifier without the key: it must miss some, and that must be told. */
export async function flipUnseen(seed: number): Promise<CampaignResult> {
  return await flipBits('sample', seed, {hasKey: false, only: SIGNATURE, least: 512})
}

const ALL = {hasKey: true, only: '', least: 16}

async function flipBits(depth: Depth, seed: number, {hasKey, only, least} = ALL): Promise<CampaignResult> {
  using rig = evidenceRig()
  using keys = tempDir()
  await makeKeyPair({folder: keys.path, shown: '.'}, rig.ports)
  const {runId} = await rig.run({'notes.txt': 'all good\n'})
  await rig.bundle({runId, sign: join(keys.path, 'key.pem')})
  const folder = rig.folderOf(runId)
  const files = new Map(
    filesIn(folder).map((path) => [`${HOME}/${path}`, new Uint8Array(readFileSync(join(folder, path)))]),
  )
  const reader = new MemoryReader(files)
  const key = parsePublicKey(readFileSync(join(keys.path, 'key.pub.pem')))
  const redactor = new Redactor()
  const verify = (path: string, from: FileReader) =>
    checkBundle({path, requireSignature: hasKey, ...(hasKey && {key})}, {files: {reader: from}, redactor})
  const failures: string[] = []
  const good = await verify(HOME, reader)
  if (good.exit.code !== 0) failures.push(`the bundle is not good to begin with: ${good.exit.reason}`)
  const bytes = [...files.values()].reduce((sum, {length}) => sum + length, 0)
  const targets = new Map([...files].filter(([path]) => path.endsWith(only)))
  const flips = flipsIn(targets, {count: depth === 'full' ? bytes : SAMPLE, least}, seed)
  for (const flip of flips) {
    const result = await verify(HOME, reader.with(flip.path, flipped(files, flip)))
    if (result.exit.code !== 1) failures.push(`bit ${flip.bit} of byte ${flip.byte} of ${flip.path} is not seen`)
  }
  const chosen = flips.filter((_, at) => at % Math.ceil(flips.length / ON_DISK) === 0)
  for (const flip of chosen) {
    using disk = tempDir()
    const changed = reader.with(flip.path, flipped(files, flip))
    for (const path of files.keys()) writeBelow(disk.path, path.slice(HOME.length), changed.read(path))
    const onDisk = await verify(disk.path, nodeFiles.reader)
    if (told(onDisk) !== told(await verify(HOME, changed))) failures.push(`disk and memory differ for ${flip.path}`)
  }
  return {
    name: 'bit-flips',
    checks: flips.length + chosen.length + 1,
    failures,
    notes: [`${flips.length} flips in ${files.size} files of ${bytes} bytes, ${chosen.length} of them on a disk too`],
  }
}

/** Bits in proportion to the size of each file, at least so many of a file (all of a tiny one), spread over its length. */
function flipsIn(
  files: ReadonlyMap<string, Uint8Array>,
  {count, least}: {readonly count: number; readonly least: number},
  seed: number,
): Flip[] {
  const draw = seeded(seed)
  const total = [...files.values()].reduce((sum, {length}) => sum + 8 * length, 0)
  return [...files].flatMap(([path, {length}]) => {
    const bits = 8 * length
    const share = Math.min(bits, Math.max(least, Math.ceil((count * bits) / total)))
    return Array.from({length: share}, (_, part) => {
      const from = Math.floor((part * bits) / share)
      const at = from + draw(Math.max(1, Math.floor(((part + 1) * bits) / share) - from))
      return {path, byte: at >> 3, bit: at & 7}
    })
  })
}

function flipped(files: ReadonlyMap<string, Uint8Array>, {path, byte, bit}: Flip): Uint8Array {
  const content = Uint8Array.from(files.get(path) ?? [])
  content[byte] = (content[byte] ?? 0) ^ (1 << bit)
  return content
}

function writeBelow(folder: string, path: string, content: Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), {recursive: true})
  writeFileSync(join(folder, path), content)
}

const told = (result: RunsVerifyResult) => JSON.stringify({...result, path: ''})
