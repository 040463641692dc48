import type {RuntimeAsset, RuntimeAssetReference} from '#contract/generated/types'

/** Schema version of a runtime asset manifest, and of each reference to one in a run. */
export const RUNTIME_ASSET_MANIFEST_SCHEMA_VERSION = 1

/** An asset and where it lies on this machine, absolute. */
export interface PlacedAsset {
  readonly asset: RuntimeAsset
  readonly place: string
}

/** What was found there. `checksum` only where the manifest names one, and of a file only. */
export interface SeenAsset {
  readonly exists: boolean
  readonly sizeBytes?: number
  readonly checksum?: `sha256:${string}`
}

/** What a run keeps: what was seen, not what was said; without its place where that is the host's own business. */
export function referenceOf({asset}: PlacedAsset, seen: SeenAsset): RuntimeAssetReference {
  const {id, path, cache_root, source, revision, checksum, local_only = true, rebuild_command} = asset
  const sizeBytes = seen.sizeBytes ?? asset.size_bytes
  return {
    schema_version: RUNTIME_ASSET_MANIFEST_SCHEMA_VERSION,
    id,
    ...(!local_only && {path, ...(cache_root !== undefined && {cache_root})}),
    source,
    ...(revision !== undefined && {revision}),
    ...((seen.checksum ?? checksum) !== undefined && {checksum: seen.checksum ?? checksum}),
    ...(sizeBytes !== undefined && {size_bytes: sizeBytes}),
    local_only,
    exists: seen.exists,
    ...(rebuild_command !== undefined && {rebuild_command}),
  }
}

/** Why an asset that is there is not the one that its manifest names. One that is not there contradicts nobody. */
export function assetFault({asset}: PlacedAsset, seen: SeenAsset): string | undefined {
  if (!seen.exists) return undefined
  if (asset.checksum !== undefined && seen.checksum === undefined) return 'is no file, so its checksum cannot be taken'
  if (asset.checksum !== undefined && seen.checksum !== asset.checksum) return 'has another checksum'
  const isOther = asset.size_bytes !== undefined && seen.sizeBytes !== undefined && asset.size_bytes !== seen.sizeBytes
  return isOther ? `has ${seen.sizeBytes} bytes, not ${asset.size_bytes}` : undefined
}
