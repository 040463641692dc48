import type {RuntimeAssetReference} from '#contract/generated/types'
import {startSha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {assetFault, type PlacedAsset, referenceOf, type SeenAsset} from '#profile/runtime-asset'

/** The runtime assets as references for the run, and the faults for which the run must not continue. */
export interface CheckedAssets {
  readonly references: readonly RuntimeAssetReference[]
  readonly faults: readonly string[]
}

/** Looks at every asset once, before anything runs: whether it exists, its size, and its content if a checksum is given. */
export function checkAssets(assets: readonly PlacedAsset[], reader: FileReader): CheckedAssets {
  const seen = assets.map((placed) => ({placed, found: lookAt(placed, reader)}))
  return {
    references: seen.map(({placed, found}) => referenceOf(placed, found)),
    faults: seen.flatMap(({placed, found}) => {
      const fault = assetFault(placed, found)
      return fault === undefined ? [] : [`${placed.asset.id} ${fault}`]
    }),
  }
}

/** Throws `asset_checksum` if an asset has a fault: a measurement with another model is no evidence about this one. */
export function demandAssets({faults}: CheckedAssets): void {
  if (faults.length === 0) return
  throw new AssayError('asset_checksum', `runtime assets are not what their manifest says: ${faults.join('; ')}`)
}

/** Looks at the file behind an asset. Caches consist of links, so links are followed to the end. */
function lookAt({asset, place}: PlacedAsset, reader: FileReader): SeenAsset {
  const real = reader.real(place)
  const facts = real === undefined ? undefined : reader.facts(real)
  if (real === undefined || facts === undefined) return {exists: false}
  if (facts.kind !== 'file') return {exists: true}
  const checksum = asset.checksum === undefined ? {} : {checksum: digestOfFile(real, reader)}
  return {exists: true, sizeBytes: facts.sizeBytes, ...checksum}
}

function digestOfFile(path: string, reader: FileReader): `sha256:${string}` {
  using file = reader.open(path)
  const sum = startSha256()
  for (let piece = file.next(); piece !== undefined; piece = file.next()) sum.update(piece)
  return sum.digest()
}
