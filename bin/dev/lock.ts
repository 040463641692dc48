// Completes package-lock.json. A lock written against a mirror that lacks some foreign platform builds misses their entries,
// and npm ci then refuses everywhere. Every optional dependency of an entry becomes an entry itself.
import {readFileSync, writeFileSync} from 'node:fs'

export interface LockEntry {
  readonly version?: string
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
export type Packages = Readonly<Record<string, LockEntry>>

const FILE = 'package-lock.json'
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const CPUS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'ppc64le', 'riscv64', 's390x', 'x64', 'wasm32']

/** The entries that are missing, by path. */
export function missingEntries(packages: Packages): Record<string, LockEntry> {
  const all: Record<string, LockEntry> = {...packages}
  const added: Record<string, LockEntry> = {}
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const missing = missingPath(name, range, {path, packages: all})
      if (missing === undefined) continue
      added[missing] = entryFor(name, range.replace(/^[~^]/, ''))
      all[missing] = added[missing]
    }
  }
  return added
}

/** Where a dependency must be added: at the top when nobody has the name, beside the dependent when another version has it. */
function missingPath(name: string, range: string, dependent: {path: string; packages: Packages}): string | undefined {
  const found = lookup(name, dependent.path, dependent.packages)
  if (found === undefined) return `node_modules/${name}`
  const isExact = /^\d/.test(range)
  if (!isExact || found.version === range) return undefined
  return `${dependent.path.slice(0, dependent.path.lastIndexOf('node_modules/'))}node_modules/${name}`
}

/** npm looks inside the dependent and then in every folder above it. */
function lookup(name: string, dependent: string, packages: Packages): LockEntry | undefined {
  for (let at = dependent; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const entry = packages[`${at ? `${at}/` : ''}node_modules/${name}`]
    if (entry || at === '') return entry
  }
}

function entryFor(name: string, version: string): LockEntry {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  const os = SYSTEMS.filter((system) => words.includes(system))
  const cpu = CPUS.filter((kind) => words.includes(kind))
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
  return {version, optional: true, ...(os.length && {os}), ...(cpu.length && {cpu}), ...(libc.length && {libc})}
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync(FILE, 'utf8')) as {packages: Packages}
  const missing = missingEntries(lock.packages)
  const all = Object.entries({...lock.packages, ...missing}).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  writeFileSync(FILE, `${JSON.stringify({...lock, packages: Object.fromEntries(all)}, null, 2)}\n`)
  console.log(`${Object.keys(missing).length} entries added`)
}
