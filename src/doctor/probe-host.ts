import {delimiter, dirname, join, resolve} from 'node:path'
import type {DoctorCheck, DoctorTool} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {OpenKeyring} from '#keyring/keyring'
import type {DiskSpace} from '#path/disk-space'
import type {FileReader} from '#path/files'
import {isReachableFile} from '#path/reachable-file'
import {uniqueName} from '#path/write-atomic'
import type {Children} from '#process/children'
import {deadline} from '#random/timers'
import {runNames} from '#run/keep-ledger'
import {timeOfRunId} from '#run/layout'
import type {RunPorts} from '#run/ports'
import {askKeyring} from './ask-keyring.ts'
import {clockCheck, diskCheck, nodeCheck} from './host-checks.ts'
import {KEYRING_PACKAGE, PACKAGES, PROGRAMS, type Tool} from './tools.ts'

type Ports = Pick<RunPorts, 'files' | 'clock' | 'entropy' | 'redactor' | 'versions'> & {
  readonly children: Children
  readonly space: DiskSpace
  readonly keyring: OpenKeyring
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
  const folders = packageFolders(import.meta.dirname, ports.files.reader)
  const packages = PACKAGES.map((tool) =>
    toolOf('package', tool, isInstalled(tool.name, folders, ports.files.reader), undefined),
  )
  return [...programs, ...(asksVersions ? await Promise.all(packages.map((tool) => asked(tool, ports))) : packages)]
}

/** A package that only speaks to something of the system is worth as much as that answers. */
async function asked(tool: DoctorTool, {keyring, clock}: Ports): Promise<DoctorTool> {
  return tool.present && tool.name === KEYRING_PACKAGE ? {...tool, note: await askKeyring(keyring, clock)} : tool
}

/** Looks where a shell would. */
function findProgram(tool: Tool, cwd: string, {env, files: {reader}}: Ports): DoctorTool {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const isThere = folders.some((folder) => isReachableFile(resolve(cwd, folder, tool.name), reader))
  return toolOf('program', tool, isThere, undefined)
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
  const version = /\d+(?:\.\d+)+/.exec(text)?.[0]
  const note = isPresent && version !== undefined ? oldNote(tool, version) : undefined
  return {...toolOf('program', tool, isPresent, version), ...(note !== undefined && {note})}
}

function oldNote({oldest}: Tool, version: string): string | undefined {
  if (oldest === undefined) return undefined
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [least, leastMinor] = oldest.version
  const isOld = major < least || (major === least && minor < leastMinor)
  return isOld ? `older than ${oldest.version.join('.')}, which ${oldest.for} needs` : undefined
}

function toolOf(
  kind: DoctorTool['kind'],
  {name, enables, install}: Tool,
  present: boolean,
  version: string | undefined,
): DoctorTool {
  return {name, enables, install, kind, present, ...(version !== undefined && {version})}
}

/** The folders of packages that Node looks into from here, nearest first. */
function packageFolders(from: string, reader: FileReader): string[] {
  const own = join(from, 'node_modules')
  const here = reader.facts(own) === undefined ? [] : [own]
  const above = dirname(from)
  return above === from ? here : [...here, ...packageFolders(above, reader)]
}

/** Looks where Node would, which itself takes a millisecond a package. Where there is no such folder, another loader knows: Node is asked. */
function isInstalled(name: string, folders: readonly string[], reader: FileReader): boolean {
  if (folders.length > 0) return folders.some((folder) => isReachableFile(join(folder, name, 'package.json'), reader))
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
