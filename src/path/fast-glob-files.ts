import {readdir, realpathSync} from 'node:fs'
import {relative, sep} from 'node:path'
import fastGlob from 'fast-glob'
import {coarsePatterns, matchesPattern} from './file-pattern.ts'
import type {FoundFiles, Globs, SearchLimits} from './glob.ts'

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
    const walk = new Walk(folder, limits)
    const fs = {readdir: walk.readdir as typeof readdir}
    const stream = fastGlob.stream(coarsePatterns(pattern), {...OPTIONS, cwd: folder, deep: limits.levels + 1, fs})
    walk.onLimit = () => void (stream as NodeJS.ReadableStream & {destroy(): void}).destroy()
    signal.addEventListener('abort', walk.onLimit, {once: true})
    try {
      for await (const found of stream) {
        const {path, dirent} = found as unknown as fastGlob.Entry
        if (!dirent.isDirectory() && matchesPattern(pattern, path)) walk.add(path)
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

/** What a walk met so far, and its way to list a folder: never one behind a link, never more names than the limit. */
class Walk {
  readonly #folder: string
  readonly #limits: SearchLimits
  readonly #paths: string[] = []
  readonly #unopened: string[] = []
  #names = 0
  #beyond: string | undefined
  onLimit: () => void = () => undefined

  constructor(folder: string, limits: SearchLimits) {
    this.#folder = realpathSync(folder)
    this.#limits = limits
  }

  add(path: string): void {
    this.#paths.push(path)
    if (this.#paths.length > this.#limits.files) this.#stop(`${this.#limits.files} files`)
  }

  found(): FoundFiles {
    const sorted = {paths: this.#paths.sort(), unopened: this.#unopened.sort()}
    return this.#beyond === undefined ? sorted : {...sorted, beyond: this.#beyond}
  }

  readonly readdir = (path: string, options: object, done: Listed): void => {
    const below = relative(this.#folder, path).split(sep).join('/')
    if (below.split('/').length >= this.#limits.levels) this.#stop(`${this.#limits.levels} folders deep`)
    const real = realPath(path)
    if (real === path) this.#list(path, below, {options, done})
    else {
      // One that is not there matches nothing; one behind a link is told.
      if (real !== undefined) this.#unopened.push(below)
      done(null, [])
    }
  }

  #list(path: string, below: string, {options, done}: {readonly options: object; readonly done: Listed}): void {
    readdir(path, {...options, withFileTypes: true}, (error, entries = []) => {
      if (error) this.#unopened.push(below)
      this.#names += entries.length
      if (this.#names > this.#limits.names) this.#stop(`${this.#limits.names} names`)
      done(null, this.#beyond === undefined ? entries : [])
    })
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
