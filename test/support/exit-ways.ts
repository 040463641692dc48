import type {ExitName} from '#error/exit'
import {accountRows} from './account-ways.ts'
import {drillRows} from './drill-ways.ts'
import {envRows} from './env-ways.ts'
import {
  BUG,
  broken,
  bundled,
  changed,
  changedCopy,
  copied,
  DISK_FULL,
  exec,
  failing,
  foreign,
  job,
  LATE_BUG,
  live,
  made,
  rewritten,
  SIGINT,
  SIGTERM,
  UNREADABLE,
} from './given-ways.ts'
import type {RigOptions} from './hall-rig.ts'
import {upgradeRows} from './upgrade-ways.ts'
import {webhookRows} from './webhook-ways.ts'
import {QUICK_RUN, type Workshop} from './workshop.ts'

/** One way to an exit. Words may hold `RUN`, which is the run whose id `given` answers. */
export interface Way {
  readonly words: string
  readonly given?: (shop: Workshop) => unknown
  readonly rig?: RigOptions
}
/** Of every exit either how a caller gets there, or why no caller can. */
export type Row = Readonly<Record<Exclude<ExitName, OnlyDrills>, Way | string> & Partial<Record<OnlyDrills, Way>>>
/** Where nothing is broken on purpose there is nothing to put back. */
type OnlyDrills = 'restored' | 'unsafe-state'

const PLANNED = 'eval --suite closed-loop --env two-room --planner quick --no-gate'
/** A provider on a port of this machine where nobody listens. */
const NOBODY = {env: {COSMOS_BASE_URL: 'http://127.0.0.1:1'}}
const READS = 'only reads, and has no safety rule to break'
const SAYS = 'tells what there is; there is nothing to judge'
const NO_DATA = 'has no verdict that could lack data'
const AT_ONCE = 'is done before a signal could change anything'
const NO_NETWORK = 'reaches for nothing that can be away'

/** A host on a port of this machine where nobody listens. */
const silent = (shop: Workshop) =>
  shop.put(
    'node.yaml',
    `schema_version: 1\nkind: node-target\nalias: silent\nenvironment: embedded\nauth: {token_env: HOST_TOKEN}\nnodes: [{name: one, base_url: 'http://127.0.0.1:1'}]\n`,
  )
const scraped = (shop: Workshop) =>
  shop.put(
    'node.yaml',
    `schema_version: 1\nkind: node-target\nalias: one\nenvironment: embedded\nnodes: [{name: one, base_url: 'http://127.0.0.1:1', metrics_url: 'http://127.0.0.1:2/metrics'}]\n`,
  )
const TOKEN = {HOST_TOKEN: 'canary-token-of-no-host'}
const NEEDS_HOST = 'needs a host that runs; test/command/node-check.test.ts has one'
const nodes = (words: string): Row => ({
  ok: NEEDS_HOST,
  failed: NEEDS_HOST,
  usage: {words},
  unavailable: {words: `${words} --target node.yaml --allow-loopback`, given: silent, rig: {env: TOKEN}},
  inconclusive: NEEDS_HOST,
  refused: {words: `${words} --target node.yaml`, given: silent, rig: {env: TOKEN}},
  bug: {words: `${words} --target node.yaml`, given: silent, rig: BUG},
  interrupted: {words: `${words} --target node.yaml`, given: silent, rig: {...SIGINT, env: TOKEN}},
  terminated: {words: `${words} --target node.yaml`, given: silent, rig: {...SIGTERM, env: TOKEN}},
})

