import type {LogRecord} from '#compose/activity-records'
import type {Provider} from '#provider/model/provider'
import type {Clock} from '#random/clock'
import type {Entropy} from '#random/entropy'
import {needed, type OptionTable, option} from './option-table.ts'

/** How far long work has come: `done` of `total` units, and what runs now. Never part of a result. */
export interface ProgressStep {
  readonly done: number
  readonly total: number
  readonly note: string
}

/** What every function of the library takes. Nothing is read from the process: neither its environment, nor its folder, nor its signals. */
export interface Surroundings {
  /** Where relative paths of the other options start: an absolute path or a `file:` URL. The workspace by default. */
  readonly cwd?: string | URL | undefined
  /** Variables that configure providers and that steps of jobs see; none by default. Values of secret names are masked in all that is written. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Further values that must leave in no encoding. */
  readonly secrets?: readonly string[] | undefined
  /** Ends the work early and cleanly: a run is closed with the verdict `interrupted`. */
  readonly signal?: AbortSignal | undefined
  /** Called now and then during long work. What it throws ends the work as an abort does, and is thrown again once the run is closed. */
  readonly onProgress?: ((step: ProgressStep) => void) | undefined
  /** Called with each provider event and each decision, redacted, as `--log-level debug` tells them. What it throws is treated alike. */
  readonly onLog?: ((record: LogRecord) => void) | undefined
  /** Files to write a report to; the suffix chooses the format: `.html`, `.md`, `.csv`, `.txt`, `.json`, and `.xml` for JUnit. */
  readonly reports?: readonly (string | URL)[] | undefined
  /** Instead of the clock of this machine. */
  readonly clock?: Clock | undefined
  /** Instead of the random bytes of this machine; for names that must not collide, never for results. */
  readonly entropy?: Entropy | undefined
}

/** For functions that read or write runs. */
export interface WorkspaceOptions extends Surroundings {
  /** Folder that holds `runs/` and `issue-bundles/`: an absolute path or a `file:` URL, or relative to `cwd`. What writes makes it, and takes it away again where nothing was left in it. */
  readonly workspace: string | URL
}

/** Where providers may come from and how far connections may go. */
export interface ProviderAccess {
  /** Let connections go to this machine. */
  readonly allowLoopback?: boolean | undefined
  /** Private hosts, addresses or networks that connections may go to. */
  readonly allowHosts?: readonly string[] | undefined
  /** A file that defines providers of your own: JSON, YAML or TOML. */
  readonly providersFile?: string | URL | undefined
  /** ES modules or packages that export `assayProvider`. */
  readonly providerModules?: readonly string[] | undefined
}

/** For functions that call providers in this process. */
export interface OwnProviders {
  /** Providers of your own, known by the names of their profiles beside all others. */
  readonly ownProviders?: readonly Provider[] | undefined
}

/** For functions that make a run. */
export interface LocalAssets {
  /** Manifest of checkpoints and other files of this machine, looked at before anything runs: JSON, TOML or YAML. */
  readonly runtimeAssets?: string | URL | undefined
}

/** For functions that make a run: what it is called and where it comes from. */
export interface RunNaming {
  /** What you call the run by: at most 32 keys of a-z 0-9 . _ / -, values of at most 200 characters. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** A remark of at most 1,000 characters that is kept with the run. */
  readonly note?: string | undefined
  /** Folder of the git checkout that is tried, whose commit, branch and changes the run then tells: git is asked with the variables of `env`. None by default. */
  readonly source?: string | URL | undefined
}

/** For functions that make a run: who else is told of it. What cannot be told changes no verdict; `onLog` hears of it. */
export interface RunTelling {
  /** File for the metrics of the run as Prometheus text; replaced as a whole when the run has ended. One that holds something else is refused. */
  readonly metricsFile?: string | URL | undefined
  /** Address that gets what the run came to as a signed webhook, within the address policy of `allowLoopback` and `allowHosts`. */
  readonly notify?: string | undefined
  /** The name in `env` of the secret that `notify` signs with; `ASSAY_NOTIFY_SECRET` by default. */
  readonly notifySecretEnv?: string | undefined
}

export const SURROUNDINGS = {
  cwd: option('place'),
  env: option('variables'),
  secrets: option('texts'),
  signal: option('signal'),
  onProgress: option('function'),
  onLog: option('function'),
  reports: option('places', '--output'),
  clock: option('clock'),
  entropy: option('entropy'),
} as const satisfies OptionTable<Surroundings>

export const WORKSPACE = {
  ...SURROUNDINGS,
  workspace: needed('place', '--workspace-dir'),
} as const satisfies OptionTable<WorkspaceOptions>

export const ACCESS = {
  allowLoopback: option('boolean', '--allow-loopback'),
  allowHosts: option('words', '--allow-host'),
  providersFile: option('place', '--providers'),
  providerModules: option('words', '--provider-module'),
} as const satisfies OptionTable<ProviderAccess>

export const ASSETS = {runtimeAssets: option('place', '--runtime-assets')} as const satisfies OptionTable<LocalAssets>

export const NAMING = {
  labels: option('labels', '--label'),
  note: option('text', '--note'),
  source: option('place'),
} as const satisfies OptionTable<RunNaming>

export const TELLING = {
  metricsFile: option('place', '--metrics-file'),
  notify: option('text', '--notify'),
  notifySecretEnv: option('text', '--notify-secret-env'),
} as const satisfies OptionTable<RunTelling>

export const OWN = {ownProviders: option('objects')} as const satisfies OptionTable<OwnProviders>
