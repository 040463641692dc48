// Shows hostile inputs to every reader, in a process with little memory. Usage: run-child.ts COUNT SEED [every]; prints one JSON document.
import {globSync, readFileSync, writeSync} from 'node:fs'
import {basename, join} from 'node:path'
import {CODES} from '#error/codes'
import {MemoryReader} from '#evidence/archive/memory-reader'
import {makeKeyPair} from '#evidence/sign/generate-keys'
import {parsePublicKey} from '#evidence/sign/key'
import {checkBundle} from '#evidence/verify/verify-bundle'
import {Redactor} from '#redact/redactor'
import {evidenceRig, filesIn} from '../evidence-rig.ts'
import {seeded} from '../seeded.ts'
import {tempDir} from '../temp-dir.ts'
import {type Answer, answerOf, type HostileReader, READ, refused} from './answer.ts'
import {BAD_BAGS} from './bags.ts'
import {CANARY, HOSTILE_CONTENTS} from './contents.ts'
import {documentReaders} from './document-readers.ts'
import {type EvidenceStage, evidenceReaders} from './evidence-readers.ts'
import {mutated} from './mutations.ts'
import {peakMiB} from './peak-memory.ts'

const MOST_MS = 2_000
const MOST_MIB = 256
const count = Number(process.argv[2])
const seed = Number(process.argv[3])
/** Of the contents that are hostile whoever reads them, one in so many for each reader, other ones with the next seed. */
const ONE_IN = 20
/** Every content for every reader. */
const isWhole = process.argv[4] === 'every'
/** Files of a bundle that are read as nothing but text or digests need not see each content: these stand for them. */
const TELLING =
  /^bundle (?:evidence_manifest|manifest-sha256|.*(?:run_manifest|journal|notes|workflow_trace)\.)|^(?!bundle )/
const draw = seeded(seed)
const failures: string[] = []
let slowest = {ms: 0, name: ''}
let largest = {mib: 0, name: ''}
const sum = {named: 0, generated: 0, refused: 0, read: 0}

using rig = evidenceRig()
using keys = tempDir()
await makeKeyPair({folder: keys.path, shown: '.'}, rig.ports)
const stage = await makeStage()
const pem = (name: string) => readFileSync(join(keys.path, name))
const documents = documentReaders({privateKey: pem('key.pem'), publicKey: pem('key.pub.pem')})
const readers = [...documents, ...evidenceReaders(stage)]

for (const [turn, reader] of readers.entries()) {
  const {how} = await ask(reader.name, 'good', () => reader.read(reader.good))
  if (how !== 'read') failures.push(`${reader.name}: the good input is refused`)
  if (!TELLING.test(reader.name)) continue
  for (const [at, [name, content]] of Object.entries(HOSTILE_CONTENTS).entries()) {
    if (isWhole || (at + turn) % ONE_IN === seed % ONE_IN) await named(reader, name, content)
  }
}
for (const path of globSync('fixtures/bad/profiles/*').sort()) {
  const reader = documents.find(({name}) => name === `profile.${path.split('.').at(-1)}`)
  if (!reader) continue
  const {how} = await named(reader, basename(path), () => readFileSync(path))
  if (how === 'read') failures.push(`${path} is read`)
}
for (const [name, change] of Object.entries(BAD_BAGS)) {
  const {how} = await ask('bag', name, () => verifyBag(change))
  sum.named++
  if (how === 'read') failures.push(`bag: ${name} verifies`)
}
for (; sum.generated < count; sum.generated++) {
  const reader = readers[sum.generated % readers.length]
  if (!reader) break
  const {content, how} = mutated(reader.good, draw)
  if (!Buffer.from(content).equals(reader.good)) await ask(reader.name, how, () => reader.read(content))
}
console.log(JSON.stringify({...sum, failures, slowest, largest, readers: readers.length}))

/** The content is made inside: what it takes to hold it counts too. */
async function named(reader: HostileReader, name: string, content: () => string | Uint8Array): Promise<Answer> {
  sum.named++
  const {value, mib} = await peakMiB(() => ask(reader.name, name, () => reader.read(Buffer.from(content()))))
  const shown = `${reader.name}: ${name}`
  if (mib !== undefined && mib > largest.mib) largest = {mib, name: shown}
  if (mib !== undefined && mib > MOST_MIB) failures.push(`${shown}: took ${mib} MiB`)
  return value
}

/** Whatever comes out, it must be a known answer in time that repeats nothing. */
async function ask(reader: string, input: string, read: () => Promise<Answer>): Promise<Answer> {
  const name = `${reader}: ${input}`
  // Whoever reads a crash for want of memory must know what was being read.
  writeSync(2, `> ${name}\n`)
  const before = process.cpuUsage()
  const answer = await read().catch((error: unknown) => {
    failures.push(
      `${name}: crashed with ${error instanceof Error ? `${error.name} ${error.message.slice(0, 200)}` : 'no error'}`,
    )
    return refused('crash')
  })
  const {user, system} = process.cpuUsage(before)
  const ms = Math.round((user + system) / 1000)
  if (ms > slowest.ms) slowest = {ms, name}
  // What else a machine does counts in processor time too: it is told always, and judged in the campaign alone.
  if (isWhole && ms > MOST_MS) failures.push(`${name}: took ${ms} ms`)
  sum[answer.how]++
  if (answer.how === 'read' && answer.fault !== undefined) failures.push(`${name}: ${answer.fault}`)
  if (answer.how === 'refused' && answer.words.includes(CANARY)) failures.push(`${name}: repeats a value`)
  if (answer.how === 'refused' && answer.words.startsWith('{') && !(answer.code in CODES))
    failures.push(`${name}: ${answer.code} is no code`)
  return answer
}

async function makeStage(): Promise<EvidenceStage> {
  const {runId} = await rig.run({'notes.txt': 'all good\n', 'secret.txt': `token=${'gh'}p_${'a1B2'.repeat(9)}\n`})
  await rig.bundle({runId, sign: join(keys.path, 'key.pem')})
  const workspace = '/home/alice/workspace'
  const files = new Map(
    filesIn(rig.path).map((path) => [`${workspace}/${path}`, new Uint8Array(readFileSync(join(rig.path, path)))]),
  )
  const key = parsePublicKey(readFileSync(join(keys.path, 'key.pub.pem')))
  return {runId, files, workspace, bundle: `${workspace}/issue-bundles/${runId}`, key}
}

async function verifyBag(change: (typeof BAD_BAGS)[string]): Promise<Answer> {
  const files = new Map(stage.files)
  const notes = `data/runs/${stage.runId}/artifacts/notes.txt`
  const read = (path: string) => Buffer.from(files.get(`${stage.bundle}/${path}`) ?? []).toString()
  for (const [path, content] of Object.entries(change(read))) {
    const at = `${stage.bundle}/${path === '@notes' ? notes : path}`
    if (content === null) files.delete(at)
    else files.set(at, Buffer.from(content))
  }
  return await answerOf(async () => {
    const ports = {files: {reader: new MemoryReader(files)}, redactor: new Redactor()}
    const {exit, findings} = await checkBundle({path: stage.bundle, requireSignature: false}, ports)
    return exit.code === 0 ? READ : refused(findings[0]?.code ?? 'none', JSON.stringify(findings))
  })
}
