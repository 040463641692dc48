import type {ExitName} from './exit.ts'

/** One line of the catalogue: which exit family, whose fault, what it means, what to do next. */
export interface ErrorFacts {
  readonly exit: ExitName
  readonly kind: 'caller' | 'world_state' | 'provider' | 'budget' | 'run' | 'machine' | 'bug'
  readonly meaning: string
  readonly next: string
}

const fact = (exit: ExitName, kind: ErrorFacts['kind'], meaning: string, next: string): ErrorFacts =>
  Object.freeze({exit, kind, meaning, next})
const usage = (meaning: string, next: string) => fact('usage', 'caller', meaning, next)
const run = (exit: ExitName, meaning: string, next: string) => fact(exit, 'run', meaning, next)
const machine = (exit: ExitName, meaning: string, next: string) => fact(exit, 'machine', meaning, next)
const provider = (meaning: string, next: string) => fact('unavailable', 'provider', meaning, next)

/** Every error code with its meaning and next step. Codes are added, never reused. */
export const CODES = Object.freeze({
  usage: usage('The command line is wrong.', 'Run the command with --help.'),
  unknown_command: usage('There is no such command.', 'Run assay --help for the list.'),
  invalid_input: usage('A value given to the call is not acceptable.', 'Correct the named value.'),
  config_invalid: usage('A setting is not acceptable.', 'Correct the named setting.'),
  file_missing: usage('A named file does not exist.', 'Check the path.'),
  file_unreadable: usage('A named file cannot be read.', 'Check its permissions and kind.'),
  document_format: usage('A document is not text in a known format.', 'Use UTF-8 JSON, TOML or YAML.'),
  document_size: usage('A document is larger than allowed.', 'Make it smaller.'),
  document_parse: usage('A document cannot be parsed safely.', 'Correct the named lines.'),
  profile_invalid: usage('A configuration profile breaks its rules.', 'Correct every listed issue.'),
  profile_format: usage('A profile is not a regular UTF-8 file in a known format.', 'Use .json, .toml, .yaml or .yml.'),
  profile_size: usage('A profile is larger than 256 KiB.', 'Make it smaller.'),
  profile_parse: usage('A profile cannot be parsed safely.', 'Correct the named lines.'),
  job_invalid: usage('A job file breaks its rules.', 'Correct every listed issue.'),
  budget_invalid: usage('A budget file breaks its rules.', 'Correct every listed issue.'),
  gate_invalid: usage('A gate file breaks its rules.', 'Correct every listed issue.'),
  account_unknown: usage('No such account is kept.', 'Run assay node account list.'),
  alerts_invalid: usage('A file of alert rules breaks its rules.', 'Correct every listed issue.'),
  drill_invalid: usage('A drill file breaks its rules.', 'Correct every listed issue.'),
  drill_unknown: usage('There is no such drill.', 'Run assay drills list.'),
  drill_refused: run(
    'refused',
    'A drill may not touch this target.',
    'Ask the owner of the target: its file says under drills which drills and actions it allows.',
  ),
  undo_pending: run(
    'unsafe-state',
    'An earlier drill left something that was not put back.',
    'Run assay drills recover.',
  ),
  plan_invalid: usage(
    'A plan of an upgrade is not what it says, or cannot be carried out.',
    'Make one: assay node plan.',
  ),
  upgrade_unknown: usage('There is no such upgrade.', 'Run assay node status for those there are.'),
  upgrade_refused: run('refused', 'An upgrade would not be safe.', 'Do what the message says first.'),
  upgrade_unreachable: run(
    'unavailable',
    'A node that is to be upgraded does not answer.',
    'Start it, or mend the way to it.',
  ),
  upgrade_halted: run(
    'unsafe-state',
    'The driver of an upgrade ended in the middle of it: a node may stand still, take no writes or be unchecked.',
    'Mend what the message says and go on: assay node status names the command.',
  ),
  upgrade_unreadable: run(
    'unsafe-state',
    'What an upgrade kept cannot be read, so nobody knows what was done.',
    'Look which release each node runs and whether it serves (assay node status shows it), and put right by hand what is not as it should be.',
  ),
  target_invalid: usage('A node target breaks its rules.', 'Correct every listed issue.'),
  suite_invalid: usage('A suite file breaks its rules.', 'Correct every listed issue.'),
  inputs_invalid: usage(
    'A file of benchmark inputs breaks its rules.',
    'Correct every listed issue; an observation stands under policy_info, what scores look at under score_info.',
  ),
  assets_invalid: usage('A runtime asset manifest breaks its rules.', 'Correct every listed issue.'),
  asset_checksum: run(
    'failed',
    'A runtime asset is not what its manifest says.',
    'Fetch or rebuild it, or correct the manifest.',
  ),
  inputs_missing: usage(
    'A provider does not take what a benchmark sends by default.',
    'Say what to send with --input-file.',
  ),
  suite_unknown: usage('There is no such suite.', 'Run assay eval --list.'),
  env_unknown: usage('There is no such environment.', 'Run assay eval --list.'),
  preset_unknown: usage('There is no such preset.', 'Use one of the listed names.'),
  operation_unknown: usage('There is no such operation.', 'Use one of the listed names.'),
  schema_invalid: usage('A document does not match its schema.', 'Correct every listed issue.'),
  schema_too_new: usage('A document was written by a newer version.', 'Use a newer Assay.'),
  path_unsafe: usage('A path is absolute, climbs out or is otherwise unsafe.', 'Use a plain relative path.'),
  run_id_invalid: usage('This is not a run id.', 'Run assay runs list for the ids.'),
  run_name_ambiguous: usage('Several runs have such a name.', 'Give more of the id.'),
  run_not_found: usage('There is no such run here.', 'Run assay runs list for the ids.'),
  run_unledgered: usage('The ledger does not know this run.', 'Run assay runs ledger for the runs it does not know.'),
  bundle_not_found: usage('There is no bundle at this place.', 'Create one with assay runs bundle.'),
  bundle_exists: usage('A bundle is already there.', 'Use --replace to publish it anew.'),
  archive_refused: run(
    'failed',
    'An archive is damaged, or holds what no bundle holds.',
    'Do not unpack it; ask for the bundle again.',
  ),
  not_our_bundle: usage('The target is not a bundle of this run.', 'Choose another --output.'),
  key_invalid: usage('The key cannot be used.', 'Create a pair with assay keys generate.'),
  output_exists: usage('There is something in the folder that is to be written to.', 'Choose another --output.'),
  key_exists: usage('A key file is already there.', 'Choose another --output.'),
  workspace_invalid: usage('The workspace is missing or not a directory.', 'Check --workspace-dir.'),
  workspace_unwritable: usage('The workspace cannot be written.', 'Check its permissions or choose another.'),
  unknown_provider: usage('There is no such provider.', 'Run assay provider list.'),
  capability_missing: usage('The provider lacks this capability.', 'Run assay provider info.'),
  duplicate_provider: usage('A provider of this name is registered already.', 'Choose another name.'),
  invalid_tensor: usage('A tensor is malformed.', 'Correct its dtype, shape or content.'),
  invalid_candidates: usage('Action candidates are malformed.', 'Use shape (1, samples, horizon, action_dim).'),
  out_of_range: usage('A value lies outside the allowed range.', 'Correct the named value.'),
  translator_missing: usage('A policy needs an action translator.', 'Give one.'),
  translator_invalid: usage('The action translator is malformed.', 'Correct the named entry.'),
  goal_not_structured: usage('A goal must be structured, not free text.', 'Use one of the goal kinds.'),
  stats_input: usage('Statistics need finite numbers.', 'Remove the non-finite values.'),
  world_state_invalid: fact('usage', 'world_state', 'A world state is malformed.', 'Correct the named field.'),
  address_refused: fact(
    'refused',
    'caller',
    'The address policy does not let a connection go there.',
    'Choose another address, or allow it with --allow-loopback or --allow-host.',
  ),
  cleartext_credentials: fact(
    'refused',
    'caller',
    'Credentials would cross the network in plain text.',
    'Use https or wss, or allow the host with --allow-host.',
  ),
  unreachable: provider(
    'Who was asked cannot be reached.',
    'Look whether it runs at that address; of a provider assay provider health tells more.',
  ),
  timeout: provider('The provider did not answer in time.', 'Raise --timeout or check the provider.'),
  busy: provider('The provider is busy.', 'Try again later.'),
  unauthorized: provider('The provider refused the credentials.', 'Check the credential variables.'),
  rate_limited: provider('The provider limits the rate of calls.', 'Try again later.'),
  wrong_service: provider('Another service answers at this address.', 'Check the address.'),
  incompatible: provider('The provider speaks another version.', 'Check the versions.'),
  upstream_error: provider('The provider reported an error.', 'Read the message and the provider log.'),
  upstream_rejected_input: provider('The provider rejected the input.', 'Check the input against its contract.'),
  host_unfit: provider(
    'A hosting service is not well, or cannot be read as a baseline needs.',
    'Mend what the message names and take the baseline again.',
  ),
  contract_violation: provider('The provider answered against its contract.', 'Run assay eval --suite contract.'),
  task_failed: provider('The provider gave up on the task.', 'Read the reason it gives.'),
  media_undecodable: provider(
    'The clip is of a format that this version cannot decode.',
    'Put ffmpeg and ffprobe on PATH, or have it made as uncompressed AVI; nothing was said of what it shows.',
  ),
  artifact_expired: provider('The result was not there any more.', 'Ask for it again and download it at once.'),
  artifact_refused: provider('The result is not one that may be taken.', 'Check its type, size and address.'),
  not_implemented: provider('The provider does not implement this.', 'Use another provider.'),
  internal: provider('The provider failed inside.', 'Read the log.'),
  unconfigured: fact('inconclusive', 'provider', 'The provider is not configured.', 'Set the named variables.'),
  runtime_missing: fact(
    'inconclusive',
    'provider',
    'A program that the host owns is missing.',
    'Install it, or correct the command.',
  ),
  package_missing: provider(
    'A package that only some users need is not installed.',
    'Install it beside Assay with the named command.',
  ),
  episodes_missing: run('inconclusive', 'The run kept no trials to compute from.', 'Measure again.'),
  suite_changed: run(
    'inconclusive',
    'The run was measured with a suite that this version does not have.',
    'Recompute with the version that measured it.',
  ),
  cancelled: fact('interrupted', 'provider', 'The call was cancelled.', 'Start it again.'),
  budget_exceeded: fact('unavailable', 'budget', 'A request budget is spent.', 'Raise the budget.'),
  run_live: run('refused', 'The run is still going on.', 'Wait for it to end.'),
  run_unreadable: run('failed', 'The run exists but cannot be read.', 'Run assay runs list to see the reason.'),
  workspace_busy: run('refused', 'Another process holds the run.', 'Wait for it to end.'),
  run_disturbed: run(
    'unavailable',
    'Somebody removed, replaced, changed or linked what an open run wrote.',
    'See what touches the workspace, above all the provider itself, and measure again elsewhere.',
  ),
  lease_lost: run('refused', 'Another process took the run over.', 'Let that process finish.'),
  journal_broken: run('failed', 'The journal chain is broken.', 'Treat the run as damaged evidence.'),
  trace_contradiction: run('failed', 'A workflow trace contradicts its steps.', 'Treat the run as damaged evidence.'),
  ledger_contradiction: run(
    'failed',
    'The ledger and the run tell different things.',
    'Run assay runs ledger to see where.',
  ),
  evidence_refused: run('refused', 'Required evidence holds secret-like material.', 'Remove the secret at its source.'),
  evidence_untrue: run(
    'failed',
    'The run does not say what its own records say.',
    'Run assay runs verify RUN for every finding; treat the run as damaged evidence.',
  ),
  evidence_incomplete: run('failed', 'The evidence is incomplete.', 'Read the listed exclusions.'),
  node_refused: machine(
    'refused',
    'A hosting node will not do this with these data or at this address.',
    'Do what the message says, or leave it as it is.',
  ),
  node_store: machine(
    'unavailable',
    'The database of a hosting node cannot be opened.',
    'Check the data directory; restore a backup where it is damaged.',
  ),
  node_git: machine(
    'unavailable',
    'Git failed under a hosting node.',
    'Read the log of the node; check its disk and its repositories.',
  ),
  node_git_missing: machine(
    'unavailable',
    'Git cannot be started on this machine.',
    'Install Git 2.31 or newer on PATH.',
  ),
  keyring_unavailable: machine(
    'unavailable',
    'The system has no keyring that answers. Tokens are kept nowhere else.',
    'Unlock the keyring of your session; on Linux a Secret Service must run, such as GNOME Keyring or KWallet.',
  ),
  listen_failed: machine(
    'unavailable',
    'An address of this machine cannot be listened on.',
    'Choose another port or address.',
  ),
  disk_full: machine('unavailable', 'The disk or quota is full.', 'Free space and try again.'),
  io_error: machine('unavailable', 'The file system failed.', 'Check the disk and try again.'),
  interrupted: fact('interrupted', 'run', 'The work was interrupted.', 'Start it again.'),
  bug: fact('bug', 'bug', 'Assay failed inside; this is our mistake.', 'Report it with the log.'),
} as const satisfies Record<string, ErrorFacts>)

/** The codes of the catalogue; docs/errors.md has a line on each. */
export type ErrorCode = keyof typeof CODES
