import {dirname, isAbsolute, resolve} from 'node:path'
import {runtimeAssetManifest} from '#contract/generated/runtime-asset-manifest'
import type {RuntimeAsset, RuntimeAssetManifest} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {parse} from '#contract/parse'
import {type DraftIssue, placeIssues, schemaIssues} from '#document/document-issues'
import type {DocumentPorts, SecretFinder} from '#document/document-ports'
import {documentRefusal} from '#document/document-refusal'
import {loadDocument} from '#document/load-document'
import {unsafePath} from '#path/safe-relative-path'
import {secretIssues} from './profile-rules.ts'
import type {PlacedAsset} from './runtime-asset.ts'

const LIMIT_BYTES = 256 * 1024

/** The assets of a manifest, with their places. `path` is absolute. Throws `file_missing`, `document_*`, `assets_invalid` with every issue. */
export async function loadAssets(
  {path, name}: {readonly path: string; readonly name: string},
  {reader, redactor}: DocumentPorts,
): Promise<readonly PlacedAsset[]> {
  const document = await loadDocument({path, name, limitBytes: LIMIT_BYTES}, reader)
  const shape = schemaIssues(runtimeAssetManifest, document.value)
  const meaning = shape.length > 0 ? [] : meaningIssues(document.value as RuntimeAssetManifest, redactor)
  const issues = placeIssues([...shape, ...meaning], document, (key) => redactor.find(key).length === 0)
  if (issues.length > 0) {
    throw documentRefusal(document, {code: 'assets_invalid', what: 'is not a valid runtime asset manifest'}, issues)
  }
  return parse(runtimeAssetManifest, document.value).assets.map((asset) => ({
    asset,
    place: resolve(dirname(path), asset.cache_root ?? '.', asset.path),
  }))
}

function meaningIssues({assets}: RuntimeAssetManifest, redactor: SecretFinder): DraftIssue[] {
  return assets.flatMap((asset, at) => {
    const pointer = `/assets/${at}`
    const isTwice = assets.findIndex(({id}) => id === asset.id) < at
    return [
      ...(isTwice ? [{pointer: `${pointer}/id`, rule: 'duplicate', message: 'is the id of an earlier asset'}] : []),
      ...toldPathIssues(asset, pointer),
      ...toldTextIssues(asset, pointer, redactor),
    ]
  })
}

/** Where a place is told it must mean the same on every machine. */
function toldPathIssues({local_only = true, path, cache_root}: RuntimeAsset, pointer: string): DraftIssue[] {
  if (local_only) return []
  return Object.entries({path, ...(cache_root !== undefined && {cache_root})}).flatMap(([key, text]): DraftIssue[] => {
    const fault = isAbsolute(text) ? {rule: 'path_absolute', message: 'must be relative to be told'} : unsafePath(text)
    return fault ? [{pointer: `${pointer}/${key}`, ...fault}] : []
  })
}

/** All but the place goes into runs, so it holds no secret and no path of one host. */
function toldTextIssues({path, cache_root, ...told}: RuntimeAsset, pointer: string, redactor: SecretFinder) {
  const secrets = secretIssues(told, redactor).map((issue) => ({...issue, pointer: pointer + issue.pointer}))
  const command = isRecord(told) ? told.rebuild_command : undefined
  const isOfHost = command !== undefined && /(?:^|[\s='"])(?:\/|~|[A-Za-z]:\\)[^\s]/.test(command)
  const host = {pointer: `${pointer}/rebuild_command`, rule: 'host_path', message: 'must name no path of one host'}
  return isOfHost ? [...secrets, host] : secrets
}
