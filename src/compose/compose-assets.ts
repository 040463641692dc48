import type {DocumentPorts} from '#document/document-ports'
import {absolutePath} from '#path/absolute-path'
import {fileName} from '#path/resolve-inside'
import type {Variables} from '#process/variables'
import type {PlacedAsset} from '#profile/runtime-asset'

/** The runtime assets that the environment names; nothing is read where it names none. Throws `file_missing`, `assets_invalid`. */
export async function composeAssets(
  env: Variables,
  folder: string,
  ports: DocumentPorts,
): Promise<readonly PlacedAsset[]> {
  const file = env['ASSAY_RUNTIME_ASSETS']
  if (file === undefined || file === '') return []
  const path = absolutePath(folder, file)
  const {loadAssets} = await import('#profile/load-assets')
  return await loadAssets({path, name: fileName(path)}, ports)
}
