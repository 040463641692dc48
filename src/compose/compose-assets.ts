import {absolutePath} from '#path/absolute-path'
import type {FileReader} from '#path/files'
import {fileName} from '#path/resolve-inside'
import type {SecretFinder} from '#profile/profile-rules'
import type {PlacedAsset} from '#profile/runtime-asset'
import type {Environment} from './ports.ts'

/** The runtime assets that the environment names; nothing is read where it names none. Throws `file_missing`, `assets_invalid`. */
export async function composeAssets(
  env: Environment,
  folder: string,
  ports: {readonly reader: FileReader; readonly redactor: SecretFinder},
): Promise<readonly PlacedAsset[]> {
  const file = env['ASSAY_RUNTIME_ASSETS']
  if (file === undefined || file === '') return []
  const path = absolutePath(folder, file)
  const {loadAssets} = await import('#profile/load-assets')
  return await loadAssets({path, name: fileName(path)}, ports)
}
