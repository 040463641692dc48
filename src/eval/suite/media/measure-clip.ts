import {AssayError} from '#error/assay-error'
import {type Decoded, type DecodedClip, decodeClip} from '#provider/media/avi-reader'
import {PICTURE_SIDE} from '#world/picture/raster'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import type {ShownClip, Subject} from '../../model/subject.ts'
import {clipMeasures} from './clip-measures.ts'
import {type ClipScene, clipScene, encodeClip} from './clip-scene.ts'
import type {ClipOperation} from './clip-stages.ts'
import {FPS, SECONDS} from './clip-stages.ts'

/** What a clip is to be: of a prompt as the truth is, of a given clip another size and rate, which must really be made. */
const ASKED = {
  generate: {width: PICTURE_SIDE, height: PICTURE_SIDE, fps: FPS},
  transfer: {width: 2 * PICTURE_SIDE, height: 2 * PICTURE_SIDE, fps: FPS / 2},
} as const

/** Asks for the clip of a trial and holds it against the truth. Throws what the provider throws, and `media_undecodable`. */
export async function measureClip(
  subject: Pick<Subject, ClipOperation | 'decodeVideo'>,
  operation: ClipOperation,
  {environment, key}: TrialPlace,
  signal: AbortSignal,
): Promise<StateOutcome> {
  const scene = clipScene(environment, key)
  const shown = await askClip(subject, operation, scene, signal)
  return judgeClip(scene, operation, shown, await decodeShown(subject, shown, signal))
}

/** What cannot be read in this process goes to the decoder of the host, where there is one. */
async function decodeShown(
  {decodeVideo}: Pick<Subject, 'decodeVideo'>,
  shown: ShownClip,
  signal: AbortSignal,
): Promise<Decoded> {
  const found = decodeClip(shown.bytes, shown.media_type)
  if (found.kind !== 'unknown' || decodeVideo === undefined) return found
  return await decodeVideo(shown, {width: PICTURE_SIDE, height: PICTURE_SIDE}, signal)
}

/** The clip of a scene. */
export function askClip(
  subject: Pick<Subject, ClipOperation>,
  operation: ClipOperation,
  {prompt, frames}: ClipScene,
  signal: AbortSignal,
): Promise<ShownClip> {
  const {width, height, fps} = ASKED[operation]
  if (operation === 'transfer') return subject.transfer({clip: encodeClip(frames), width, height, fps}, signal)
  const options = {fps, size: `${width}x${height}`}
  return subject.generate({prompt, duration_seconds: SECONDS, options}, signal)
}

/** What a clip shows of a scene, whoever made it. Throws `media_undecodable` for one that cannot be looked at. */
export function judgeClip(
  scene: ClipScene,
  operation: ClipOperation,
  shown: ShownClip,
  found: Decoded = decodeClip(shown.bytes, shown.media_type),
): StateOutcome {
  const clip = clipOf(found)
  if (typeof clip === 'string') return {values: {decoded: 0}, modelEvals: 0, broken: clip}
  const {values, agrees, snapshots} = clipMeasures(scene, clip)
  const faults = formatFaults(shown, clip, operation)
  const said = faults.length > 0 && {reason: `not as asked: ${faults.join(', ')}`}
  const told = {values: {decoded: 1, format_faults: faults.length, ...values}, modelEvals: 0, ...said}
  if (agrees) return told
  const share = Math.round(100 * (values['agreement'] ?? 0))
  return {...told, broken: `moves as commanded in ${share} % of its motions`, snapshots}
}

/** The clip, or why it is none. Throws `media_undecodable`. */
export function decodedClip({bytes, media_type}: ShownClip): DecodedClip | string {
  return clipOf(decodeClip(bytes, media_type))
}

function clipOf(found: Decoded): DecodedClip | string {
  if (found.kind === 'clip') return found.clip
  if (found.kind === 'broken') return `the clip does not decode: ${found.fault}`
  const {format, hint} = found
  const advice = hint === undefined ? '' : `: ${hint}`
  throw new AssayError('media_undecodable', `clips of the format ${format} are not decoded here${advice}`)
}

/** What of size, rate and length is not as the provider says. */
export function toldFaults(
  {fps, resolution: [width, height], duration_seconds}: ShownClip,
  clip: DecodedClip,
): string[] {
  return [
    Math.abs(fps - clip.fps) <= RATE_ROOM * clip.fps ? [] : ['rate'],
    width === clip.width && height === clip.height ? [] : ['size'],
    Math.abs(duration_seconds - clip.frames.length / clip.fps) <= 1 / clip.fps ? [] : ['length'],
  ].flat()
}

/** What of size, rate and length is not as asked for, or not as the provider itself says. */
export function formatFaults(
  {fps, resolution, duration_seconds}: ShownClip,
  clip: DecodedClip,
  operation: ClipOperation,
): string[] {
  const asked = ASKED[operation]
  const isRate = (rate: number) => Math.abs(rate - asked.fps) <= RATE_ROOM * asked.fps
  const isLength = (seconds: number) => Math.abs(seconds - SECONDS) <= 1 / asked.fps
  return [
    isRate(fps) && isRate(clip.fps) ? [] : ['rate'],
    isSize(resolution, asked) && isSize(sizeOf(clip), asked) ? [] : ['size'],
    isLength(duration_seconds) && isLength(clip.frames.length / clip.fps) ? [] : ['length'],
  ].flat()
}

function sizeOf({width, height, stored}: DecodedClip): readonly [number, number] {
  return stored ? [stored.width, stored.height] : [width, height]
}

const RATE_ROOM = 0.01

function isSize([width, height]: readonly [number, number], asked: {readonly width: number; readonly height: number}) {
  return width === asked.width && height === asked.height
}
