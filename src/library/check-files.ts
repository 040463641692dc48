import type {ValidateResult} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {FileKind} from '#validate/file-kind'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {placeText} from './place.ts'
import {ACCESS, type ProviderAccess, WORKSPACE, type WorkspaceOptions} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `validateFiles` takes. */
export interface ValidateFilesOptions extends WorkspaceOptions, ProviderAccess {
  /** Jobs, profiles, gates, budgets and other files of yours. Relative ones start at `cwd`. */
  readonly files: readonly (string | URL)[]
  /** What the files are, where they do not say it. */
  readonly kind?: FileKind | undefined
}

export const VALIDATE = {
  name: 'validateFiles',
  command: 'validate',
  hasCases: true,
  options: {
    ...WORKSPACE,
    ...ACCESS,
    files: needed('places'),
    kind: option('text', '--kind'),
  } satisfies OptionTable<ValidateFilesOptions>,
} as const satisfies Verb

/**
 * Checks files before anything runs: `assay validate`. What is wrong stands in the result, of all files at once; nothing is made.
 *
 * Throws `usage` where no file is named, `invalid_input`, `schema_invalid` for definitions of providers that cannot be read.
 */
export function validateFiles(options: ValidateFilesOptions): Promise<ValidateResult> {
  return callUseCase(VALIDATE, options, async ({ports, workspace}) => {
    if (options.files.length === 0)
      throw new AssayError('usage', 'files names no file', {hint: 'Name one file or more.'})
    const {checkFiles} = await import('#validate/check-files')
    const files = options.files.map((file) => placeText('files', file))
    return await checkFiles({files, kind: options.kind, workspace}, ports)
  })
}
