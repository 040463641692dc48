import {join} from 'node:path'
import type {ArtifactRecord} from '#contract/generated/types'
import type {Digest} from '#contract/ids'
import {startSha256} from '#digest/sha256'
import type {FileReader} from '#path/files'
import {JOURNAL, LEASE, MANIFEST, TEMPORARY_PREFIX} from './layout.ts'

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  md: 'text/markdown',
  csv: 'text/csv',
  txt: 'text/plain',
  log: 'text/plain',
  html: 'text/html',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  toml: 'application/toml',
  prom: 'text/plain',
  mp4: 'video/mp4',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
}

/** Media type by file extension; `application/octet-stream` for unknown ones. */
export function mediaTypeOf(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return TYPES[ending] ?? 'application/octet-stream'
}

/** What the run's writer knows of its files; sealing after a crash knows nothing and judges by place. */
export type KnownFiles = ReadonlyMap<string, KnownFile>

/** What the writer of a file states about it. */
export type KnownFile = Pick<ArtifactRecord, 'path' | 'kind' | 'origin' | 'media_type'> & {
  readonly label: string
  /** Digest of what the writer wrote there, if it wrote all of it. */
  readonly sha256: string | undefined
}

const NOT_LISTED = new Set([MANIFEST, LEASE])
const MOST_PATH_CHARACTERS = 512
/** Pieces between two turns of the event loop. A piece has at most 256 KiB, so this many take about 20 ms. */
const PIECES_A_TURN = 128
/** Paths that the schema of a manifest accepts: no drive, backslash or control character. */
const LISTABLE = /^[^\\:\u0000-\u001f]+$/

/** Every regular file of a run except manifest, lease and leftovers of a crash; links are neither followed nor listed. */
export function listRunFiles(folder: string, reader: FileReader): {listed: string[]; unlisted: number} {
  const all = filesBelow(folder, '', reader)
  const listed = all.filter(
    (path) => LISTABLE.test(path) && path.length <= MOST_PATH_CHARACTERS && !path.startsWith('~'),
  )
  return {listed, unlisted: all.length - listed.length}
}

/** One record per file, digested in pieces, so that other work, above all the heartbeat, continues meanwhile. */
export async function collectArtifacts(
  folder: string,
  paths: readonly string[],
  known: KnownFiles,
  reader: FileReader,
): Promise<ArtifactRecord[]> {
  const records: ArtifactRecord[] = []
  for (const path of paths) {
    const facts = known.get(path)
    const {sha256, sizeBytes} = await collectDigest(join(folder, path), reader)
    records.push({
      path,
      sha256,
      size_bytes: sizeBytes,
      media_type: facts?.media_type ?? mediaTypeOf(path),
      kind: facts?.kind ?? kindByPlace(path),
      origin: facts?.origin ?? originByPlace(path),
    })
  }
  return records
}

function filesBelow(folder: string, prefix: string, reader: FileReader): string[] {
  return reader.list(join(folder, prefix)).flatMap(({name, kind}) => {
    const path = prefix === '' ? name : `${prefix}/${name}`
    if (kind === 'directory') return filesBelow(folder, path, reader)
    return kind === 'file' && !NOT_LISTED.has(path) && !name.startsWith(TEMPORARY_PREFIX) ? [path] : []
  })
}

async function collectDigest(path: string, reader: FileReader): Promise<{sha256: Digest; sizeBytes: number}> {
  using file = reader.open(path)
  const state = startSha256()
  let [sizeBytes, pieces] = [0, 0]
  for (let piece = file.next(); piece; piece = file.next()) {
    state.update(piece)
    sizeBytes += piece.length
    if (++pieces % PIECES_A_TURN === 0) await new Promise((done) => setImmediate(done))
  }
  return {sha256: state.digest(), sizeBytes}
}

/**
 * The origin of a file by its path. Clips are named by the library that fetched them; everything else among the artifacts came from a child
 * process, as did its output.
 */
function originByPlace(path: string): ArtifactRecord['origin'] {
  if (/(^|\/)artifacts\/clip-[0-9a-f]{16}\.\w+$/.test(path)) return 'provider'
  return /^(?:items\/\w+\/)?(?:artifacts\/|logs\/output(?:-\d{4,})?\.log$)/.test(path) ? 'child' : 'assay'
}

const PLACES: Readonly<Record<string, ArtifactRecord['kind']>> = {
  inputs: 'input',
  results: 'result',
  reports: 'report',
  logs: 'log',
  items: 'item',
  [JOURNAL]: 'journal',
  'plan.json': 'plan',
}

function kindByPlace(path: string): ArtifactRecord['kind'] {
  return PLACES[path.split('/')[0] ?? ''] ?? 'artifact'
}
