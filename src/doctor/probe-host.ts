import {delimiter, join, resolve} from 'node:path'
import type {DoctorCheck, DoctorTool} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {DiskSpace} from '#path/disk-space'
import type {FileReader} from '#path/files'
import {uniqueName} from '#path/unique-name'
import type {Children} from '#process/children'
import {deadline} from '#random/timers'
import type {RunPorts} from '#run/ports'
import {runNames} from '#run/read-ledger'
import {timeOfRunId} from '#run/run-id'
import {clockCheck, diskCheck, nodeCheck} from './host-checks.ts'
import {PACKAGES, PROGRAMS, type Tool} from './tools.ts'

type Ports = Pick<RunPorts, 'files' | 'clock' | 'entropy' | 'redactor' | 'versions'> & {
  readonly children: Children
  readonly space: DiskSpace
  readonly env: Readonly<Record<string, string | undefined>>
}

const MOST_MS = 5_000
const MOST_BYTES = 4_096
/** What writing ends with where the machine is the reason: a finding, not an end of looking. */
const UNWRITABLE: ReadonlySet<string> = new Set(['workspace_unwritable', 'disk_full', 'io_error'])

/** What the host itself is good for: writing, room, clock and Node. Leaves nothing behind. */
export async function checkHost(workspace: string, ports: Ports): Promise<DoctorCheck[]> {
  const {writing, diskMs} = await checkWriting(workspace, ports)
  const {space, clock, versions, files} = ports
  const rooms = [
    {name: 'workspace', freeBytes: space.freeBytes(workspace)},
    {name: 'temporary folder', freeBytes: space.freeBytes(space.temporary)},
  ]
  const newest = runNames(workspace, files.reader).at(-1)
  const newestRunMs = newest === undefined ? undefined : timeOfRunId(newest)
  return [writing, diskCheck(rooms), clockCheck({nowMs: clock.nowMs(), diskMs, newestRunMs}), nodeCheck(versions.node)]
}

/** Whether a file can be written into a workspace, and when by its disk; it is removed again. */
async function checkWriting(workspace: string, {files, entropy, redactor}: Ports) {
  const path = join(workspace, uniqueName('.tmp-', entropy))
  try {
    const file = await files.writer.open(path, 'new', {private: true})
    let diskMs: number | undefined
    try {
      await file.write(redactor.text('written by assay doctor\n'))
    } finally {
      await file.close()
      diskMs = files.reader.facts(path)?.mtimeMs
      await files.writer.remove(path)
    }
    const detail = 'a file was written to the workspace and removed again'
    return {writing: {name: 'writing', status: 'ok', detail} as const, diskMs}
  } catch (error) {
    if (!(error instanceof AssayError) || !UNWRITABLE.has(error.code)) throw error
    const detail = `no run can be written: ${error.message}`
    return {writing: {name: 'writing', status: 'failed', detail} as const, diskMs: undefined}
  }
}

/** The programs and packages that Assay can use. None is started or loaded, unless programs are asked for their versions. */
export async function probeTools(cwd: string, asksVersions: boolean, ports: Ports): Promise<DoctorTool[]> {
  const probe = asksVersions ? askProgram : findProgram
  const programs = await Promise.all(PROGRAMS.map((tool) => probe(tool, cwd, ports)))
  return [...programs, ...PACKAGES.map((tool) => toolOf('package', tool, isInstalled(tool.name), undefined))]
}

/** Looks where a shell would. */
function findProgram(tool: Tool, cwd: string, {env, files: {reader}}: Ports): DoctorTool {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const isThere = folders.some((folder) => isFile(resolve(cwd, folder, tool.name), reader))
  return toolOf('program', tool, isThere, undefined)
}

/** What cannot be looked at, in the folder of another user or behind a loop of links, cannot be started either. */
function isFile(path: string, reader: FileReader): boolean {
  try {
    const real = reader.real(path)
    return real !== undefined && reader.facts(real)?.kind === 'file'
  } catch (error) {
    if (error instanceof AssayError && error.code === 'file_unreadable') return false
    throw error
  }
}

async function askProgram(tool: Tool, cwd: string, {children, env, clock}: Ports): Promise<DoctorTool> {
  const {PATH} = env
  // Nowhere to look: a caller of the library who gave no variables has started nothing.
  if (!PATH) return toolOf('program', tool, false, undefined)
  using limit = deadline(clock, MOST_MS, () => new DOMException('the program did not answer', 'TimeoutError'))
  let text = ''
  const request = {
    argv: [tool.name, tool.name === 'ffmpeg' ? '-version' : '--version'] as const,
    cwd,
    env: {PATH},
    mostOutputBytes: MOST_BYTES,
    onOutput: async (part: string) => {
      text += part
    },
  }
  const {end} = await children.run(request, limit.signal)
  const isPresent = end.kind === 'exited' && end.code === 0
  return toolOf('program', tool, isPresent, /\d+(?:\.\d+)+/.exec(text)?.[0])
}

function toolOf(kind: DoctorTool['kind'], tool: Tool, present: boolean, version: string | undefined): DoctorTool {
  return {...tool, kind, present, ...(version !== undefined && {version})}
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
