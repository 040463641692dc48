import {join} from 'node:path'
import type {DoctorCheck, DoctorTool} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {uniqueName} from '#path/unique-name'
import type {Children} from '#process/children'
import {deadline} from '#random/timers'
import type {RunPorts} from '#run/ports'
import {PACKAGES, PROGRAMS, type Tool} from './tools.ts'

type Ports = Pick<RunPorts, 'files' | 'clock' | 'entropy' | 'redactor' | 'versions'> & {
  readonly children: Children
  readonly env: Readonly<Record<string, string | undefined>>
}

const OLDEST_NODE = [24, 15] as const
const MOST_MS = 5_000
const MOST_BYTES = 4_096
/** What writing ends with where the machine is the reason: a finding, not an end of looking. */
const UNWRITABLE: ReadonlySet<string> = new Set(['workspace_unwritable', 'disk_full', 'io_error'])

/** Whether a file can be written into a workspace; it is removed again. */
export async function checkWriting(workspace: string, {files, entropy, redactor}: Ports): Promise<DoctorCheck> {
  const path = join(workspace, uniqueName('.tmp-', entropy))
  try {
    const file = await files.writer.open(path, 'new', {private: true})
    try {
      await file.write(redactor.text('written by assay doctor\n'))
    } finally {
      await file.close()
      await files.writer.remove(path)
    }
    return {name: 'writing', status: 'ok', detail: 'a file was written to the workspace and removed again'}
  } catch (error) {
    if (!(error instanceof AssayError) || !UNWRITABLE.has(error.code)) throw error
    return {name: 'writing', status: 'failed', detail: `no run can be written: ${error.message}`}
  }
}

export function checkNode({versions}: Pick<Ports, 'versions'>): DoctorCheck {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number)
  const [least, leastMinor] = OLDEST_NODE
  const isGood = major > least || (major === least && minor >= leastMinor)
  const detail = isGood ? `Node ${versions.node}` : `Node ${versions.node} is older than ${OLDEST_NODE.join('.')}`
  return {name: 'node', status: isGood ? 'ok' : 'warning', detail}
}

/** The programs that Assay can use, each asked for its version; and the packages, looked for and not loaded. */
export async function probeTools(cwd: string, ports: Ports): Promise<DoctorTool[]> {
  const programs = await Promise.all(PROGRAMS.map((tool) => probeProgram(tool, cwd, ports)))
  return [...programs, ...PACKAGES.map((tool) => toolOf('package', tool, isInstalled(tool.name), undefined))]
}

async function probeProgram(tool: Tool, cwd: string, {children, env, clock}: Ports): Promise<DoctorTool> {
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
