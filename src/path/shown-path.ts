import {isAbsolute, relative} from 'node:path'

/**
 * A path of a workspace as a caller in `cwd` can type it. Below another place than `cwd` it stays as it is: how that place is
 * reached is a fact of this host.
 */
export function shownPath(path: string, place: {readonly cwd: string; readonly workspace: string}): string {
  const inner = relative(place.cwd, place.workspace).replaceAll('\\', '/')
  const isBelow = inner !== '' && inner !== '..' && !inner.startsWith('../') && !isAbsolute(inner)
  return isBelow ? `${inner}/${path}` : path
}

/** As it is typed in a folder, wherever it lies: a way from here is no fact of this host, and stays whole where paths of it are masked. */
export function typedPath(path: string, cwd: string): string {
  return relative(cwd, path).replaceAll('\\', '/') || '.'
}

/** The folder of a recorded line as evidence names it: what is suggested is typed there. */
const HERE = /^<cwd>(?=\/)/

/** A word of a recorded line as a POSIX shell takes it. */
export function typedWord(word: string): string {
  return shellWord(word.replace(HERE, '.'))
}

/** A word as a POSIX shell takes it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
