import type {RunsBundleResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {textIfGiven} from './place.ts'
import {WORKSPACE, type WorkspaceOptions} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `bundleRun` takes. `SOURCE_DATE_EPOCH` of `env` sets the time in the bundle. */
export interface BundleRunOptions extends WorkspaceOptions {
  /** Run id. */
  readonly run: string
  /** Folder to make; `issue-bundles/<run id>` of the workspace by default. */
  readonly folder?: string | URL | undefined
  /** `zip` or `tgz`: also pack the bundle into one file beside the folder. */
  readonly archive?: 'zip' | 'tgz' | undefined
  /** Ed25519 private key (PKCS#8 PEM) to sign with. */
  readonly sign?: string | URL | undefined
  /** Run id: also tell, from the ledger, what became of every run since this one. */
  readonly since?: string | undefined
  /** Mask findings in files of others instead of leaving those out. */
  readonly redact?: boolean | undefined
  /** Put stable pseudonyms for names of your own providers, jobs, steps and files. */
  readonly redactNames?: boolean | undefined
  /** Replace an earlier bundle of the same run. */
  readonly replace?: boolean | undefined
  /** `exit` is `failed` when any file was left out. */
  readonly strict?: boolean | undefined
}

export const BUNDLE_RUN = {
  name: 'bundleRun',
  command: 'runs bundle',
  hasCases: false,
  options: {
    ...WORKSPACE,
    run: needed('text'),
    folder: option('place', '--output'),
    archive: option('text', '--archive'),
    sign: option('place', '--sign'),
    since: option('text', '--since'),
    redact: option('boolean', '--redact'),
    redactNames: option('boolean', '--redact-names'),
    replace: option('boolean', '--replace'),
    strict: option('boolean', '--strict'),
  } satisfies OptionTable<BundleRunOptions>,
} as const satisfies Verb

/**
 * Publishes a run as a folder that is safe to attach and that anybody can verify: redacted copies, one SHA-256 a file, a BagIt bag, a signature where
 * `sign` is given: `assay runs bundle`. Files with secrets are left out and named with the reason. After an error nothing was published.
 *
 * Throws `invalid_input`, `run_id_invalid`, `run_not_found`, `run_unreadable`, `run_live`, `bundle_exists`, `not_our_bundle`, `key_invalid`,
 * `evidence_refused`, `evidence_untrue`, `run_unledgered`, `ledger_contradiction`, `config_invalid`, `disk_full`, `io_error`.
 *
 * Source: RFC 8493 (BagIt), in-toto Statement v1, DSSE 1.0.
 */
export function bundleRun(options: BundleRunOptions): Promise<RunsBundleResult> {
  return callUseCase(BUNDLE_RUN, options, async ({ports, cwd, workspace, signal}) => {
    const [{publishRun: bundle}, {bundleReport}, {bundleRequest}] = await Promise.all([
      import('#evidence/publish/bundle-run'),
      import('#evidence/publish/bundle-report'),
      import('./bundle-request.ts'),
    ])
    const {folder, sign} = options
    const asked = {...options, folder: textIfGiven('folder', folder), sign: textIfGiven('sign', sign)}
    const request = bundleRequest(asked, {workspace, cwd, env: ports.env}, ports.files.reader)
    const result = await bundle(request, ports, signal)
    return {result, report: bundleReport(result)}
  })
}
