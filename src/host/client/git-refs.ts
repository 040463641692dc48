import {sha256} from '#digest/sha256'

/** The refs of a repository as its host advertises them. `head`: the branch that HEAD names, where it is told. */
export interface RefList {
  readonly refs: ReadonlyMap<string, string>
  readonly head: string | undefined
}

const LINE = /^([0-9a-f]{40}|[0-9a-f]{64}) (\S+)$/
const SERVICE = '# service=git-upload-pack'

/** Reads the answer to `info/refs?service=git-upload-pack`; undefined where it is none. Source: gitprotocol-http(5) and gitprotocol-common(5), protocol version 0. */
export function readAdvertisedRefs(body: Uint8Array): RefList | undefined {
  const lines = packetsIn(body)
  if (lines === undefined || lines[0] !== SERVICE) return undefined
  const refs = new Map<string, string>()
  let head: string | undefined
  for (const line of lines.slice(1)) {
    const [text = '', capabilities = ''] = line.split('\0', 2)
    head ??= /(?:^| )symref=HEAD:refs\/heads\/(\S+)/.exec(capabilities)?.[1]
    const [, oid = '', name = ''] = LINE.exec(text) ?? []
    if (oid === '') return undefined
    if (name !== 'capabilities^{}' && name !== 'HEAD' && !name.endsWith('^{}')) refs.set(name, oid)
  }
  return {refs, head}
}

/** SHA-256 over the sorted lines `oid ref`. */
export function digestOfRefs({refs}: Pick<RefList, 'refs'>): `sha256:${string}` {
  const lines = [...refs].map(([name, oid]) => `${oid} ${name}\n`).sort()
  return sha256(lines.join(''))
}

/** Packets as text without their newline, flushes left out; undefined where a length is none or lies. */
function packetsIn(body: Uint8Array): string[] | undefined {
  const text = new TextDecoder('latin1')
  const lines: string[] = []
  for (let at = 0; at < body.length; ) {
    const word = text.decode(body.subarray(at, at + 4))
    if (!/^[0-9a-f]{4}$/.test(word)) return undefined
    const size = Number.parseInt(word, 16)
    if (size > 0 && size < 4) return undefined
    if (at + size > body.length) return undefined
    if (size > 4) lines.push(new TextDecoder().decode(body.subarray(at + 4, at + size)).replace(/\n$/, ''))
    at += Math.max(4, size)
  }
  return lines
}