export const TABLE: Readonly<Record<string, Row>> = {
  doctor: {
    ok: {words: 'doctor'},
    failed: {words: 'doctor --strict', given: foreign},
    usage: {words: 'doctor --workspace-dir nowhere'},
    unavailable: 'what cannot be reached is a finding',
    inconclusive: SAYS,
    refused: READS,
    bug: {words: 'doctor', rig: BUG},
    interrupted: {words: 'doctor', rig: SIGINT},
    terminated: {words: 'doctor', rig: SIGTERM},
  },
  ...accountRows({bug: BUG, SIGINT, SIGTERM}),
  ...drillRows({bug: BUG, sigint: SIGINT, sigterm: SIGTERM, diskFull: DISK_FULL}),
  ...upgradeRows({bug: BUG, sigint: SIGINT, sigterm: SIGTERM}),
  'node alerts': {
    ok: {words: 'node alerts --target node.yaml', given: scraped},
    failed: SAYS,
    usage: {words: 'node alerts --target node.yaml', given: silent},
    unavailable: NO_NETWORK,
    inconclusive: SAYS,
    refused: READS,
    bug: {words: 'node alerts --target node.yaml', given: scraped, rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
  'node baseline': nodes('node baseline'),
  'node check': nodes('node check'),
  'provider list': {
    ok: {words: 'provider list'},
    failed: SAYS,
    usage: {words: 'provider list --capability flying'},
    unavailable: NO_NETWORK,
    inconclusive: SAYS,
    refused: READS,
    bug: {words: 'provider list', rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
  'provider contract': {
    ok: {words: 'provider contract mock'},
    failed: {words: 'provider contract zoo.off-by-one-count --live'},
    usage: {words: 'provider contract nobody'},
    unavailable: {words: 'provider contract cosmos --allow-loopback', rig: NOBODY},
    inconclusive: {words: 'provider contract gr00t'},
    refused: {words: 'provider contract cosmos', rig: NOBODY},
    bug: {words: 'provider contract mock', rig: BUG},
    interrupted: {words: 'provider contract mock', rig: SIGINT},
    terminated: {words: 'provider contract mock', rig: SIGTERM},
  },
  'provider health': {
    ok: {words: 'provider health mock'},
    failed: 'no provider that comes with Assay answers a probe wrongly',
    usage: {words: 'provider health nobody'},
    unavailable: {words: 'provider health cosmos --allow-loopback', rig: NOBODY},
    inconclusive: {words: 'provider health gr00t'},
    refused: {words: 'provider health cosmos', rig: NOBODY},
    bug: {words: 'provider health mock', rig: BUG},
    interrupted: {words: 'provider health mock', rig: SIGINT},
    terminated: {words: 'provider health mock', rig: SIGTERM},
  },
  'provider info': {
    ok: {words: 'provider info mock'},
    failed: SAYS,
    usage: {words: 'provider info nobody'},
    unavailable: NO_NETWORK,
    inconclusive: SAYS,
    refused: READS,
    bug: {words: 'provider info mock', rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
  eval: {
    ok: {words: 'eval --suite contract --env two-room'},
    failed: {words: 'eval --suite contract --provider zoo.nan'},
    usage: {words: 'eval --suite nothing'},
    unavailable: {words: 'eval --suite contract', rig: DISK_FULL},
    inconclusive: {words: 'eval --suite contract --provider gr00t'},
    refused: {words: 'eval --suite contract --provider cosmos', rig: NOBODY},
    bug: {words: 'eval --suite contract', rig: LATE_BUG},
    interrupted: {words: 'eval --suite contract', rig: SIGINT},
    terminated: {words: 'eval --suite contract', rig: SIGTERM},
  },
  benchmark: {
    ok: {words: QUICK_RUN.join(' ')},
    failed: {words: 'benchmark --provider zoo.nan --operation score --iterations 5'},
    usage: {words: 'benchmark --iterations 0'},
    unavailable: {words: QUICK_RUN.join(' '), rig: DISK_FULL},
    inconclusive: {words: 'benchmark --provider gr00t'},
    refused: {words: 'benchmark --provider cosmos --iterations 1', rig: NOBODY},
    bug: {words: QUICK_RUN.join(' '), rig: LATE_BUG},
    interrupted: {words: QUICK_RUN.join(' '), rig: SIGINT},
    terminated: {words: QUICK_RUN.join(' '), rig: SIGTERM},
  },
  run: {
    ok: {words: 'run job.yaml', given: exec('true')},
    failed: {words: 'run job.yaml', given: exec('false')},
    usage: {words: 'run job.yaml', given: job('  - {id: a}\n')},
    unavailable: {words: 'run job.yaml', given: exec('true'), rig: DISK_FULL},
    inconclusive: {
      words: 'run job.yaml',
      given: job('  - {id: a, use: provider.health, with: {providers: [gr00t]}}\n'),
    },
    refused: 'a step that is refused fails the job; the parts it is made of are tried alone',
    bug: {words: 'run job.yaml', given: exec('true'), rig: LATE_BUG},
    interrupted: {words: 'run job.yaml', given: exec('true'), rig: SIGINT},
    terminated: {words: 'run job.yaml', given: exec('true'), rig: SIGTERM},
  },
  'runs list': listing('list'),
  'runs index': listing('index'),
  'runs show': {
    ok: {words: 'runs show RUN', given: made},
    failed: {words: 'runs show RUN', given: broken},
    usage: {words: 'runs show ../x'},
    unavailable: 'a run that cannot be read is a damaged one',
    inconclusive: SAYS,
    refused: READS,
    bug: {words: 'runs show RUN', given: made, rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
  'runs bundle': {
    ok: {words: 'runs bundle RUN', given: made},
    failed: 'test/command/runs-bundle.test.ts shows an incomplete one',
    usage: {words: 'runs bundle RUN', given: bundled},
    unavailable: {words: 'runs bundle RUN', given: made, rig: DISK_FULL},
    inconclusive: NO_DATA,
    refused: {words: 'runs bundle RUN', given: live},
    bug: {words: 'runs bundle RUN', given: made, rig: BUG},
    interrupted: {words: 'runs bundle RUN', given: made, rig: SIGINT},
    terminated: {words: 'runs bundle RUN', given: made, rig: SIGTERM},
  },
  'runs verify': {
    ok: {words: 'runs verify issue-bundles/RUN', given: bundled},
    failed: {words: 'runs verify issue-bundles/RUN', given: changed},
    usage: {words: 'runs verify nowhere'},
    unavailable: NO_NETWORK,
    inconclusive: NO_DATA,
    refused: {words: 'runs verify RUN', given: live},
    bug: {words: 'runs verify issue-bundles/RUN', given: bundled, rig: BUG},
    interrupted: {words: 'runs verify issue-bundles/RUN', given: bundled, rig: SIGINT},
    terminated: {words: 'runs verify issue-bundles/RUN', given: bundled, rig: SIGTERM},
  },
  'runs compare': {
    ok: {words: 'runs compare RUN copy', given: copied(PLANNED)},
    failed: {words: 'runs compare RUN copy', given: changedCopy(PLANNED)},
    usage: {words: 'runs compare RUN nowhere', given: made},
    unavailable: 'a run that cannot be read is a damaged one',
    inconclusive: {words: 'runs compare RUN copy', given: copied(QUICK_RUN.join(' '))},
    refused: {words: 'runs compare RUN RUN', given: live},
    bug: {words: 'runs compare RUN RUN', given: made, rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
  'runs ledger': {
    ok: {words: 'runs ledger', given: made},
    failed: {words: 'runs ledger --check checkpoint', given: rewritten},
    usage: {words: 'runs ledger --check no-such-file'},
    unavailable: 'reads only',
    inconclusive: NO_DATA,
    refused: 'reads only',
    bug: {words: 'runs ledger', rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
  'runs cleanup': {
    ok: {words: 'runs cleanup --keep 0 --yes', given: made},
    failed: {words: 'runs cleanup --keep 0 --yes', given: made, rig: failing('removeTree', 'EIO')},
    usage: {words: 'runs cleanup --keep -1'},
    unavailable: {words: 'runs cleanup --keep 0 --yes', given: made, rig: DISK_FULL},
    inconclusive: NO_DATA,
    refused: 'a protected run is skipped and named',
    bug: {words: 'runs cleanup --keep 0', given: made, rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
  ...envRows({bug: BUG, diskFull: DISK_FULL, sigint: SIGINT, sigterm: SIGTERM}),
  'keys generate': {
    ok: {words: 'keys generate'},
    failed: NO_DATA,
    usage: {words: 'keys generate', given: (shop) => shop.put('key.pem', 'mine')},
    unavailable: {words: 'keys generate', rig: DISK_FULL},
    inconclusive: NO_DATA,
    refused: 'a folder that is published is a mistake in the command line',
    bug: {words: 'keys generate', rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
  ...webhookRows({bug: BUG, sigint: SIGINT, sigterm: SIGTERM}),
  validate: {
    ok: {words: 'validate job.yaml', given: exec('true')},
    failed: 'what is not valid is a mistake of the caller',
    usage: {words: 'validate job.yaml', given: job('  - {id: a}\n')},
    unavailable: NO_NETWORK,
    inconclusive: NO_DATA,
    refused: READS,
    bug: {words: 'validate job.yaml', given: exec('true'), rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
  init: {
    ok: {words: 'init'},
    failed: NO_DATA,
    usage: {words: 'init --ci nobody'},
    unavailable: {words: 'init', rig: DISK_FULL},
    inconclusive: NO_DATA,
    refused: 'writes two files beside each other and never over one that is there',
    bug: {words: 'init', rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
  quickstart: {
    ok: 'takes as long as all others; test/command/init.test.ts shows it',
    failed: 'the job is ours and passes; `run` shows one that fails',
    usage: {words: 'quickstart now'},
    unavailable: {words: 'quickstart', rig: DISK_FULL},
    inconclusive: 'the job is ours and has enough data; `run` shows one that has not',
    refused: NO_NETWORK,
    bug: {words: 'quickstart', rig: BUG},
    interrupted: {words: 'quickstart', rig: SIGINT},
    terminated: {words: 'quickstart', rig: SIGTERM},
  },
  completion: {
    ok: {words: 'completion bash'},
    failed: SAYS,
    usage: {words: 'completion fash'},
    unavailable: NO_NETWORK,
    inconclusive: SAYS,
    refused: READS,
    bug: {words: 'completion bash', rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  },
}

function listing(name: string): Row {
  return {
    ok: {words: `runs ${name}`, given: made},
    failed: {words: `runs ${name} --strict`, given: foreign},
    usage: {words: `runs ${name} --status nice`},
    unavailable: {words: `runs ${name}`, given: made, rig: UNREADABLE},
    inconclusive: SAYS,
    refused: READS,
    bug: {words: `runs ${name}`, rig: BUG},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  }
}
