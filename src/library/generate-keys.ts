import type {KeysGenerateResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable} from './option-table.ts'
import {pathOf} from './place.ts'
import {SURROUNDINGS, type Surroundings} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `generateKeys` takes. */
export interface GenerateKeysOptions extends Surroundings {
  /** Existing folder to write to. */
  readonly folder: string | URL
}

export const GENERATE_KEYS = {
  name: 'generateKeys',
  command: 'keys generate',
  hasCases: false,
  options: {...SURROUNDINGS, folder: needed('place', '--output')} satisfies OptionTable<GenerateKeysOptions>,
} as const satisfies Verb

/**
 * Makes an Ed25519 pair for signing bundles, `key.pem` (PKCS#8, mode 0600) and `key.pub.pem` (SPKI): `assay keys generate`. Never overwrites.
 *
 * Throws `invalid_input`, `key_exists`, `path_unsafe` for a folder whose content is published, `file_missing`, `io_error`.
 *
 * Source: RFC 8032 (Ed25519), RFC 8410 (its keys in PKCS#8 and SPKI).
 */
export function generateKeys(options: GenerateKeysOptions): Promise<KeysGenerateResult> {
  return callUseCase(GENERATE_KEYS, options, async (stage) => {
    const [{makeKeyPair: generate}, {keysReport}] = await Promise.all([
      import('#evidence/sign/generate-keys'),
      import('#evidence/sign/keys-report'),
    ])
    const folder = pathOf('folder', options.folder, options.cwd === undefined ? undefined : stage.cwd)
    const result = await generate({folder, shown: folder}, stage.ports)
    return {result, report: keysReport(result)}
  })
}
