import type {Digest, RunId} from '#contract/ids'

/** The exact content of `bagit.txt`. Source: RFC 8493, section 2.1.1. */
export const BAGIT_TEXT = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'

/** Bytes and files of the payload; BagIt writes them as `bytes.files`. */
export interface Oxum {
  readonly bytes: number
  readonly files: number
}

export function bagInfoText(runId: RunId, oxum: Oxum): string {
  return `External-Identifier: ${runId}\nPayload-Oxum: ${oxum.bytes}.${oxum.files}\n`
}

const BAG_INFO_FORM = /^External-Identifier: ([^\s]{1,64})\nPayload-Oxum: (0|[1-9]\d{0,14})\.(0|[1-9]\d{0,8})\n$/

/** The content of `bag-info.txt`; undefined if it is not exactly in the form that Assay writes. */
export function parseBagInfo(text: string): {identifier: string; oxum: Oxum} | undefined {
  const [, identifier, bytes, files] = BAG_INFO_FORM.exec(text) ?? []
  return identifier === undefined ? undefined : {identifier, oxum: {bytes: Number(bytes), files: Number(files)}}
}

export interface ManifestLine {
  readonly path: string
  readonly sha256: Digest
}

/** A BagIt manifest, which `sha256sum -c` can read too: sorted by path, bare hex, two spaces. */
export function bagManifestText(lines: readonly ManifestLine[]): string {
  const sorted = lines.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return sorted.map(({path, sha256}) => `${sha256.slice('sha256:'.length)}  ${path}\n`).join('')
}

const LINE = /^([0-9a-f]{64}) {2}([^\r\n]+)$/

/** The lines of a BagIt manifest; `faults` are 1-based numbers of lines that are not exactly in the form that Assay writes. */
export function parseBagManifest(text: string): {lines: ManifestLine[]; faults: number[]} {
  const lines: ManifestLine[] = []
  const faults: number[] = []
  const rows = text.split('\n')
  // Text that ends with a newline leaves one empty row; anything else in that row is a torn line.
  if (rows.pop() !== '') faults.push(rows.length + 1)
  for (const [at, row] of rows.entries()) {
    const [, hex, path] = LINE.exec(row) ?? []
    if (hex === undefined || path === undefined) faults.push(at + 1)
    else lines.push({path, sha256: `sha256:${hex}`})
  }
  return {lines, faults}
}
