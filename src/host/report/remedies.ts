import type {NodeCheckRecord} from '#contract/generated/types'
import {spokenReason} from '../judge/fold-rounds.ts'
import {tokenBlameIn} from '../judge/token-blame.ts'
import {isUnasked} from '../judge/untrusted-certificate.ts'
import {AFTER_RATE_LIMIT} from '../model/rate-limit.ts'
import {remedyOfReason} from './reason-remedies.ts'

const NETWORK = 'Ask each validator for /api/consensus/status, and stop the rollout until they agree.'
const DATA = 'Stop the rollout and let nobody write: compare with the backup before anything is started again.'
const ADAPTER = (part: string) => `Name a program for it as adapter.${part} in the target.`

/** What to do next where a check failed, by its id or else by the topic before the dot. */
const AFTER_FAILURE: Readonly<Record<string, string>> = {
  svc: 'Look at the service manager and at the end of the log, then start the service again.',
  'svc.steady':
    'Read the end of the log before that time and what the service manager says: it ended by itself, or somebody restarted it.',
  'ver.binary': 'Install the planned release again and compare its digest.',
  'ver.running': 'Restart the node with the planned release, or give the right one with --to.',
  'ver.skew':
    'Finish the upgrade on the nodes that lag behind, or roll the others back; where none was upgraded, look at --to.',
  health: 'Ask the node for /health/ready: the part that is not well says what it waits for.',
  mig: 'Let the migration end, or run the one that is pending; nothing else may write until then.',
  cfg: 'Compare the configuration with the one before; what changed on purpose goes to expect.config_keys.',
  log: 'Read the log that is kept with this run from the line with that word on.',
  data: DATA,
  auth: 'Take the service off the network until it refuses this: somebody may be let in or locked out.',
  token: 'Revoke what this check made (assay-…), and look at how tokens are stored and revoked.',
  ssh: 'Look at how keys are stored; delete the key that this check made (assay-…).',
  api: 'Ask for /api/repos with the token of the target and read what is answered.',
  page: 'Walk /api/repos by hand with ?per_page=2: entries are missing, doubled or out of order.',
  git: 'Read the log of git that is kept with this run, and try the same with GIT_CURL_VERBOSE=1.',
  repo: 'Delete by hand what results/residue.json lists, or run again with --sweep.',
  hook: 'Read what the history of deliveries says; the receiver must be reachable from the service.',
  'hook.ssrf': 'Switch webhooks off: the service can be made to call addresses inside its network.',
  rate: 'Look at the limits and at what stands between the nodes and their users.',
  cons: NETWORK,
  met: 'Look at the metrics of the node itself; what stands between may have answered.',
  'met.compare': 'Look at results/window.json, which has all samples; more than one run decides whether it stays so.',
  'res.latency': 'Look at the load of the node and at what stands before it: users wait as long, each time.',
  'res.disk': 'Make room before anything else: a full disk refuses writes.',
  'res.clock': 'Let the clock be set by NTP; tokens expire and blocks are judged by it.',
  tls: 'Renew or install the certificate, with its chain.',
  bak: 'Do not go on without a backup that can be restored: read the log that is kept with this run.',
  sec: 'Revoke the secrets that were shown, and close the page that showed them.',
  post: 'The rollback is not finished: page whoever owns the service, and restore the backup.',
}

/** What it takes to have a check asked that was skipped, by the reason or by the check and the reason. */
const AFTER_SKIP: Readonly<Record<string, string>> = {
  not_validator: 'None: no node of the target is a validator.',
  metrics_unavailable: 'Give metrics_url of the node in the target.',
  no_credentials: 'Give auth.token_env or auth.account in the target.',
  capability_absent: 'None: the service does not tell this.',
  disabled_by_profile:
    'Set checks.mutate: true in the target, take it from checks.skip or --skip, or name it with --only.',
  receiver_unreachable: 'Give checks.receiver in the target, and let the service call it.',
  no_baseline: 'Take a baseline with assay node baseline before the upgrade, and give it with --baseline.',
  not_https: 'None: no address of the target is https.',
  first_look: 'Ask it with --mode observe, for longer than from one look to the next.',
  'data.fsck': 'None: there is no repository to look through.',
  'svc.process': ADAPTER('inspect'),
  'ver.binary': ADAPTER('version'),
  'log.clean': ADAPTER('logs'),
  'bak.create': ADAPTER('backup_create'),
  'bak.verify': ADAPTER('backup_verify'),
  'bak.restore': ADAPTER('backup_restore'),
}

