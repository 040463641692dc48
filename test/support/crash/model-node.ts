export type Entries = ReadonlyMap<string, ModelNode>

/** A file or folder with all it ever held. `at` counts the changes and syncs of the whole disk. */
interface Versioned<Content> {
  readonly versions: {readonly at: number; readonly content: Content}[]
  /** Up to which version it was made durable, and when. */
  readonly syncs: {readonly at: number; readonly version: number}[]
}

export interface FileNode extends Versioned<Buffer> {
  readonly kind: 'file'
  /** The version that a rename or link put under its name: whoever sees that name must see this content. */
  renamedAs?: number
}

export interface FolderNode extends Versioned<Entries> {
  readonly kind: 'directory'
}

export type ModelNode = FileNode | FolderNode

export function fileNode(at: number, content: Buffer = Buffer.alloc(0)): FileNode {
  return {kind: 'file', versions: [{at, content}], syncs: []}
}

export function folderNode(at: number, content: Entries = new Map()): FolderNode {
  return {kind: 'directory', versions: [{at, content}], syncs: []}
}

/** Versions of a node that a power cut after operation `at` may leave: from the durable one to the last. */
export function possibleVersions(node: ModelNode, at: number): {readonly durable: number; readonly last: number} {
  const durable = node.syncs.findLast((sync) => sync.at <= at)?.version ?? 0
  const versions: readonly {readonly at: number}[] = node.versions
  return {
    durable,
    last: Math.max(
      0,
      versions.findLastIndex((version) => version.at <= at),
    ),
  }
}

/** Every file and folder that was ever reachable. */
export function nodesBelow(root: FolderNode): Set<ModelNode> {
  const seen = new Set<ModelNode>([root])
  // A set that grows while it is walked is walked to its end.
  for (const node of seen) {
    if (node.kind === 'directory')
      for (const {content} of node.versions) for (const child of content.values()) seen.add(child)
  }
  return seen
}
