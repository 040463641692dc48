import {readdirSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import * as assert from 'uvu/assert'
import {openVideoDecoder} from '#eval/execute/open-video-decoder'
import type {ShownClip} from '#eval/model/subject'
import {clipScene, encodeClip} from '#eval/suite/media/clip-scene'
import {measureClip} from '#eval/suite/media/measure-clip'
import {nodeFiles} from '#path/node-files'
import {execaByteChild} from '#process/execa-byte-child'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import {twoRoom} from '#world/environment/two-room/two-room'
import {badClips, goodClip} from '../../support/bad-clips.ts'
import {watchChildrenMemory} from '../../support/children-memory.ts'
import {rotated} from '../../support/depth.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {FFMPEG, makeVideo} from '../../support/make-video.ts'
import {putProgram} from '../../support/put-program.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('eval/video-decoder')
const {signal} = new AbortController()
const redactor = new Redactor()
const key = {seed: 42, environment: twoRoom.key, stratum: twoRoom.strata[0], episode: 0}
const scene = clipScene(twoRoom, key)
const SIDE = {width: 64, height: 64}
/** Of a program that looks at a clip; `npm run measure:clips` tries larger ones and tells how long each takes. */
const MOST_MIB = 150

const decoderWith = (path: string, temporary: string) =>
  openVideoDecoder({
    env: {PATH: path},
    files: nodeFiles,
    entropy: systemEntropy,
    redactor,
    space: {temporary},
    programs: {runForBytes: async () => execaByteChild},
  })

/** A test that needs ffmpeg; where it is not, the ledger says so. */
function needsFfmpeg(test: string, body: (home: string, bin: string) => Promise<void>): void {
  if (FFMPEG === undefined) it.skip(test, 'there is no ffmpeg on this machine')
  else
    it(test, async () => {
      using dir = tempDir()
      await body(dir.path, dirname(FFMPEG ?? ''))
    })
}

/** The clip of the scene in other words, as ffmpeg writes it. */
function encoded(home: string, name: string, frames: readonly Uint8Array[], codec: readonly string[]): ShownClip {
  const clip = encodeClip(frames)
  writeFileSync(join(home, 'true.avi'), clip.bytes)
  const bytes = makeVideo(['-i', join(home, 'true.avi'), ...codec, join(home, name)])
  return {...clip, media_type: name.endsWith('webm') ? 'video/webm' : 'video/mp4', bytes: new Uint8Array(bytes)}
}

needsFfmpeg('clips as services send them are judged by what they show', async (home, bin) => {
  const decodeVideo = decoderWith(bin, home)
  const judged = (clip: ShownClip, operation: 'generate' | 'transfer' = 'generate') => {
    const subject = {...fakeSubject({generate: async () => clip, transfer: async () => clip}), decodeVideo}
    return measureClip(subject, operation, {environment: twoRoom, key} as never, signal)
  }
  const codecs = [
    ['a.mp4', ['-c:v', 'mpeg4', '-q:v', '2']],
    ['b.mp4', ['-c:v', 'mpeg4', '-q:v', '2', '-movflags', 'frag_keyframe+empty_moov']],
    ['c.webm', ['-c:v', 'libvpx', '-b:v', '2M']],
  ] as const
  for (const [name, codec] of codecs) {
    const {values, broken, reason} = await judged(encoded(home, name, scene.frames, codec))
    assert.equal([broken, reason, values?.['agreement']], [undefined, undefined, 1], name)
    assert.ok((values?.['mse'] ?? 1e9) < 200 && (values?.['centroid_error'] ?? 1) < 0.02, name)
  }
  const backwards = await judged(encoded(home, 'd.mp4', scene.frames.toReversed(), codecs[0][1]))
  assert.equal(backwards.broken, 'moves as commanded in 0 % of its motions')
  // Twice the size and half the rate, which is what is asked for; frames are judged at the size of the truth, the size by the file.
  const larger = ['-vf', 'scale=128:128:flags=neighbor,fps=5', ...codecs[0][1]]
  const remade = {...encoded(home, 'e.mp4', scene.frames, larger), fps: 5, resolution: [128, 128] as const}
  const {broken, reason, values} = await judged(remade, 'transfer')
  assert.equal([broken, reason, values?.['format_faults']], [undefined, undefined, 0])
  assert.is((await judged(remade)).reason, 'not as asked: rate, size')
  assert.equal(
    readdirSync(home).filter((name) => name.startsWith('assay-clip-')),
    [],
  )
})

needsFfmpeg('a clip that is none is named within its memory, and opens no other file', async (home, bin) => {
  const decode = decoderWith(bin, home)
  using memory = process.platform === 'linux' ? watchChildrenMemory() : undefined
  for (const {name, bytes, fault} of rotated(badClips(home), 2)) {
    const found = await decode({bytes, media_type: 'video/mp4'}, SIDE, signal)
    assert.is(found.kind, 'broken', name)
    const said = found.kind === 'broken' ? found.fault : ''
    assert.match(said, fault, name)
    assert.not.match(said, /assay-clip-|0x[\da-f]{6}/, name)
    assert.ok((memory?.peakMiB() ?? 0) < MOST_MIB, `${name}: ${memory?.peakMiB()} MiB`)
  }
  assert.is((await decode({bytes: goodClip(home), media_type: 'video/mp4'}, SIDE, signal)).kind, 'clip')
})

it('without ffmpeg a format is unknown, and what to do is said', async () => {
  using dir = tempDir()
  const clip = {bytes: new Uint8Array(8), media_type: 'video/mp4'}
  const found = await decoderWith(`relative:${dir.path}`, dir.path)(clip, SIDE, signal)
  assert.equal([found.kind, found.kind === 'unknown' && found.format], ['unknown', 'video/mp4'])
  assert.match((found.kind === 'unknown' && found.hint) || '', 'put ffmpeg and ffprobe on PATH')
  const subject = {...fakeSubject({generate: async () => ({...encodeClip(scene.frames), ...clip})})}
  const decodeVideo = decoderWith('', dir.path)
  await throwsCode(
    () => measureClip({...subject, decodeVideo}, 'generate', {environment: twoRoom, key} as never, signal),
    'media_undecodable',
  )
})

it('what the programs say is not taken on trust', async () => {
  using dir = tempDir()
  const bin = join(dir.path, 'bin')
  const probe = (told: string) => putProgram(bin, 'ffprobe', `echo '${told}'`)
  const found = async () => {
    const decoded = await decoderWith(bin, dir.path)({bytes: new Uint8Array(8), media_type: 'video/mp4'}, SIDE, signal)
    if (decoded.kind === 'clip') return `${decoded.clip.frames.length} frames`
    return decoded.kind === 'broken' ? decoded.fault : `unknown ${decoded.format}`
  }
  const stream = (more: string) =>
    `{"streams":[{"codec_name":"h264","width":64,"height":64,"avg_frame_rate":"10/1",${more}}]}`
  const frame = 64 * 64 * 3
  putProgram(bin, 'ffmpeg', `head -c ${2 * frame} /dev/zero`)
  probe(stream('"nb_frames":"2"'))
  assert.is(await found(), '2 frames')
  probe(stream('"nb_frames":"3"'))
  assert.is(await found(), 'it promises 3 frames and has 2')
  probe(stream('"duration":"0.3"'))
  assert.is(await found(), '2 frames')
  probe('no JSON')
  assert.is(await found(), 'it has no video stream')
  probe(stream('"nb_frames":"2"').replace('10/1', '0/0'))
  assert.is(await found(), 'its rate is none')
  probe(stream('"nb_frames":"2"'))
  putProgram(bin, 'ffmpeg', `head -c ${frame + 5} /dev/zero`)
  assert.is(await found(), 'its last frame is cut off')
  putProgram(bin, 'ffmpeg', 'exec cat /dev/zero')
  assert.is(await found(), 'ffmpeg says more of it than it may')
  putProgram(bin, 'ffmpeg', `head -c ${3 * frame} /dev/zero`)
  assert.is(await found(), 'it promises 2 frames and has more')
  // A codec that this ffmpeg was built without, then one that it has.
  putProgram(bin, 'ffmpeg', `[ "$2" = -codecs ] && echo ' ..V.L. h264 H.264' && exit 0; echo sorry >&2; exit 1`)
  assert.is(await found(), 'unknown video/mp4 h264')
  putProgram(bin, 'ffmpeg', `[ "$2" = -codecs ] && echo ' DEV.L. h264 H.264' && exit 0; echo sorry >&2; exit 1`)
  assert.is(await found(), 'ffmpeg says sorry')
  putProgram(bin, 'ffmpeg', 'kill -SEGV $$')
  assert.is(await found(), 'unknown video/mp4 that end ffmpeg')
  assert.equal(readdirSync(dir.path), ['bin'])
})

it('a program that answers in bytes ends at its deadline and with an abort, and gets no variables', async () => {
  const run = (script: string, deadlineMs = 60_000, by = signal) =>
    execaByteChild({argv: ['/bin/sh', '-c', script], cwd: '/', mostBytes: 100, deadlineMs}, by)
  // What a shell started holds its output open: it ends with the shell, else this would wait until the test is given up.
  assert.is((await run('sleep 1000; true', 200)).kind, 'late')
  assert.is((await run('sleep 1000 & exit 0')).kind, 'done')
  // The shell sets three of its own, and Node hands down where coverage goes while it is measured.
  const {kind, output} = await run('env | cut -d= -f1 | grep -v -e PWD -e SHLVL -e ^_ -e ^NODE_V8_COVERAGE$; true')
  assert.equal([kind, Buffer.from(output).toString()], ['done', ''])
  const missing = {argv: ['/nowhere/at/all'] as const, cwd: '/', mostBytes: 100, deadlineMs: 60_000}
  assert.is((await execaByteChild(missing, signal)).kind, 'missing')
  const ending = new AbortController()
  const running = run('sleep 1000; true', 60_000, ending.signal)
  ending.abort(new Error('enough'))
  assert.is(await running.catch((error: Error) => error.message), 'enough')
})

it.run()
