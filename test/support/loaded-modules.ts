import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {BIN, type Ended, SOURCE_BIN, start} from './spawned.ts'
import {tempDir} from './temp-dir.ts'

/** Files of `src/` in the process that a command line starts. `executed`: of them those in which some function ran, not the file's top level alone. */
export interface LoadedModules {
  readonly ended: Ended
  readonly loaded: readonly string[]
  readonly executed: readonly string[]
  /** Of the first episode: who called whom, outermost first, by the names of functions. Empty where none was run. */
  readonly callers: readonly string[]
}

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly ranges: readonly {readonly startOffset: number; readonly count: number}[]
      readonly functionName: string
    }[]
  }[]
}

const EPISODE = '/src/eval/kit/run-episode.ts'

/** Loads modules as they are and writes down which; the episode's also writes down, once, by whom it was called. */
function hookOf(list: string, stack: string): string {
  const tell = `if (!globalThis.told) { globalThis.told = true; process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(stack)}, new Error().stack) }`
  return `const {registerHooks} = process.getBuiltinModule('node:module')
    const {appendFileSync} = process.getBuiltinModule('node:fs')
    Error.stackTraceLimit = 200
    registerHooks({load(url, context, next) {
      appendFileSync(${JSON.stringify(list)}, url + '\\n')
      const loaded = next(url, context)
      if (!url.endsWith('${EPISODE}')) return loaded
      return {...loaded, source: String(loaded.source).replace(/export async function runEpisode[^]*?\\{\\n/, (head) => head + ${JSON.stringify(tell)})}
    }})`
}

/** Runs a command line in a folder of its own and asks the engine's coverage what was loaded and what ran. */
export async function loadedBy(args: readonly string[]): Promise<LoadedModules> {
  using dir = tempDir()
  const hook = join(dir.path, 'hook.mjs')
  const list = join(dir.path, 'loaded.txt')
  const stack = join(dir.path, 'stack.txt')
  const coverage = join(dir.path, 'coverage')
  writeFileSync(list, '')
  writeFileSync(stack, '')
  writeFileSync(hook, hookOf(list, stack))
  const program = ['--import', pathToFileURL(hook).href, SOURCE_BIN, ...args]
  const ended = await start(program, dir.path, {NODE_V8_COVERAGE: coverage}).ended
  const loaded = namesOf(readFileSync(list, 'utf8').split('\n'))
  return {ended, loaded, executed: executedIn(coverage), callers: callersIn(readFileSync(stack, 'utf8'))}
}

/** The files of the build that a command line links in its own process, that of the program unless told otherwise. */
export async function linkedBy(args: readonly string[], program = BIN): Promise<readonly string[]> {
  using dir = tempDir()
  const hook = join(dir.path, 'hook.mjs')
  const list = join(dir.path, 'linked.txt')
  writeFileSync(hook, hookOf(list, join(dir.path, 'stack.txt')))
  await start(['--import', pathToFileURL(hook).href, program, ...args], dir.path).ended
  return readFileSync(list, 'utf8').match(/(?<=\/dist\/).*$/gm) ?? []
}

/** Those of the callers below the command whose name begins with run or evaluate. */
export function runningFunctions(callers: readonly string[]): string[] {
  const command = callers.findIndex((name) => name.endsWith('.perform'))
  return callers.slice(command + 1).filter((name) => /(^|[.#])(run|evaluate)/.test(name))
}

function callersIn(stack: string): string[] {
  return stack
    .split('\n')
    .flatMap((line) => line.match(/^ +at (?:async )?([^ ]+) \(/)?.[1] ?? [])
    .reverse()
}

function executedIn(folder: string): string[] {
  const scripts = readdirSync(folder).flatMap((name): Coverage['result'] => {
    return (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage).result
  })
  const ran = scripts.filter(({functions}) =>
    functions.some(({functionName, ranges: [whole]}) => {
      const isTopLevel = functionName === '' && whole?.startOffset === 0
      return !isTopLevel && (whole?.count ?? 0) > 0
    }),
  )
  return namesOf(ran.map(({url}) => url))
}

function namesOf(urls: readonly string[]): string[] {
  return [...new Set(urls.flatMap((url) => url.match(/\/src\/(.*\.ts)$/)?.[1] ?? []))].sort()
}
