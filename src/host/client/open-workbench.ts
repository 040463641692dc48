import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'
import type {MeasurementPorts} from '#measurement/ports'
import {makeFolders} from '#path/make-folders'
import {uniqueName} from '#path/write-atomic'
import {deadline} from '#random/timers'
import {cleanGitEnvironment, type GitHost} from './git-environment.ts'
import {lacksRoom} from './lacks-room.ts'
import {makeAuthorities} from './make-authorities.ts'
import type {ProgramEnd, ProgramLimits, Workbench} from './workbench.ts'

const LIMIT_MS = 120_000
const MOST_OUTPUT_BYTES = 256 * 1024

/** Where the workbench stands: below `parent`, which may not exist yet. Each of `hosts` gets its own credentials. */
export interface WorkbenchPlace {
  readonly parent: string
  readonly hosts: readonly {readonly baseUrl: string; readonly header: string | undefined}[]
  /** Authorities that our own requests trust, in PEM. */
  readonly trusted: () => readonly string[]
}

/** A workbench that is removed when it is disposed of. */
export async function openWorkbench(
  place: WorkbenchPlace,
  ports: Pick<MeasurementPorts, 'files' | 'children' | 'redactor' | 'entropy' | 'clock' | 'env' | 'cwd'>,
  signal: AbortSignal,
): Promise<Workbench & AsyncDisposable> {
  const {files, redactor} = ports
  const folder = join(place.parent, uniqueName('.tmp-bench-', ports.entropy))
  await makeFolders(join(folder, 'home'), files.directories)
  const authorities = await makeAuthorities({folder, trusted: place.trusted}, ports)
  const runGit = async (args: readonly string[], cwd: string, env: Record<string, string>) => {
    const limits = {timeoutMs: LIMIT_MS, mostOutputBytes: MOST_OUTPUT_BYTES}
    const end = await runProgram({argv: ['git', ...args], cwd: join(folder, cwd), env, ...limits}, ports, signal)
    if (end.isLate) throw new ProviderError('timeout', 'git did not end within 120 s', {fault: 'timeout'})
    if (end.code !== 0 && lacksRoom(end.output))
      throw new AssayError('disk_full', 'git has no room in the workspace: no space left on device')
    return {code: end.code, output: end.output, isMissing: end.isMissing}
  }
  return {
    git: async (args, options = {}) => {
      const {cwd = '.', config = {}, authorization} = options
      const hosts = place.hosts.flatMap(({baseUrl, header: own}): GitHost[] => {
        const header = authorization === undefined ? own : (authorization ?? undefined)
        return header === undefined ? [] : [{baseUrl, header}]
      })
      const setting = {home: join(folder, 'home'), path: ports.env['PATH'], hosts, authorities}
      return await runGit(args, cwd, cleanGitEnvironment({...setting, config}))
    },
    run: async (argv, limits) => {
      const env = {...(ports.env['PATH'] !== undefined && {PATH: ports.env['PATH']}), LC_ALL: 'C', TZ: 'UTC'}
      return await runProgram({argv, cwd: folder, env, ...limits}, ports, signal)
    },
    discard: (path) => files.directories.removeTree(join(folder, path)),
    write: async (path, content) => {
      const file = await files.writer.open(join(folder, path), 'new')
      await file.write(redactor.bytes(content))
      await file.close()
    },
    read: (path) => {
      const whole = join(folder, path)
      return files.reader.facts(whole)?.kind === 'file' ? files.reader.read(whole) : undefined
    },
    [Symbol.asyncDispose]: () => files.directories.removeTree(folder),
  }
}

/** A program that ends by itself. */
export interface LimitedProgram extends ProgramLimits {
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Record<string, string>
}

/** Runs one to its end. Over a limit it is ended, or has said nothing; throws the reason of the signal alone. */
export async function runProgram(
  {timeoutMs, mostOutputBytes, ...program}: LimitedProgram,
  {children, clock}: Pick<MeasurementPorts, 'children' | 'clock'>,
  signal: AbortSignal,
): Promise<ProgramEnd & {readonly isLate: boolean}> {
  const pieces: string[] = []
  using limit = deadline(clock, timeoutMs, () => new ProviderError('timeout', 'a program took too long'))
  const either = AbortSignal.any([signal, limit.signal])
  const onOutput = async (text: string) => void pieces.push(text)
  const {end, output} = await children.run({...program, mostOutputBytes, onOutput}, either)
  signal.throwIfAborted()
  const isLate = limit.signal.aborted && end.kind === 'aborted'
  const isLong = output.leftOutBytes > 0
  return {
    code: end.kind === 'exited' ? end.code : undefined,
    output: pieces.join(''),
    isMissing: end.kind === 'missing',
    isLate,
    ...((isLate || isLong) && {
      fault: isLate ? `did not end within ${timeoutMs / 1000} s` : `printed more than ${mostOutputBytes} bytes`,
    }),
  }
}
