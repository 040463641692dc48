import type {ExitName} from '#error/exit'

/** What an exit of a command means beyond the table that all commands share. */
type CommandExits = Readonly<Partial<Record<ExitName, string>>>

const RUN_ID_USAGE = 'no such run, or no run id'
const LISTED = {ok: 'listed', failed: 'with `--strict`: an entry of the workspace is no readable run'} as const

/** By command, words separated by spaces. Every command has an entry; a test compares the two. */
export const COMMAND_EXITS: Readonly<Record<string, CommandExits>> = {
  benchmark: {
    ok: 'measured, and every budget was kept (without a budget: calls succeeded)',
    failed: 'a budget was violated, or calls failed',
    unavailable: 'a provider could not be reached',
    inconclusive: 'too few samples for a budget, or a named provider is not configured',
    refused: 'the address policy does not let a connection go to a provider',
  },
  completion: {ok: 'printed'},
  doctor: {ok: 'read, whatever was found', failed: 'with `--strict`: there is a finding'},
  eval: {
    ok: 'every rule passed',
    failed: 'a rule failed',
    unavailable: 'a provider could not be reached',
    inconclusive: 'too few trials for a rule, or what was named did not run',
    refused: 'the address policy does not let a connection go to a provider',
  },
  init: {ok: 'written, or everything was there already'},
  'keys generate': {
    ok: 'the pair was written',
    usage: 'a key is already there, or the folder is one that is published',
  },
  'provider contract': {
    ok: 'every promise that was tried was kept',
    failed: 'a promise was broken, or the provider answers wrongly',
    unavailable: 'the provider cannot be reached, or a call ended in an error',
    inconclusive: 'the provider is not configured, or nothing could be tried',
    refused: 'the address policy does not let a connection go there',
    usage: 'no such provider',
  },
  'provider health': {
    ok: 'healthy; without a name, those not configured are skipped',
    failed: 'a provider answers wrongly',
    unavailable: 'a provider cannot be reached',
    inconclusive: 'the named provider is not configured, or its program is not there',
    usage: 'no such provider, or its variables are wrong',
    refused: 'the address policy does not let a connection go there',
  },
  'provider info': {ok: 'shown', usage: 'no such provider'},
  'provider list': {ok: 'listed'},
  quickstart: {ok: 'every step passed', failed: 'a step failed', unavailable: 'a step had no verdict'},
  run: {
    ok: 'every required step passed; with `--plan`: the job could run',
    failed: 'a required step failed, or its bundle does not verify',
    usage: 'the job is not valid; nothing was started',
    unavailable: 'a required step had no verdict: unreachable, out of time',
    inconclusive: 'a required step had too little data or was skipped',
  },
  'runs bundle': {
    ok: 'the bundle is published and complete',
    failed: 'published but incomplete; with `--strict`: a file was left out',
    usage: `${RUN_ID_USAGE}; a bundle is there and \`--replace\` was not given`,
    refused: 'the run is still going on, or required evidence holds a secret',
  },
  'runs cleanup': {ok: 'planned, or with `--yes` removed', failed: 'a removal failed; the rest went on'},
  'runs compare': {
    ok: 'equivalent, improved or not worse; with `--gate`: every rule passed',
    failed: 'a primary row regressed, a rule failed, or a file is not what its manifest says',
    usage: 'no such run, runs of different kinds, or a bad gate file',
    inconclusive: 'a primary row is open, or the runs do not share what they must',
    refused: 'a run has not ended',
  },
  'runs index': LISTED,
  'runs ledger': {
    ok: 'shown, and nothing contradicts it',
    failed: 'a checkpoint does not fit, or a run is not as it was recorded',
  },
  'runs list': LISTED,
  'runs show': {ok: 'shown, whatever the verdict of the run', failed: 'the run is damaged', usage: RUN_ID_USAGE},
  'runs verify': {
    ok: 'every check holds',
    failed: 'a check does not hold',
    usage: 'there is no bundle or run at this place',
    refused: 'the run is still going on',
  },
  validate: {ok: 'every file is valid', usage: 'a file is not valid, or of no known kind'},
}
