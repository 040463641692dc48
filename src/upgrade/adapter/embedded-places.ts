import {dirname, join, resolve} from 'node:path/posix'
import type {Digest} from '#contract/ids'
import {isRecord} from '#contract/is-record'
import {sha256} from '#digest/sha256'
import type {FileReader} from '#path/files'
import {fileName} from '#path/safe-relative-path'

/** Where embedded nodes and their releases are; absolute. */
export interface EmbeddedPlaces {
  readonly home: string
  readonly releases: string
}

export const nodeFolder = ({home}: EmbeddedPlaces, node: string): string => join(home, node)
export const dataFolder = (places: EmbeddedPlaces, node: string): string => join(nodeFolder(places, node), 'data')
/** Where its data really are: the folder may be a link to another disk. */
export const dataPlace = (places: EmbeddedPlaces, node: string, reader: FileReader): string =>
  reader.real(dataFolder(places, node)) ?? dataFolder(places, node)
/** What restores of backups left beside the data, by the name that `hostnode` gives it. */
export function replacedFolders(places: EmbeddedPlaces, node: string, reader: FileReader): string[] {
  const place = dataPlace(places, node, reader)
  const folder = dirname(place)
  const stem = `${fileName(place)}.replaced-`
  const names = reader.facts(folder) === undefined ? [] : reader.list(folder).map(({name}) => name)
  return names.filter((name) => name.startsWith(stem)).map((name) => join(folder, name))
}
/** Holds the name of the release that is installed, and of the one before it. */
export const releaseFile = (places: EmbeddedPlaces, node: string): string => join(nodeFolder(places, node), 'release')
export const oldReleaseFile = (places: EmbeddedPlaces, node: string): string =>
  join(nodeFolder(places, node), 'release.old')
export const logFile = (places: EmbeddedPlaces, node: string): string => join(nodeFolder(places, node), 'node.log')
const configFile = (places: EmbeddedPlaces, node: string): string => join(nodeFolder(places, node), 'node.json')
export const programOf = ({releases}: EmbeddedPlaces, release: string): string => join(releases, `${release}.mjs`)

const MOST_BYTES = 256 * 1024
const NAME = /^[0-9A-Za-z][0-9A-Za-z._-]{0,99}$/

/** The text of a small file; undefined where there is none. */
export function textAt(path: string, reader: FileReader): string | undefined {
  return reader.facts(path)?.kind === 'file' ? new TextDecoder().decode(reader.read(path, MOST_BYTES)) : undefined
}

/** What a small file of JSON tells; undefined where there is none, or it tells nothing. */
export function recordAt(path: string, reader: FileReader): Readonly<Record<string, unknown>> | undefined {
  try {
    const told: unknown = JSON.parse(textAt(path, reader) ?? 'null')
    return isRecord(told) ? told : undefined
  } catch {
    return undefined
  }
}

/** The release that such a file names; undefined where it names none. */
export function namedRelease(path: string, reader: FileReader): string | undefined {
  const name = textAt(path, reader)?.trim()
  return name !== undefined && NAME.test(name) ? name : undefined
}

/** The digest in hex that the list of releases gives a program; undefined where it stands in none. */
export function listedDigest(places: EmbeddedPlaces, release: string, reader: FileReader): string | undefined {
  const one = listIn(places, reader).find((each) => each['release'] === release)
  return typeof one?.['sha256'] === 'string' ? one['sha256'] : undefined
}

/** Names in the list whose programs are there. */
export const listedReleases = (places: EmbeddedPlaces, reader: FileReader): string[] =>
  listIn(places, reader)
    .map(({release}) => release)
    .filter((name): name is string => typeof name === 'string' && NAME.test(name))
    .filter((name) => reader.facts(programOf(places, name)) !== undefined)

function listIn({releases}: EmbeddedPlaces, reader: FileReader): Readonly<Record<string, unknown>>[] {
  const list: unknown = JSON.parse(textAt(join(releases, 'releases.json'), reader) ?? 'null')
  const all: unknown = isRecord(list) ? list['releases'] : undefined
  return Array.isArray(all) ? all.filter(isRecord) : []
}

/** Digest of the configuration that a node would be started with now; undefined if it has none. */
export function configDigest(places: EmbeddedPlaces, node: string, reader: FileReader): Digest | undefined {
  const config = configFile(places, node)
  return reader.facts(config) === undefined ? undefined : sha256(reader.read(config, MOST_BYTES))
}

/** Where the configuration of a node has its data, if that is not where they are looked for; undefined where it is, or does not say. */
export function dataElsewhere(places: EmbeddedPlaces, node: string, reader: FileReader): string | undefined {
  const named = recordAt(configFile(places, node), reader)?.['data_dir']
  if (typeof named !== 'string') return undefined
  const told = resolve(nodeFolder(places, node), named)
  return (reader.real(told) ?? told) === dataPlace(places, node, reader) ? undefined : named
}

/** How a node is served: by its configuration file where it has one. */
export function serveArgs(places: EmbeddedPlaces, node: string, reader: FileReader): string[] {
  const config = configFile(places, node)
  const flags = reader.facts(config) === undefined ? [] : ['--config', config]
  return ['serve', '--data-dir', dataFolder(places, node), ...flags]
}
