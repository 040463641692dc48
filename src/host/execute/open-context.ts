import {join} from 'node:path'
import type {NodeCheckMode} from '#contract/generated/types'
import type {MeasurementPorts} from '#measurement/ports'
import {readRunAt} from '#run/read-run'
import {otherHolders} from '../check/ask-holders.ts'
import {type CheckContext, type CheckNotes, emptyNotes, type NodeBefore} from '../check/check.ts'
import {openSides} from '../check/open-sides.ts'
import {removeOwn} from '../check/remove-own.ts'
import {authorizationOf} from '../client/authorization.ts'
import {openVault} from '../client/open-vault.ts'
import {openWorkbench} from '../client/open-workbench.ts'
import {ownPrefix} from '../model/own-name.ts'
import type {Release} from '../model/version.ts'
import type {HostSetting} from './load-setting.ts'
import {openNetwork} from './open-network.ts'

const PAUSE_MS = 200

interface ContextSetting {
  readonly setting: HostSetting
  readonly mode: NodeCheckMode
  readonly runId: string
  readonly before: NodeBefore | undefined
  readonly to: Release | undefined
  readonly named: ReadonlySet<string>
  readonly isRolledBack?: boolean
  readonly sweepOlderMs?: number | undefined
  /** What nodes told of their processes at a look before. */
  readonly processes?: CheckNotes['processes'] | undefined
  readonly log: CheckContext['log']
  readonly keep: CheckContext['keep']
}

/** Everything that checks need, until it is disposed of. */
export async function openCheckContext(
  {setting, runId, isRolledBack = false, sweepOlderMs, processes, ...rest}: ContextSetting,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<CheckContext & AsyncDisposable> {
  const {target, token, nodeTokens, policy, workspace} = setting
  const {clock, entropy, redactor} = ports
  const network = openNetwork(policy, token !== undefined, clock)
  const empty = emptyNotes()
  const known = processes ?? empty.processes
  const notes = {...empty, processes: known, secrets: new SecretSet((value) => redactor.register(value))}
  const {nodes, front} = openSides({target, token, nodeTokens, notes}, network.http, clock)
  const place = {
    parent: join(workspace, 'runs', '.state'),
    hosts: gitHosts(setting, {nodes, front}),
    trusted: network.trusted,
  }
  const workbench = await openWorkbench(place, ports, signal)
  const context: CheckContext = {
    ...rest,
    isRolledBack,
    sweepOlderMs,
    target,
    nodes,
    front,
    token,
    time: clock,
    entropy,
    signal,
    pauseMs: PAUSE_MS,
    prefix: ownPrefix(runId),
    isRunning: (id) => {
      const run = readRunAt({path: workspace}, {runId: id, kind: 'directory'}, ports)
      return run.kind === 'run' && run.status === 'running'
    },
    notes,
    workbench,
    vault: openVault(target.profile.alias, ports.keyring),
    openInbox: network.openInbox,
    certificate: network.certificate,
  }
  return {
    ...context,
    [Symbol.asyncDispose]: async () => {
      if (signal.aborted && notes.hasMade) {
        const why = await removeOwn(context)
        if (why !== undefined)
          ports.progress.tell?.(
            `Things named ${context.prefix}… may be left (${why}): the next check with --sweep removes them.`,
          )
      }
      await workbench[Symbol.asyncDispose]()
      await network.http.close()
    },
  }
}

/** Git goes where users go, and to nodes that may hold what no other has. */
function gitHosts({target, token, nodeTokens}: HostSetting, sides: Pick<CheckContext, 'nodes' | 'front'>) {
  const headerOf = (own: string | undefined) =>
    own === undefined ? undefined : authorizationOf('basic', own, target.auth.username)
  return [
    {baseUrl: sides.front.client.baseUrl, header: headerOf(token)},
    ...otherHolders(sides).map(({name, client}) => ({
      baseUrl: client.baseUrl,
      header: headerOf(nodeTokens.get(name) ?? token),
    })),
  ]
}

/** Secrets that the redactor knows as soon as they are noted. */
class SecretSet extends Set<string> {
  readonly #register: (value: string) => void

  constructor(register: (value: string) => void) {
    super()
    this.#register = register
  }

  override add(value: string): this {
    this.#register(value)
    return super.add(value)
  }
}
