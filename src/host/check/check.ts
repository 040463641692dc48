import type {NodeBaseline, NodeCheckMode, NodeInventory} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {Entropy} from '#random/entropy'
import type {Time} from '#random/timers'
import type {HostClient, HostReply} from '../client/host-client.ts'
import type {OpenInbox} from '../client/inbox.ts'
import type {Vault} from '../client/vault.ts'
import type {Workbench} from '../client/workbench.ts'
import type {MetricWindow} from '../judge/compare-windows.ts'
import type {TokenRefused} from '../judge/token-blame.ts'
import type {ChainMemory} from '../model/chain-memory.ts'
import type {CheckFinding, CheckStatus} from '../model/finding.ts'
import type {ProcessLook} from '../model/process-look.ts'
import type {Target} from '../model/target.ts'
import type {Release} from '../model/version.ts'

/** One node as checks see it. */
export interface NodeSide {
  readonly name: string
  /** With the credentials of the target. */
  readonly client: HostClient
  /** Without credentials; every answer as it is. */
  readonly open: HostClient
  /** Whether the target has credentials for it. */
  readonly hasToken: boolean
  readonly metrics: HostClient | undefined
  readonly isValidator: boolean
}

/** What somebody has. `refs`: by `owner/name`, of the repositories that were sampled. */
export interface HeldData {
  readonly inventory: NodeInventory
  readonly refs: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** People have used the service since, and for long: what they made or took away of tokens, keys and webhooks is no loss, as long as some are there. */
  readonly isInUse?: boolean
}

/** What a node has by itself. `unread`: why nothing, or not all of it, could be read. */
export interface NodeHolding {
  readonly held: HeldData | undefined
  readonly unread: string | null
}

/** What was taken down before the upgrade, where users go; `others`: by name, of each node that has another address. */
export interface NodeBefore extends HeldData {
  readonly baseline: NodeBaseline
  readonly others: ReadonlyMap<string, NodeHolding>
}

/** The certificate that a host shows, as far as it is looked at. `problem`: why nobody should trust it. */
export interface CertificateFacts {
  readonly validTo: number
  readonly protocol: string
  readonly problem: string | undefined
}

/** A repository that a check made and others may use. */
export interface MadeRepository {
  readonly owner: string
  readonly name: string
}

/** An answer as far as a secret may stand in it. */
export type HeardAnswer = Pick<HostReply, 'headers' | 'text'>

/** What checks learn on the way, for those that come after them. */
export interface CheckNotes {
  owner?: string
  repository?: MadeRepository
  /** How the checks before it ended, by id. */
  readonly found: Map<string, CheckStatus>
  /** Whether anything was asked to be made: then something may have to be taken away. */
  hasMade?: boolean
  /** Names of repositories that are still there. */
  readonly residue: Set<string>
  /** Secrets that were made here and must stand in no output. */
  readonly secrets: Set<string>
  /** Everything that hosts answered, those that refused as well. */
  readonly heard: HeardAnswer[]
  /** What our own token was refused in this check; absent where that counts against the service. */
  refusals?: TokenRefused[]
  /** What validators told of their chain, by node: it must not change afterwards. */
  readonly chains: Map<string, ChainMemory>
  /** What nodes told of their processes at the last look, by node. */
  readonly processes: Map<string, ProcessLook>
  /** The window that was compared with that of the baseline. */
  window?: MetricWindow
}

/** Before anything was asked. */
export const emptyNotes = (): CheckNotes => ({
  found: new Map(),
  residue: new Set(),
  secrets: new Set(),
  heard: [],
  chains: new Map(),
  processes: new Map(),
})

/** All that a check may ask. */
export interface CheckContext {
  readonly target: Target
  readonly mode: NodeCheckMode
  readonly nodes: readonly NodeSide[]
  /** Where users go. */
  readonly front: NodeSide
  readonly token: string | undefined
  readonly to: Release | undefined
  readonly before: NodeBefore | undefined
  /** The nodes were brought back to what the baseline says. */
  readonly isRolledBack: boolean
  /** What is ours and older than this is removed; undefined where nobody asked for that. */
  readonly sweepOlderMs: number | undefined
  /** Whether a run of this workspace is under way. */
  readonly isRunning: (runId: RunId) => boolean
  /** Checks that the caller named. */
  readonly named: ReadonlySet<string>
  readonly time: Time
  readonly entropy: Entropy
  readonly signal: AbortSignal
  /** Between two looks. */
  readonly pauseMs: number
  /** What the names of everything we make begin with. */
  readonly prefix: string
  readonly notes: CheckNotes
  readonly workbench: Workbench
  readonly vault: Vault
  readonly openInbox: OpenInbox
  readonly certificate: (url: URL, signal: AbortSignal) => Promise<CertificateFacts>
  /** Lines of a log that belongs to the check, kept with the run. */
  readonly log: (check: string, line: string) => void
  /** A document below `results/`, by its name without an ending. */
  readonly keep: (name: string, document: object) => void
}

/** What a caller may want beside a mode. */
export type CheckWishes = Pick<CheckContext, 'isRolledBack' | 'sweepOlderMs'>

/** One question to a host. */
export interface Check {
  readonly id: string
  readonly title: string
  /** The smallest mode that asks it. */
  readonly mode: NodeCheckMode
  readonly isCritical?: true
  /** It makes or deletes something. */
  readonly mutates?: true
  readonly needsToken?: true
  /** Only a caller who wants it asks it; absent: every mode from its own on does. */
  readonly isAsked?: (wishes: CheckWishes) => boolean
  readonly ask: (context: CheckContext) => Promise<CheckFinding>
}

const MODES: readonly NodeCheckMode[] = ['quick', 'standard', 'full']

/** To observe is to ask what quick asks, again and again, and what only several looks can tell. */
export const isInMode = ({mode}: Check, asked: NodeCheckMode): boolean =>
  mode === 'observe' ? asked === mode : MODES.indexOf(mode) <= MODES.indexOf(asked === 'observe' ? 'quick' : asked)
