import {record} from '#contract/json'

/** What the head of a video file promises. Sizes in pixels. */
export interface VideoFacts {
  /** Codec, by ffmpeg's name. */
  readonly codec: string
  readonly width: number
  readonly height: number
  readonly fps: number
  /** How many frames there must be, and by how many they may differ where it follows from the length alone. */
  readonly frames: number
  readonly room: number
}

/** Frames of one clip; more are none that anybody asked for. */
const MOST_FRAMES = 2400
/**
 * What both programs are told. Without the list of formats a playlist that is named like a clip opens other files of this machine; without
 * the limit of pixels a small file takes gigabytes; without the list of protocols it calls others.
 */
const GUARDS = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'mov,matroska,avi'],
  ...['-max_pixels', '16777216'],
]
const ENTRIES = 'stream=codec_name,width,height,avg_frame_rate,nb_frames,duration:format=duration'

/** What ffprobe is asked of a file; the path is absolute. */
export function probeArguments(path: string): string[] {
  return ['-v', 'error', ...GUARDS, '-select_streams', 'v:0', '-show_entries', ENTRIES, '-of', 'json', path]
}

/**
 * What ffmpeg is told to do with it: every frame as it stands, RGB `[height, width, 3]` in the size given, and two more than promised, so
 * that too many are seen. Without `-xerror` and `explode` a cut or damaged file ends as if it were whole.
 */
export function decodeArguments(path: string, {frames}: VideoFacts, {width, height}: FrameSize): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-xerror', '-err_detect', 'explode'],
    ...[...GUARDS, '-threads', '1', '-i', path, '-map', '0:v:0', '-an', '-sn', '-dn'],
    ...['-fps_mode', 'passthrough', '-vf', `scale=${width}:${height}:flags=area`],
    ...['-frames:v', String(frames + 2), '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1'],
  ]
}

/** In pixels. */
export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** How many bytes come out of that at most. */
export function decodedBytes({frames}: VideoFacts, {width, height}: FrameSize): number {
  return (frames + 2) * width * height * 3
}

/** What ffprobe says of a file, or why it is no clip. Never throws, whatever the text. */
export function readProbe(text: string): VideoFacts | string {
  const told = record(parsed(text)) ?? {}
  const [first] = Array.isArray(told['streams']) ? told['streams'] : []
  const stream = record(first)
  if (stream === undefined) return 'it has no video stream'
  const {width, height, codec_name: codec = '', nb_frames: counted} = stream
  if (!(isCount(width) && isCount(height))) return 'its size is none'
  const fps = rateOf(stream['avg_frame_rate'])
  if (fps === undefined) return 'its rate is none'
  const length = Number(stream['duration'] ?? record(told['format'])?.['duration'])
  const isCounted = Number(counted) > 0
  const frames = isCounted ? Number(counted) : Math.round(length * fps)
  if (!isCount(frames)) return 'it has no frame'
  if (frames > MOST_FRAMES) return `it promises ${frames} frames, more than ${MOST_FRAMES}`
  return {codec: String(codec), width, height, fps, frames, room: isCounted ? 0 : 1}
}

/** The frames of what ffmpeg gave, or why that is not what was promised. */
export function videoFrames(
  output: Uint8Array,
  {frames, room}: VideoFacts,
  {width, height}: FrameSize,
): Uint8Array[] | string {
  const size = width * height * 3
  const found = output.length / size
  if (!Number.isInteger(found)) return 'its last frame is cut off'
  if (found === 0 || Math.abs(found - frames) > room)
    return `it promises ${frames} frames and has ${found > frames ? 'more' : found}`
  return Array.from({length: found}, (_, at) => output.subarray(at * size, (at + 1) * size))
}

/** Whether the list of codecs that ffmpeg prints says that it decodes this one: ` D` begins its line. */
export function knowsCodec(list: string, codec: string): boolean {
  return list.split('\n').some((line) => line.startsWith(' D') && line.trim().split(/\s+/)[1] === codec)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function rateOf(text: unknown): number | undefined {
  const [above = Number.NaN, below = Number.NaN] = String(text).split('/').map(Number)
  const rate = above / below
  return Number.isFinite(rate) && rate > 0 ? rate : undefined
}
