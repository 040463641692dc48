import {closeSync, constants, existsSync, fstatSync, openSync, readFileSync, readSync} from 'node:fs'
import {createRequire, getCompileCacheDir} from 'node:module'
import {join} from 'node:path'
import {Script} from 'node:vm'
import {crc32} from 'node:zlib'
import {isNodeNewEnough, OLDEST_NODE} from '#process/oldest-node'
import {findCommand} from './find-command.ts'

// What the build made a script of is compiled through here, so that its compiled code can be kept together with that of the functions that a
// start called. Node itself keeps the code of modules as it was before anything ran: it compiles each of those functions again at every start.

// Programs ask for that before they load anything; who imports the library comes here first.
if (!isNodeNewEnough(process.versions.node)) {
  throw new Error(`Assay needs Node >= ${OLDEST_NODE.join('.')}, this is ${process.versions.node}`)
}

type Exports = Record<string, unknown>

/** What only the module of a script can do, and what its build knew: files beside it that only pass on what a script exports, by its name. */
interface OfModule {
  readonly importLater: (name: string) => Promise<unknown>
  readonly resolve: (name: string) => string
  readonly passing?: Readonly<
    Record<string, {readonly script: string; readonly names: Readonly<Record<string, string>>}>
  >
}

interface Loaded {
  readonly script: Script
  /** Of its kept code, without the word for whom it is kept. */
  readonly stem: string
  readonly isKept: boolean
}

/** A checksum, as Node has one for what it keeps: enough against damage, and loaded in a millisecond. */
const CHECKSUM_BYTES = 4
/** Stands for the command in a process that runs none: a thread, a measuring process, a program of somebody else. */
const NO_COMMAND = 'any'
const loaded: Loaded[] = []
const running = new Map<string, {readonly exports: Exports}>()
let keptFor = NO_COMMAND

/**
 * To be called before a script runs: whose compiled code this start takes and leaves, by the command that `argv` names. Reading the functions of all
 * commands would cost each of them more than compiling its own. `root`: the folder of the build.
 */
export function keepFor(argv: readonly string[], root: string): void {
  keptFor = findCommand(argv, join(root, 'commands'))?.words.join('-') ?? NO_COMMAND
}

/** What a script is given, in the words that it uses. */
const HEAD = Buffer.from('(function(exports,require,module,__filename,__dirname,__import,__resolve){')
const TAIL = Buffer.from('\n})')

/**
 * Runs a script of the build and gives what it exports. `modules`: what it requires, by the names it uses. Its module imports and resolves for it. Compiled code is read where Node keeps its
 * own, if Node does; that of other bytes, of somebody else, or changed since it was written is not taken.
 */
export function runScript(file: string, modules: Readonly<Record<string, unknown>>, ofModule: OfModule): Exports {
  const text = readWrapped(file)
  const source = text.subarray(HEAD.length, -TAIL.length)
  const folder = getCompileCacheDir()
  const stem = folder && join(folder, `assay-${crc32(source).toString(16)}-${source.length}`)
  const kept = stem ? readKept(codePath(stem, keptFor)) : undefined
  const script = new Script(text.toString('latin1'), {filename: file, ...(kept && {cachedData: kept})})
  if (stem) loaded.push({script, stem, isKept: kept !== undefined && script.cachedDataRejected === false})
  const module: {exports: Exports} = {exports: {}}
  const folderOf = join(file, '..')
  const importLater = async (name: string) => passedOn(name, folderOf, ofModule) ?? (await ofModule.importLater(name))
  const requireOf = (name: string) => (Object.hasOwn(modules, name) ? modules[name] : createRequire(file)(name))
  script.runInThisContext()(module.exports, requireOf, module, file, folderOf, importLater, ofModule.resolve)
  running.set(file, module)
  return module.exports
}

/** A script as a function of what it is given, put together as bytes: three quarters of a megabyte of text is made once then, not twice. */
function readWrapped(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY)
  try {
    const length = fstatSync(file).size
    const text = Buffer.allocUnsafeSlow(HEAD.length + length + TAIL.length)
    HEAD.copy(text)
    if (readSync(file, text, HEAD.length, length, null) !== length) throw new Error(`${path} was not read whole`)
    TAIL.copy(text, HEAD.length + length)
    return text
  } finally {
    closeSync(file)
  }
}

/** What importing a file would give that holds nothing of its own, where the script has run that it passes on: without the file. */
function passedOn(name: string, folder: string, {passing = {}}: OfModule): Exports | undefined {
  const known = Object.hasOwn(passing, name) ? passing[name] : undefined
  const ran = known && running.get(join(folder, known.script))
  if (!known || !ran) return undefined
  return Object.fromEntries(Object.entries(known.names).map(([name, own]) => [name, ran.exports[own]]))
}

/** Compiled code of this process as a file of its own. */
export interface CodeFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * What later processes need not compile again: once for the command of this one, with what it called, and the first of all for those without a command.
 * Empty where all of that is kept, and where Node keeps nothing.
 */
export function codeToKeep(): CodeFile[] {
  if (keptFor === NO_COMMAND) return []
  return loaded
    .filter(({isKept}) => !isKept)
    .flatMap(({script, stem}) => {
      const bytes = pack(script.createCachedData())
      const paths = [codePath(stem, keptFor), codePath(stem, NO_COMMAND)]
      return paths.filter((path, at) => at === 0 || !existsSync(path)).map((path) => ({path, bytes}))
    })
}

function codePath(stem: string, command: string): string {
  return `${stem}-${command}.code`
}

/** Reads kept code. Whoever can write the file decides what runs here, so it must belong to this user only; V8 itself does not check it for damage. */
function readKept(path: string): Buffer | undefined {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch {
    // Not kept yet, as at every first start.
    return undefined
  }
  try {
    const {uid, mode} = fstatSync(file)
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return undefined
    return unpack(readFileSync(file))
  } finally {
    closeSync(file)
  }
}

/** The code comes first, for V8 wants it aligned. */
function pack(code: Buffer): Buffer {
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32LE(crc32(code))
  return Buffer.concat([code, checksum])
}

function unpack(bytes: Buffer): Buffer | undefined {
  const end = bytes.length - CHECKSUM_BYTES
  const code = bytes.subarray(0, Math.max(end, 0))
  return end > 0 && crc32(code) === bytes.readUInt32LE(end) ? code : undefined
}
