import {faultFinding} from '../judge/fault-finding.ts'
import {type CheckFinding, failed, passed, skipped, unclear} from '../model/finding.ts'
import {instanceIn, versionIn} from '../model/status-values.ts'
import {exactRelease, isSameRelease} from '../model/version.ts'
import {askStatus, cameForStatus} from './ask-status.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'
import {checkAccounts} from './check-accounts.ts'
import {checkRepositories} from './check-data.ts'
import {checkRefs} from './check-refs.ts'
import {schemaIn} from './check-upkeep.ts'

export const ROLLBACK_CHECKS: readonly Check[] = [
  {
    id: 'post.rollback',
    title: 'After a rollback the nodes run what they ran, and users have what they had',
    mode: 'quick',
    isAsked: ({isRolledBack}) => isRolledBack,
    isCritical: true,
    needsToken: true,
    ask: checkRollback,
  },
]

/** The releases and schemas of the baseline, its inventory, and nothing that any other check of this run found wrong. */
async function checkRollback(context: CheckContext): Promise<CheckFinding> {
  const {before, nodes, notes} = context
  if (before === undefined) return skipped('no_baseline')
  const states = await Promise.all(nodes.map(({name}) => stateOrFault(context, name)))
  const data = {
    repositories: await checkRepositories(context),
    refs: await checkRefs(context),
    accounts: await checkAccounts(context),
  }
  const wrong = [...notes.found].filter(([, status]) => status === 'fail' || status === 'error').map(([id]) => id)
  const seen = {
    expected: 'the releases and schemas of the baseline, its inventory, and no other check that failed',
    observed: {
      nodes: Object.fromEntries(states.map(({name, said}) => [name, said])),
      data: Object.fromEntries(Object.entries(data).map(([name, {status, reason}]) => [name, reason ?? status])),
      failed: wrong,
    },
    fieldPaths: ['version', 'schema_version'],
  }
  const other = states.find(({fault}) => fault !== undefined)
  if (other !== undefined) return failed(`${other.name}: ${other.fault}`, seen)
  const lost = Object.entries(data).find(([, {status}]) => status === 'fail' || status === 'error')
  if (lost !== undefined) return failed(`${lost[0]}: ${lost[1].reason ?? ''}`, seen)
  if (wrong.length > 0) return failed(`checks failed after the rollback: ${wrong.join(', ')}`, seen)
  const open = states.find(({doubt}) => doubt !== undefined)
  if (open !== undefined) return unclear(`${open.name}: ${open.doubt}`, seen)
  const unknown = Object.entries(data).find(([, {status}]) => status !== 'pass' && status !== 'warn')
  return unknown === undefined ? passed(seen) : unclear(`${unknown[0]}: ${unknown[1].reason ?? ''}`, seen)
}

interface NodeState {
  readonly name: string
  readonly said: object
  readonly fault?: string
  readonly doubt?: string
}

/** One that cannot be asked is told by its name. */
async function stateOrFault(context: CheckContext, name: string): Promise<NodeState> {
  try {
    return await nodeState(context, name)
  } catch (error) {
    context.signal.throwIfAborted()
    return {name, said: {}, fault: faultFinding(error).reason ?? 'cannot be asked'}
  }
}

const cameFrom = async (context: CheckContext, node: NodeSide | undefined) =>
  node === undefined ? '' : `: ${await cameForStatus(context, node)}`

async function nodeState(context: CheckContext, name: string): Promise<NodeState> {
  const node = context.nodes.find((one) => one.name === name)
  const old = context.before?.baseline.nodes.find((one) => one.name === name)
  const version = node && (await askStatus(context, node, versionIn))?.value
  const schema = node && (await askStatus(context, node, schemaIn))?.value
  const instance = node && (await askStatus(context, node, instanceIn))?.value
  const said = {version: version ?? null, schema_version: schema ?? null, instance_id: instance ?? null}
  const [was, is] = [exactRelease(old?.version ?? ''), exactRelease(version ?? '')]
  if (was === undefined) return {name, said, doubt: 'the baseline does not tell its release'}
  if (is === undefined) return {name, said, fault: `the node does not tell its release${await cameFrom(context, node)}`}
  if (!isSameRelease(was, is)) return {name, said, fault: 'another release than in the baseline'}
  return (old?.schema_version ?? null) === (schema ?? null)
    ? {name, said}
    : {name, said, fault: 'the data have another schema than in the baseline'}
}
