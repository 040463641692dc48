import {dirname, join} from 'node:path'
import type {WorkspaceDocument} from '#contract/generated/types'
import {workspaceDocument} from '#contract/generated/workspace'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {uniqueName} from '#path/write-atomic'
import {timestamp} from '#random/clock'
import {RUNS, runsFolder, STATE, TEMPORARY_PREFIX, WORKSPACE_FILE} from './layout.ts'
import type {RunPorts} from './ports.ts'

const MOST_WORKSPACE_BYTES = 64 * 1024
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** A workspace that can be written: its folder, and the identity to which leases and ids are bound. */
export interface Workspace {
  readonly path: string
  readonly id: string
}

/**
 * Opens a workspace for writing and creates what is missing. Throws `workspace_invalid` if a file or link is in the way, and
 * `workspace_unwritable`, `disk_full` or `io_error` if it cannot be written.
 */
export async function openWorkspace(
  path: string,
  ports: Pick<RunPorts, 'files' | 'clock' | 'entropy' | 'redactor' | 'versions'>,
): Promise<Workspace> {
  const {files} = ports
  await makeFolder(path, ports)
  const runs = runsFolder(path)
  if ((await files.directories.make(runs)) === 'made') await files.directories.sync(path)
  mustBeFolder(files.reader, runs, 'runs/')
  await files.directories.make(join(runs, STATE))
  return {path, id: readWorkspaceId(path, files.reader) ?? (await nameWorkspace(runs, ports))}
}

/** The identity of a workspace, or undefined when nothing was ever written there. Throws as `parse` does. */
export function readWorkspaceId(path: string, reader: FileReader): string | undefined {
  const file = join(runsFolder(path), WORKSPACE_FILE)
  if (reader.facts(file) === undefined) return undefined
  const text = new TextDecoder().decode(reader.read(file, MOST_WORKSPACE_BYTES))
  return parse(workspaceDocument, parseJson(text)).workspace_id
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AssayError('workspace_invalid', `${RUNS}/${WORKSPACE_FILE}, which names the workspace, is not JSON`, {
      hint: 'Put it back from a copy, or remove it: the next run gives the workspace another name.',
      cause: error,
    })
  }
}

function mustBeFolder(reader: FileReader, path: string, name: string): void {
  if (reader.facts(path)?.kind === 'directory') return
  throw new AssayError('workspace_invalid', `${name} of the workspace is not a directory`)
}

/** Creates missing folders and returns them, the outermost first. The workspace itself may be a link to a folder. Throws as `openWorkspace` does. */
export async function makeFolder(path: string, ports: Pick<RunPorts, 'files'>): Promise<string[]> {
  const {reader, directories} = ports.files
  const real = reader.real(path)
  if (real !== undefined) {
    mustBeFolder(reader, real, path)
    return []
  }
  const parent = dirname(path)
  if (parent === path) throw new AssayError('workspace_invalid', 'the workspace has no existing parent')
  const made = await makeFolder(parent, ports)
  const isOurs = (await directories.make(path)) === 'made'
  await directories.sync(parent)
  return isOurs ? [...made, path] : made
}

/** Writes a temporary file and links it into place: of two processes that race, one names the workspace and both read the same name. */
async function nameWorkspace(
  runs: string,
  ports: Pick<RunPorts, 'files' | 'clock' | 'entropy' | 'redactor' | 'versions'>,
): Promise<string> {
  const {files, clock, entropy, redactor} = ports
  const document: WorkspaceDocument = {
    schema_version: 1,
    workspace_id: `ws-${Array.from(entropy.bytes(16), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`,
    created_at: timestamp(clock.nowMs()),
    created_by: `assay ${ports.versions.assay}`,
  }
  const temporary = join(runs, uniqueName(TEMPORARY_PREFIX, entropy))
  const file = await files.writer.open(temporary, 'new')
  try {
    try {
      await file.write(redactor.json(document))
      await file.sync()
    } finally {
      await file.close()
    }
    await files.writer.link(temporary, join(runs, WORKSPACE_FILE))
  } catch (error) {
    await files.writer.remove(temporary).catch(() => undefined)
    throw error
  }
  await files.writer.remove(temporary)
  await files.directories.sync(runs)
  return readWorkspaceId(dirname(runs), files.reader) ?? document.workspace_id
}
