import {type Dirent, readdir, realpathSync} from 'node:fs'
import {relative, sep} from 'node:path'
import fastGlob from 'fast-glob'
import {coarsePatterns, type FilePattern, leadsInto, matchesPattern} from './file-pattern.ts'
import type {FoundFiles, Globs, SearchLimits} from './glob.ts'
import {UNSPELT} from './safe-relative-path.ts'

// fast-glob follows links unless told; behind one link may stand a whole disk. Braces are spelt out before, groups are refused.
const OPTIONS = {
  followSymbolicLinks: false,
  onlyFiles: false,
  objectMode: true,
  braceExpansion: false,
  extglob: false,
} as const

/** fast-glob walks, along patterns whose regular expressions cannot go back and forth; ours decides among what it found. */
export const fastGlobFiles: Globs = {
  async find({pattern, folder, limits, signal}) {
    signal.throwIfAborted()
    const walk = new Walk(folder, pattern, limits)
    const fs = {readdir: walk.readdir as typeof readdir}
    const stream = fastGlob.stream(coarsePatterns(pattern), {...OPTIONS, cwd: folder, deep: limits.levels + 1, fs})
    walk.onLimit = () => void (stream as NodeJS.ReadableStream & {destroy(): void}).destroy()
    signal.addEventListener('abort', walk.onLimit, {once: true})
    try {
      for await (const found of stream) {
        const {path, dirent} = found as unknown as fastGlob.Entry
        if (!dirent.isDirectory()) walk.look(path)
      }
    } catch (error) {
      // A stream that was ended early says so.
      if (!signal.aborted && walk.found().beyond === undefined) throw error
    } finally {
      signal.removeEventListener('abort', walk.onLimit)
    }
    signal.throwIfAborted()
    return walk.found()
  },
}

type Listed = (error: Error | null, entries: readonly {readonly name: string}[]) => void

/** What a dot of a regular expression does not match, and so no `**` of fast-glob. */
const LINE_END = /[\n\r\u2028\u2029]/

/** What a walk met so far, and its way to list a folder: never one behind a link, never more names than the limit. */
class Walk {
  readonly #folder: string
  readonly #pattern: FilePattern
  readonly #limits: SearchLimits
  readonly #paths = new Set<string>()
  readonly #unopened = new Set<string>()
  #names = 0
  #beyond: string | undefined
  onLimit: () => void = () => undefined

  constructor(folder: string, pattern: FilePattern, limits: SearchLimits) {
    this.#folder = realpathSync(folder)
    this.#pattern = pattern
    this.#limits = limits
  }

  look(path: string): void {
    if (matchesPattern(this.#pattern, path)) this.#paths.add(path)
    if (this.#paths.size > this.#limits.files) this.#stop(`${this.#limits.files} files`)
  }

  found(): FoundFiles {
    const sorted = {paths: [...this.#paths].sort(), unopened: [...this.#unopened].sort()}
    return this.#beyond === undefined ? sorted : {...sorted, beyond: this.#beyond}
  }

  readonly readdir = (path: string, options: object, done: Listed): void => {
    const below = relative(this.#folder, path).split(sep).join('/')
    if (below.split('/').length >= this.#limits.levels) this.#stop(`${this.#limits.levels} folders deep`)
    this.#unopened.delete(below)
    const real = realPath(path)
    if (real === path) this.#list(path, below, {options, done})
    else {
      // One that is not there matches nothing, unless it was met under a name that leads nowhere; one behind a link is told.
      if (real !== undefined || below.includes(UNSPELT)) this.#unopened.add(below)
      done(null, [])
    }
  }

  #list(path: string, below: string, {options, done}: {readonly options: object; readonly done: Listed}): void {
    readdir(path, {...options, withFileTypes: true}, (error, entries = []) => {
      if (error) this.#unopened.add(below)
      this.#names += entries.length
      if (this.#names > this.#limits.names) this.#stop(`${this.#limits.names} names`)
      for (const entry of entries) this.#lookAtStrange(entry, below === '' ? entry.name : `${below}/${entry.name}`)
      done(null, this.#beyond === undefined ? entries : [])
    })
  }

  /** Where fast-glob may not look: a folder that it enters nevertheless is taken off again. */
  #lookAtStrange(entry: Dirent, path: string): void {
    if (!LINE_END.test(path)) return
    if (!entry.isDirectory()) this.look(path)
    else if (leadsInto(this.#pattern, path)) this.#unopened.add(path)
  }

  #stop(beyond: string): void {
    this.#beyond ??= beyond
    this.onLimit()
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
