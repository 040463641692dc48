import {join} from 'node:path'
import {ProviderError} from '#error/provider-error'
import type {Files} from '#path/files'
import {makeFolders} from '#path/make-folders'
import {uniqueName} from '#path/unique-name'
import type {Children} from '#process/children'
import type {Variables} from '#process/variables'
import type {Entropy} from '#random/entropy'
import {deadline, type Time} from '#random/timers'
import type {Redactor} from '#redact/redactor'
import {cleanGitEnvironment} from './git-environment.ts'
import type {GitCallOptions, ProgramEnd, Workbench} from './workbench.ts'

const LIMIT_MS = 120_000
const MOST_OUTPUT_BYTES = 256 * 1024

export interface WorkbenchPorts {
  readonly files: Files
  readonly children: Children
  readonly redactor: Redactor
  readonly entropy: Entropy
  readonly clock: Time
  readonly env: Variables
}

/** Where the workbench stands: below `parent`, which may not exist yet. `header` goes to URLs below `baseUrl`. */
export interface WorkbenchPlace {
  readonly parent: string
  readonly baseUrl: string
  readonly header: string | undefined
}

/** A workbench that is removed when it is disposed of. */
export async function openWorkbench(
  place: WorkbenchPlace,
  ports: WorkbenchPorts,
  signal: AbortSignal,
): Promise<Workbench & AsyncDisposable> {
  const {files, redactor} = ports
  const folder = join(place.parent, uniqueName('.tmp-bench-', ports.entropy))
  await makeFolders(join(folder, 'home'), files.directories)
  const run = (argv: readonly [string, ...string[]], options: GitCallOptions, env: Record<string, string>) =>
    runProgram({argv, cwd: join(folder, options.cwd ?? '.'), env}, ports, signal)
  return {
    git: (args, options = {}) => {
      const header = options.authorization === undefined ? place.header : (options.authorization ?? undefined)
      const setting = {home: join(folder, 'home'), path: ports.env['PATH'], baseUrl: place.baseUrl, header}
      return run(['git', ...args], options, cleanGitEnvironment({...setting, config: options.config ?? {}}))
    },
    run: (argv) => run(argv, {}, {...(ports.env['PATH'] !== undefined && {PATH: ports.env['PATH']}), LC_ALL: 'C'}),
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

interface Program {
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Record<string, string>
}

async function runProgram(
  program: Program,
  {children, clock}: WorkbenchPorts,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  const output: string[] = []
  using limit = deadline(
    clock,
    LIMIT_MS,
    () => new ProviderError('timeout', 'a program did not end within 120 s', {fault: 'timeout'}),
  )
  const either = AbortSignal.any([signal, limit.signal])
  const onOutput = async (text: string) => void output.push(text)
  const {end} = await children.run({...program, mostOutputBytes: MOST_OUTPUT_BYTES, onOutput}, either)
  either.throwIfAborted()
  return {
    code: end.kind === 'exited' ? end.code : undefined,
    output: output.join(''),
    isMissing: end.kind === 'missing',
  }
}
