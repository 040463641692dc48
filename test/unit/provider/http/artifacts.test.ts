import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {readdirSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {sha256} from '#digest/sha256'
import type {ErrorCode} from '#error/codes'
import type {FaultStep} from '#lab/fault/fault-step'
import {cosmosService, type ModelService, runwayService, tinyMp4} from '#lab/fault/http-services'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {nodeFiles} from '#path/node-files'
import {ArtifactFolder} from '#path/write-artifact'
import {Assay} from '#provider/assay'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import {serverRig} from '../../../support/provider-server.ts'
import {spec} from '../../../support/spec.ts'
import {tempDir} from '../../../support/temp-dir.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('artifacts')
const KEY = ['key', 'canary', 'q9x7w3hunter2'].join('_')
const REQUEST = {prompt: 'a robot arm lifts a cup', duration_seconds: 5}
const ARTIFACT = {match: {path: '/artifact/'}}
const MIB = 1024 * 1024

function rigIn(folder: string, script: readonly FaultStep[] = [], service: ModelService = runwayService()) {
  const redactor = new Redactor()
  const artifacts = new ArtifactFolder(
    {folder, shownAs: 'artifacts'},
    {files: nodeFiles, entropy: systemEntropy, redactor},
  )
  const configure = (url: string) => ({RUNWAYML_API_SECRET: KEY, RUNWAYML_BASE_URL: url, COSMOS_BASE_URL: url})
  return serverRig(service, configure, script, {artifacts, redactor})
}

it('a clip goes to a file of its own while it comes: path, digest and size are told, and no bytes are held', async () => {
  using dir = tempDir()
  await using rig = await rigIn(dir.path)
  const {media, bytes} = await rig.assay.generate(REQUEST, 'runway')
  const [name = ''] = readdirSync(dir.path)
  const written = readFileSync(join(dir.path, name))
  assert.equal(media, {
    path: `artifacts/${name}`,
    sha256: sha256(written),
    size_bytes: written.length,
    media_type: 'video/mp4',
  })
  assert.match(name, /^clip-[0-9a-f]{16}\.mp4$/)
  assert.is(bytes.length, 0)
  assert.equal(rig.recorder.events.at(-1)?.metadata['media'], media)
  await rig.assay.generate(REQUEST, 'runway')
  assert.is(readdirSync(dir.path).length, 1, 'the same clip is the same file')
})

it('what an attempt began and gave up is gone when another one has answered', async () => {
  using dir = tempDir()
  const artifacts = new ArtifactFolder(
    {folder: dir.path, shownAs: 'artifacts'},
    {files: nodeFiles, entropy: systemEntropy, redactor: new Redactor()},
  )
  const mock = new Assay()
  const clip = await mock.generate({prompt: 'x', duration_seconds: 1}, 'mock')
  const profile = {...mock.profileOf('mock'), name: 'own', capabilities: ['generate' as const], idempotent: []}
  const assay = new Assay({artifacts})
  assay.registerProvider({
    profile,
    probe: async (level) => ({level, ok: true, detail: 'there'}),
    generate: async (_request, context) => {
      const half = await context.artifacts?.create()
      await half?.write(new Uint8Array(1000))
      return clip
    },
  })
  await assay.generate({prompt: 'x', duration_seconds: 1}, 'own')
  assert.equal(readdirSync(dir.path), [])
  await Promise.all([assay.close(), mock.close()])
})

it('a clip that came inside a reply goes there too', async () => {
  using dir = tempDir()
  await using rig = await rigIn(dir.path, [], cosmosService())
  const {media} = await rig.assay.generate(REQUEST, 'cosmos')
  assert.is(sha256(readFileSync(join(dir.path, media.path?.slice('artifacts/'.length) ?? ''))), media.sha256)
})

it('a download that breaks off is tried again and leaves one whole file', async () => {
  using dir = tempDir()
  await using rig = await rigIn(dir.path, [{...ARTIFACT, times: 1, fault: 'truncate_body'}])
  const {media} = await rig.assay.generate(REQUEST, 'runway')
  assert.equal(readdirSync(dir.path), [media.path?.slice('artifacts/'.length)])
  assert.is(rig.recorder.events.filter(({phase}) => phase === 'retry').length, 1)
})

it('whatever is no whole video leaves no file', async () => {
  const replaced = (bytes: Uint8Array, mediaType = 'video/mp4'): ModelService => {
    const service = runwayService()
    return (request, base) =>
      request.path.startsWith('/artifact/') ? {status: 200, bytes, mediaType} : service(request, base)
  }
  const table: [readonly FaultStep[], ModelService, ErrorCode][] = [
    [[{...ARTIFACT, fault: 'truncate_body'}], runwayService(), 'contract_violation'],
    [[{...ARTIFACT, fault: 'reset_mid_body'}], runwayService(), 'unreachable'],
    [[{...ARTIFACT, fault: 'wrong_media_type'}], runwayService(), 'artifact_refused'],
    [[{...ARTIFACT, fault: 'expired_artifact'}], runwayService(), 'artifact_expired'],
    [[], replaced(Buffer.from('<!doctype html><p>sign in to see this video</p>')), 'contract_violation'],
    [[], replaced(Buffer.alloc(3 * MIB, 7)), 'contract_violation'],
    [[], replaced(Buffer.from('shrt')), 'contract_violation'],
    [[], replaced(new Uint8Array(0)), 'contract_violation'],
    [[], replaced(Buffer.concat([tinyMp4('x'), Buffer.from(KEY)])), 'evidence_refused'],
  ]
  for (const [script, service, code] of table) {
    using dir = tempDir()
    await using rig = await rigIn(dir.path, script, service)
    await throwsCode(() => rig.assay.generate(REQUEST, 'runway'), code)
    assert.equal(readdirSync(dir.path), [], `${script[0]?.fault ?? 'bytes'}`)
  }
})

it('an abort in the middle of a download leaves no file once the call has ended', async () => {
  using dir = tempDir()
  await using rig = await rigIn(dir.path, [{...ARTIFACT, fault: 'slow_drip'}])
  const control = new AbortController()
  const call = rig.assay.generate(REQUEST, 'runway', {signal: control.signal})
  const ended = throwsCode(() => call, 'cancelled')
  while (readdirSync(dir.path).length === 0) await new Promise((done) => setTimeout(done, 5))
  control.abort()
  await ended
  assert.equal(readdirSync(dir.path), [])
})

it('a long clip costs no memory: 96 MiB come with less than 48 MiB more', async () => {
  const clip = Buffer.concat([tinyMp4('long'), Buffer.alloc(96 * MIB)])
  const service = runwayService()
  const long: ModelService = (request, base) =>
    request.path.startsWith('/artifact/') ? {status: 200, bytes: clip, mediaType: 'video/mp4'} : service(request, base)
  const server = await startFaultServer({transport: 'http', service: long})
  using dir = tempDir()
  const program = join(import.meta.dirname, '..', '..', '..', 'support', 'fetch-clip.ts')
  const child = spawn(process.execPath, ['--expose-gc', program, dir.path], {
    env: {RUNWAYML_API_SECRET: KEY, RUNWAYML_BASE_URL: server.url, ASSAY_ALLOW_LOOPBACK: '1'},
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => said.push(piece))
  await once(child, 'close')
  await server.close()
  const {grown, media, held} = JSON.parse(Buffer.concat(said).toString())
  assert.equal([held, media.size_bytes, media.sha256], [0, clip.length, sha256(clip)])
  assert.is(statSync(join(dir.path, media.path)).size, clip.length)
  assert.ok(grown < 48 * MIB, `grew by ${Math.round(grown / MIB)} MiB`)
})
it.run()
