import {dirname} from 'node:path'
import type {BenchmarkInputClip} from '#contract/generated/types'
import {type DraftIssue, placeIssues} from '#document/document-issues'
import type {DocumentPorts} from '#document/document-ports'
import {loadDocument} from '#document/load-document'
import {partsOf} from '#document/pointer'
import type {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {fileName, resolveInside} from '#path/safe-relative-path'
import type {ClipAnswer} from '#provider/model/provider'
import {clipType} from '../model/clip-type.ts'
import {invalidInputs, type ResolvedInputs, readInputs, type WrittenCase} from '../model/inputs.ts'
import {checkRequests} from './check-requests.ts'

const INPUTS_LIMIT_BYTES = 64 * 1024 * 1024
const CLIP_LIMIT_BYTES = 256 * 1024 * 1024

/** The cases that are sent in turn, and how to report a fault in them that is found only later. */
export interface LoadedInputs {
  readonly cases: readonly ResolvedInputs[]
  /** Makes the refusal of a case: `inputs_invalid` with the place of each fault in the file. Undefined if there is no file. */
  readonly refusal?: (faults: readonly InputFault[]) => AssayError
}

/** A fault in one case; `at` is the number of the case. */
export interface InputFault extends Pick<DraftIssue, 'rule' | 'message'> {
  readonly at: number
  readonly key: string
}

/** The cases of a caller's file with their clips read and every value checked. Throws `inputs_invalid`. */
export async function loadInputs(path: string, {reader, redactor}: DocumentPorts): Promise<LoadedInputs> {
  const document = await loadDocument({path, name: fileName(path), limitBytes: INPUTS_LIMIT_BYTES}, reader)
  const isClean = (key: string) => redactor.find(key).length === 0
  const issues: DraftIssue[] = []
  const all = readInputs(document, isClean)
  const cases = all.map((written) => {
    if (Object.keys(written.inputs).length === 0)
      issues.push({pointer: written.pointer, rule: 'empty', message: 'says nothing to ask'})
    const resolved = resolveCase(written, dirname(path), reader, issues)
    issues.push(...checkRequests(resolved, written.pointer))
    return resolved
  })
  const refused = (found: readonly DraftIssue[]) => invalidInputs(document, placeIssues(found, document, isClean))
  if (issues.length > 0) throw refused(issues)
  return {cases, refusal: (faults) => refused(faults.map((fault) => placed(fault, all, document.value)))}
}

/** The fault at its key if the case has it, else at the key beside the cases, else at the case, which lacks it. */
function placed({at, key, rule, message}: InputFault, all: readonly WrittenCase[], value: unknown): DraftIssue {
  const own = all[at]?.pointer ?? ''
  const shared = own.replace(/\/cases\/\d+$/, '')
  const found = [`${own}/${key}`, `${shared}/${key}`].find((pointer) => valueAt(value, pointer) !== undefined)
  return {pointer: found ?? own, rule, message}
}

function valueAt(value: unknown, pointer: string): unknown {
  return partsOf(pointer).reduce<unknown>(
    (node, part) => (typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined),
    value,
  )
}

function resolveCase(
  {pointer, inputs}: WrittenCase,
  folder: string,
  reader: FileReader,
  issues: DraftIssue[],
): ResolvedInputs {
  const {transfer_clip: clip, ...rest} = inputs
  if (clip === undefined) return rest
  const found = clipOf(clip, folder, reader)
  if ('rule' in found) {
    issues.push({...found, pointer: `${pointer}/transfer_clip${found.pointer}`})
    return rest
  }
  return {...rest, transfer_clip: found}
}

function clipOf(clip: BenchmarkInputClip, folder: string, reader: FileReader): ClipAnswer | DraftIssue {
  const bytes = bytesOf(clip, folder, reader)
  if ('rule' in bytes) return bytes
  const mediaType = clipType(bytes)
  if (mediaType === undefined) return {pointer: '', rule: 'media_type', message: 'must hold an AVI, MP4 or WebM clip'}
  const {fps, resolution, duration_seconds} = clip
  const [width = 0, height = 0] = resolution
  return {fps, resolution: [width, height], duration_seconds, media_type: mediaType, bytes}
}

function bytesOf(
  {path, frames_base64}: BenchmarkInputClip,
  folder: string,
  reader: FileReader,
): Uint8Array | DraftIssue {
  if (path === undefined) return decoded([frames_base64 ?? []].flat())
  const place = resolveInside(folder, path, reader)
  if ('rule' in place) return {pointer: '/path', rule: place.rule, message: place.message}
  const facts = reader.facts(place.path)
  if (facts?.kind !== 'file') return {pointer: '/path', rule: 'file_missing', message: 'names no file'}
  if (facts.sizeBytes > CLIP_LIMIT_BYTES) {
    return {pointer: '/path', rule: 'file_size', message: `names a file larger than ${CLIP_LIMIT_BYTES} bytes`}
  }
  return reader.read(place.path, CLIP_LIMIT_BYTES)
}

function decoded(frames: readonly string[]): Uint8Array | DraftIssue {
  const isBase64 = frames.every((frame) => /^[A-Za-z0-9+/]+={0,2}$/.test(frame) && frame.length % 4 === 0)
  if (!isBase64) return {pointer: '/frames_base64', rule: 'base64', message: 'must be base64 with its padding'}
  return Buffer.concat(frames.map((frame) => Buffer.from(frame, 'base64')))
}