const RATE_LIMITED = /\brate_limited: /

const AFTER_DOUBT = 'Ask it again with --only; if it stays open, look at what the check saw in its record.'

const AFTER_WARNING = 'Nothing to stop for: read what was not as usual or not tried, and see whether that was meant.'

/** Where nothing was learnt of the service, for the token that was given. */
const AFTER_BLAME: Readonly<Record<string, string>> = {
  lacking:
    'Give a token with the scope that is named, or of an administrator, and check again. Where this very token had it before, the service took it away.',
  refused:
    'Give the token that belongs to this service, and check again. Where it is the one that was good before, tokens were lost.',
}

/** With a baseline nobody can say which of the two it is. */
const AFTER_REFUSAL =
  'Give the token that belongs to this service, and check again. Where it is the one of the baseline, tokens were lost: stop the rollout, let nobody write, and compare with the backup.'
const REFUSAL = /\banswered 401: /

type Told = Pick<NodeCheckRecord, 'id' | 'status' | 'reason' | 'nodes'>

const UNTRUSTED = /^(?:[^:]+: )?the certificate is not trusted/
const AFTER_UNTRUSTED =
  'Renew or install the certificate, with its chain, for the host of the address; nothing else was asked, so nothing says that a node is ill or of the wrong release.'
const UNKNOWN_ISSUER = /\((?:SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)\w+\)/
const AFTER_UNKNOWN_ISSUER = 'Where an authority of your own signed it, name its file in NODE_EXTRA_CA_CERTS.'
const AFTER_UNASKED = 'Mend the certificate first, of which tls.cert tells, and check again: it was not asked.'

/** One sentence on what to do next; undefined where a check passed. */
export function remedyOf(told: Told): string | undefined {
  const {id, status, reason} = told
  switch (status) {
    case 'pass':
      return undefined
    case 'skip':
      return (reason === 'capability_absent' ? AFTER_SKIP[id] : undefined) ?? AFTER_SKIP[reason ?? '']
    case 'inconclusive':
      if (RATE_LIMITED.test(spokenReason(reason ?? ''))) return AFTER_RATE_LIMIT
      return AFTER_BLAME[tokenBlameIn(reason ?? '') ?? ''] ?? remedyElsewhere(told) ?? AFTER_DOUBT
    case 'error':
      return remedyElsewhere(told) ?? AFTER_DOUBT
    case 'warn':
      return remedyElsewhere(told) ?? AFTER_WARNING
    default:
      return remedyElsewhere(told) ?? AFTER_FAILURE[id] ?? AFTER_FAILURE[id.split('.')[0] ?? '']
  }
}

/** Where what failed is not what the check is about. */
function remedyElsewhere(told: Told): string | undefined {
  // With several nodes, the reason of one that is in this state itself decides.
  const reason = told.nodes?.find(({status}) => status === told.status)?.reason ?? spokenReason(told.reason ?? '')
  if (isUnasked({...told, reason})) return AFTER_UNASKED
  if (told.id === 'tls.cert' && UNTRUSTED.test(reason))
    return UNKNOWN_ISSUER.test(reason) ? `${AFTER_UNTRUSTED} ${AFTER_UNKNOWN_ISSUER}` : AFTER_UNTRUSTED
  if (told.status === 'fail' && REFUSAL.test(reason)) return AFTER_REFUSAL
  return remedyOfReason(reason)
}
