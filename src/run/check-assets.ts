import type {RuntimeAssetReference} from '#contract/generated/types'
import {startSha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {assetFault, type PlacedAsset, referenceOf, type SeenAsset} from '#profile/runtime-asset'

/** What lies where the assets should, as references for the run, and why it must not go on with them. */
export interface CheckedAssets {
  readonly references: readonly RuntimeAssetReference[]
  readonly faults: readonly string[]
}

/** Looks at every asset once, before anything runs: whether it is there, how large it is, and what it holds. */
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

/** Throws `asset_checksum`: what was measured with another model is no evidence of this one. */
export function demandAssets({faults}: CheckedAssets): void {
  if (faults.length === 0) return
  throw new AssayError('asset_checksum', `runtime assets are not what their manifest says: ${faults.join('; ')}`)
}

/** Caches are made of links, so the last one counts. */
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
