// The packages whose code stands in dist/, as the bundler tells, with what their own package.json says of them.
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Metafile} from 'esbuild'

export interface BundledPackage {
  /** Its folder, from the root of the checkout: the key of its entry in the lock. */
  readonly folder: string
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly license: string
  readonly texts: readonly {readonly file: string; readonly text: string}[]
  /** Names of packages it asks for itself. */
  readonly asksFor: readonly string[]
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([._-].*)?$/i

/** Sorted by name and version. Throws where a package names no licence: then it may not be shipped. */
export function bundledPackages({outputs}: Metafile): BundledPackage[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs))
  const folders = inputs.flatMap(([path, {bytesInOutput}]) => (bytesInOutput > 0 ? (folderOf(path) ?? []) : []))
  return [...new Set(folders)].map(readPackage).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

function folderOf(path: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
}

function readPackage(folder: string): BundledPackage {
  const {name, version, license, dependencies} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string') throw new Error(`${folder} names no licence`)
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  const texts = files.sort().map((file) => ({file, text: readFileSync(join(folder, file), 'utf8').trim()}))
  return {folder, name, version, license, texts, asksFor: Object.keys(dependencies ?? {}).sort()}
}

function keyOf({name, version}: BundledPackage): string {
  return `${name}@${version}`
}
