import {createHash} from 'node:crypto'
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import {join, resolve} from 'node:path'
import {stagePackage} from './stage-package.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
const CACHE = join(ROOT, 'node_modules', '.cache', 'built')
/** What the package is made of and by. */
const SOURCES = [
  'src/**/*.{ts,js}',
  'bin/*.js',
  'bin/dev/*.ts',
  'schemas/**/*.json',
  'fixtures/**/*',
  'docs/**/*',
  '*.{json,md}',
]
const OLD_MS = 24 * 60 * 60 * 1000

/** The folder of the package as it ships, made of the sources as they are now; built once for every state of them. */
export function builtPackage(): string {
  const folder = join(CACHE, digestOfSources())
  if (touched(folder)) return folder
  mkdirSync(CACHE, {recursive: true})
  for (const name of readdirSync(CACHE)) if (isOld(join(CACHE, name))) rmSync(join(CACHE, name), {recursive: true})
  const staged = mkdtempSync(join(CACHE, 'staged-'))
  stagePackage(staged)
  // A temporary folder is its owner's alone, and tests run the program as others too.
  chmodSync(staged, 0o755)
  try {
    renameSync(staged, folder)
  } catch (error) {
    // Somebody else was quicker.
    rmSync(staged, {recursive: true})
    if (!touched(folder)) throw error
  }
  return folder
}

function digestOfSources(): string {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, {cwd: ROOT}).sort()) {
    const file = join(ROOT, path)
    if (statSync(file).isFile()) hash.update(`${path}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/** Whether it is there; then it counts as new again. */
function touched(folder: string): boolean {
  try {
    utimesSync(folder, new Date(), new Date())
    return true
  } catch {
    return false
  }
}

function isOld(path: string): boolean {
  return Date.now() - statSync(path).mtimeMs > OLD_MS
}
