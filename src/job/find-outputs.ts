import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {type FilePattern, parseFilePattern} from '#path/file-pattern'
import type {FileReader} from '#path/files'
import type {Globs} from '#path/glob'
import {OUTSIDE, resolveInside, UNSPELT} from '#path/safe-relative-path'

const LIMITS = {files: 10_000, names: 200_000, levels: 32}

/** A pattern as the job spells it, and what it means. */
export interface OutputPattern extends FilePattern {
  readonly text: string
}

/** What matched and was not kept, and why. `isShort`: a file that was promised, so that the evidence is short of it; a link is none. */
export interface UnfitOutput {
  readonly path: string
  readonly why: string
  readonly isShort: boolean
}

/**
 * What a pattern matched below a folder, sorted. `unfit`: a link, a special file, a path out of the folder, a name that is unsafe elsewhere, a
 * folder that was not looked into. `beyond`: the limit that ended the search, in words.
 */
export interface FoundOutputs {
  readonly fit: readonly string[]
  readonly unfit: readonly UnfitOutput[]
  readonly beyond?: string
}

/** A pattern of a step, read before anything runs. `what` names it. Throws `path_unsafe`, with the place of what is wrong. */
export function readOutputPattern(text: string, what: string): OutputPattern {
  const pattern = parseFilePattern(text)
  if (!('message' in pattern)) return {text, ...pattern}
  throw new AssayError('path_unsafe', `${what}, character ${pattern.at + 1}: it ${pattern.message}`)
}

/** Regular files that match; links are neither followed nor kept. What cannot be kept is told, not dropped. */
export async function findOutputs(
  pattern: OutputPattern,
  cwd: string,
  {globs, reader}: {readonly globs: Globs; readonly reader: FileReader},
  signal: AbortSignal,
): Promise<FoundOutputs> {
  const {paths, unopened, beyond} = await globs.find({pattern, folder: cwd, limits: LIMITS, signal})
  const judged = paths.map((path) => ({path, fault: faultOf(path, cwd, reader)}))
  const unfit = judged.flatMap(({path, fault}) => (fault === undefined ? [] : [{path, ...fault}]))
  const closed = unopened.map((path) => ({path, ...(unspelt(path) ?? {why: 'it was not looked into', isShort: false})}))
  const fit = judged.flatMap(({path, fault}) => (fault === undefined ? [path] : []))
  return {fit, unfit: [...unfit, ...closed], ...(beyond !== undefined && {beyond})}
}

function faultOf(path: string, cwd: string, reader: FileReader): Omit<UnfitOutput, 'path'> | undefined {
  const kind = reader.facts(join(cwd, path))?.kind
  if (kind === 'link') return {why: 'links are not followed', isShort: false}
  if (kind === undefined && unspelt(path)) return unspelt(path)
  if (kind !== 'file') return {why: 'it is no regular file', isShort: false}
  const place = resolveInside(cwd, path, reader)
  if (!('rule' in place)) return undefined
  return {why: `its path ${place.message}`, isShort: place.rule !== OUTSIDE.rule}
}

/** Nothing is found under the name that stands for one which is no UTF-8. */
function unspelt(path: string): Omit<UnfitOutput, 'path'> | undefined {
  return path.includes(UNSPELT) ? {why: 'its name is no UTF-8', isShort: true} : undefined
}
