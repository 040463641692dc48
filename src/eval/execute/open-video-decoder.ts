import {delimiter, isAbsolute, join} from 'node:path'
import {cutText} from '#error/cut-text'
import type {MeasurementPorts} from '#measurement/ports'
import {isReachableFile} from '#path/reachable-file'
import {uniqueName} from '#path/write-atomic'
import type {ByteEnd, RunForBytes} from '#process/byte-child'
import type {Decoded} from '#provider/media/avi-reader'
import {
  decodeArguments,
  decodedBytes,
  type FrameSize,
  knowsCodec,
  probeArguments,
  readProbe,
  type VideoFacts,
  videoFrames,
} from '#provider/media/video-file'
import type {DecodeVideo} from '../model/subject.ts'

type Ports = Pick<MeasurementPorts, 'env' | 'files' | 'entropy' | 'redactor'> & {
  readonly space: Pick<MeasurementPorts['space'], 'temporary'>
  readonly programs: Pick<MeasurementPorts['programs'], 'runForBytes'>
}

const PROBE_MS = 10_000
const DECODE_MS = 50_000
/** Most bytes of the lists and descriptions that programs print. */
const MOST_TEXT_BYTES = 256 * 1024
const MOST_FAULT_LENGTH = 200

/**
 * Decodes videos with `ffmpeg` and `ffprobe` of PATH, in processes of their own that get no variables, at most a minute and an absolute path
 * of a copy that we wrote. Without these programs every format is `unknown`. A file that lasts too long, or that crashes them, is `unknown`
 * too: that may be this machine. Throws `disk_full`, `io_error`, `evidence_refused` for a registered secret in the bytes.
 */
export function openVideoDecoder(ports: Ports): DecodeVideo {
  return async ({bytes, media_type}, size, signal) => {
    const [ffmpeg, ffprobe] = ['ffmpeg', 'ffprobe'].map((name) => findProgram(name, ports))
    if (ffmpeg === undefined || ffprobe === undefined) return {kind: 'unknown', format: media_type, hint: HINT}
    const run = await ports.programs.runForBytes()
    const start = (argv: readonly [string, ...string[]], mostBytes: number, deadlineMs: number) =>
      run({argv, cwd: ports.space.temporary, mostBytes, deadlineMs}, signal)
    return withFile(bytes, ports, (path) => decodeFile({path, format: media_type, ffmpeg, ffprobe, size}, start))
  }
}

const HINT = 'put ffmpeg and ffprobe on PATH'

interface Order {
  readonly path: string
  readonly format: string
  readonly ffmpeg: string
  readonly ffprobe: string
  readonly size: FrameSize
}

type Start = (argv: readonly [string, ...string[]], mostBytes: number, deadlineMs: number) => ReturnType<RunForBytes>

async function decodeFile(order: Order, start: Start): Promise<Decoded> {
  const {path, format, ffmpeg, ffprobe, size} = order
  const probed = await start([ffprobe, ...probeArguments(path)], MOST_TEXT_BYTES, PROBE_MS)
  if (probed.kind !== 'done') return notDecoded(probed, order)
  const facts = readProbe(Buffer.from(probed.output).toString())
  if (typeof facts === 'string') return {kind: 'broken', fault: facts}
  const made = await start([ffmpeg, ...decodeArguments(path, facts, size)], decodedBytes(facts, size), DECODE_MS)
  if (made.kind === 'failed' && !(await isKnown(facts, ffmpeg, start)))
    return {kind: 'unknown', format: `${format} ${facts.codec}`}
  if (made.kind !== 'done') return notDecoded(made, order)
  const frames = videoFrames(made.output, facts, size)
  if (typeof frames === 'string') return {kind: 'broken', fault: frames}
  const {width, height, fps} = facts
  return {kind: 'clip', clip: {...size, fps, frames, stored: {width, height}}}
}

/** A codec that this ffmpeg was built without is no fault of the clip. */
async function isKnown({codec}: VideoFacts, ffmpeg: string, start: Start): Promise<boolean> {
  const {kind, output} = await start([ffmpeg, '-hide_banner', '-codecs'], MOST_TEXT_BYTES, PROBE_MS)
  return kind === 'done' && knowsCodec(Buffer.from(output).toString(), codec)
}

function notDecoded({kind, said}: ByteEnd, {path, format}: Order): Decoded {
  if (kind === 'late') return {kind: 'unknown', format: `${format} that take longer than a minute`}
  if (kind === 'crashed' || kind === 'missing') return {kind: 'unknown', format: `${format} that end ffmpeg`}
  if (kind === 'flooded') return {kind: 'broken', fault: 'ffmpeg says more of it than it may'}
  // Places in memory differ from run to run, and the path is ours.
  const [line = ''] = said
    .replaceAll(path, 'the clip')
    .replaceAll(/^\[([\w,]+) @ 0x[\da-f]+\] /gm, '$1: ')
    .split('\n')
  return {kind: 'broken', fault: `ffmpeg says ${cutText(line.trim() || 'nothing', MOST_FAULT_LENGTH)}`}
}

/** The bytes as a file of ours that nobody else can foresee or read; gone when this settles. */
async function withFile<T>(bytes: Uint8Array, ports: Ports, use: (path: string) => Promise<T>): Promise<T> {
  const {files, entropy, redactor, space} = ports
  const content = redactor.bytes(bytes)
  const path = join(space.temporary, uniqueName('assay-clip-', entropy))
  const file = await files.writer.open(path, 'new', {private: true})
  try {
    await file.write(content).finally(() => file.close())
    return await use(path)
  } finally {
    await files.writer.remove(path)
  }
}

/** Looks in the absolute folders of PATH. */
function findProgram(name: string, {env, files: {reader}}: Ports): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  return folders.map((folder) => join(folder, name)).find((path) => isReachableFile(path, reader))
}
