import {loadDocument} from '#document/load-document'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import type {ValidatorNetwork} from '../consensus/network.ts'
import {networkOfDocument} from '../consensus/network-document.ts'

const MOST_BYTES = 256 * 1024

/** The file of `--validators`. Throws `config_invalid` with all that is wrong with it; what reading throws. */
export async function loadNetwork(path: string, reader: FileReader): Promise<ValidatorNetwork> {
  const {value} = await loadDocument({path, name: 'the file of validators', limitBytes: MOST_BYTES}, reader)
  const {network, issues} = networkOfDocument(value)
  if (issues.length === 0) return network
  const all = issues.map(({pointer, message}) => `${pointer || '/'} ${message}`).join('; ')
  throw new AssayError('config_invalid', `the file of validators is not acceptable: ${all}`, {issues})
}
