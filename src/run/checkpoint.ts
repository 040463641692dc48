import type {Hash} from '#digest/merkle-tree'

/** A digest of a whole ledger: its origin, its number of leaves, and the Merkle root over them. */
export interface Checkpoint {
  readonly origin: string
  readonly treeSize: number
  readonly root: Hash
}

/** A checkpoint as it was read: `body` is the signed text. */
export interface CheckpointNote {
  readonly checkpoint: Checkpoint
  readonly body: string
  readonly signatures: readonly {readonly name: string; readonly bytes: Uint8Array}[]
}

export function checkpointOrigin(workspaceId: string): string {
  return `assay/${workspaceId}`
}

/** The three lines of a checkpoint, including the last newline. Source: C2SP tlog-checkpoint. */
export function checkpointBody({origin, treeSize, root}: Checkpoint): string {
  return `${origin}\n${treeSize}\n${Buffer.from(root).toString('base64')}\n`
}

/** The body with its signatures after an empty line; only the body if there are none. Source: C2SP signed-note. */
export function noteText(body: string, signatures: CheckpointNote['signatures']): string {
  if (signatures.length === 0) return body
  const lines = signatures.map(({name, bytes}) => `\u2014 ${name} ${Buffer.from(bytes).toString('base64')}\n`)
  return `${body}\n${lines.join('')}`
}

const NOTE =
  /^(?<origin>[^\s+]+)\n(?<size>0|[1-9]\d{0,15})\n(?<root>[A-Za-z0-9+/]{43}=)\n(?:\n(?<signed>(?:\u2014 [^\s+]+ [A-Za-z0-9+/]+=*\n)+))?$/

/** A checkpoint in its only valid spelling, or undefined. */
export function parseCheckpoint(text: string): CheckpointNote | undefined {
  const {origin, size, root, signed = ''} = NOTE.exec(text)?.groups ?? {}
  const treeSize = Number(size)
  if (origin === undefined || root === undefined || !Number.isSafeInteger(treeSize)) return undefined
  const checkpoint = {origin, treeSize, root: Buffer.from(root, 'base64')}
  const signatures = signed
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, name = '', bytes = ''] = line.split(' ')
      return {name, bytes: Buffer.from(bytes, 'base64')}
    })
  const body = checkpointBody(checkpoint)
  return noteText(body, signatures) === text ? {checkpoint, body, signatures} : undefined
}
