import {type CheckFinding, failed, passed, passedUnless, skipped, unclear} from '../model/finding.ts'
import {instanceIn, versionIn} from '../model/status-values.ts'
import {
  exactRelease,
  isAllowedPath,
  isOneRelease,
  isSameRelease,
  type Release,
  releaseIn,
  releaseText,
} from '../model/version.ts'
import {askNodes, askTogether} from './ask-nodes.ts'
import {askStatus, cameForStatus} from './ask-status.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'
import {askEachService, nodeWord, runAdapter, silenceOf} from './run-adapter.ts'

export const VERSION_CHECKS: readonly Check[] = [
  {
    id: 'ver.binary',
    title: 'The installed program is of the release that was planned',
    mode: 'quick',
    ask: checkBinary,
  },
  {
    id: 'ver.running',
    title: 'The running node is of the release that was planned, and was started anew',
    mode: 'quick',
    ask: (context) => askNodes(context, (node) => checkRunning(context, node)),
  },
  {
    id: 'ver.skew',
    title: 'All nodes are processes of their own and run releases that belong together',
    mode: 'quick',
    ask: (context) => askTogether(context, checkSkew, tellWhoRuns),
  },
]

function checkBinary(context: CheckContext): Promise<CheckFinding> {
  return askEachService(context, 'version', (node) => checkProgram(context, node))
}

async function checkProgram(context: CheckContext, node: string): Promise<CheckFinding> {
  const {target, to} = context
  const wanted = to ?? exactRelease(target.expect.version ?? '')
  if (wanted === undefined) return unclear('which release was planned is not known; give it with --to')
  const call = {check: 'ver.binary', words: nodeWord(node)} as const
  const end = await runAdapter(context, {...call, part: 'version'})
  if (end === undefined) return skipped('capability_absent')
  const planned = target.expect.binary_sha256
  const printed = planned === undefined ? undefined : await runAdapter(context, {...call, part: 'digest'})
  const digest = printed?.code === 0 ? /\b[0-9a-f]{64}\b/.exec(printed.output)?.[0] : undefined
  const release = releaseIn(end.output)
  const seen = {
    expected: `exit 0 and ${releaseText(wanted)}${planned === undefined ? '' : `, ${planned}`}`,
    observed: {exit: end.code ?? null, release: release ? releaseText(release) : null, sha256: digest ?? null},
  }
  const silence = silenceOf(end)
  const found = passedUnless(
    [
      [silence !== undefined, `the program ${silence}`],
      [end.code !== 0, 'the program did not end with 0'],
      [release === undefined, 'the program names no release'],
      [isOther(release, wanted), 'another release'],
      [planned !== undefined && digest !== undefined && digest !== planned, 'the program has another digest'],
    ],
    seen,
  )
  return found.status === 'pass' && planned !== undefined && digest === undefined
    ? unclear('the digest that was planned cannot be compared: name its program as adapter.digest', seen)
    : found
}

async function checkRunning(context: CheckContext, node: NodeSide): Promise<CheckFinding> {
  const {target, to, before} = context
  const old = before?.baseline.nodes.find(({name}) => name === node.name)
  const version = await askStatus(context, node, versionIn)
  const instance = await askStatus(context, node, instanceIn)
  const wanted = to ?? exactRelease(target.expect.version ?? '')
  const release = version && exactRelease(version.value)
  const other = await otherRelease(context, node, release)
  const hadInstance = Boolean(old?.instance_id)
  const seen = {
    expected: `${wanted ? releaseText(wanted) : 'some release'}, started anew`,
    observed: {
      version: version?.value ?? null,
      instance_is_new: old?.instance_id ? instance?.value !== old.instance_id : null,
    },
    fieldPaths: [version?.path, instance?.path].filter((path) => path !== undefined),
  }
  if (version === undefined && !old?.version) return skipped('capability_absent', seen)
  if (wanted === undefined && old === undefined && release !== undefined) return skipped('no_baseline', seen)
  const isSame = instance?.value === old?.instance_id
  const found = passedUnless(
    [
      [version === undefined, silent('release')],
      [release === undefined, 'the node names no release that can be read'],
      [isOther(release, wanted), 'the node runs another release'],
      [other !== undefined, `/health/ready names another release: ${other}`],
      [hadInstance && instance === undefined, silent('start')],
      [hadInstance && isSame && to !== undefined, 'the node was not started anew'],
    ],
    seen,
  )
  return found.status === 'pass' && !hadInstance && isSamePlanned(old?.version, to)
    ? unclear('nothing tells whether the node was started anew', seen)
    : await withWhatCame(found, context, node)
}

const silent = (word: 'release' | 'start') => `the node does not tell its ${word} any more`

/** A node that says less than before does so for what its page answers now. */
async function withWhatCame(found: CheckFinding, context: CheckContext, node: NodeSide): Promise<CheckFinding> {
  const isSilent = found.reason === silent('release') || found.reason === silent('start')
  return isSilent ? {...found, reason: `${found.reason}: ${await cameForStatus(context, node)}`} : found
}

/** An upgrade to the release that ran before may have left the old process. */
function isSamePlanned(old: string | null | undefined, to: Release | undefined): boolean {
  const was = exactRelease(old ?? '')
  return to !== undefined && was !== undefined && isSameRelease(was, to)
}

const isOther = (release: Release | undefined, wanted: Release | undefined) =>
  release !== undefined && wanted !== undefined && !isSameRelease(release, wanted)

async function checkSkew(context: CheckContext): Promise<CheckFinding> {
  const {nodes, before, to} = context
  const found = await Promise.all(nodes.map((node) => askStatus(context, node, versionIn)))
  const releases = found.map((version) => version && exactRelease(version.value))
  const observed = Object.fromEntries(nodes.map(({name}, at) => [name, found[at]?.value ?? null]))
  const fieldPaths = [...new Set(found.flatMap((version) => version?.path ?? []))]
  const twins = await nodesOfOneProcess(context)
  if (twins !== undefined) return failed(`${twins.join(' and ')} are one process: their addresses lead to one node`)
  if (found.every((version) => version === undefined)) return skipped('capability_absent', {observed})
  const silent = nodes.filter((_, at) => releases[at] === undefined).map(({name}) => name)
  if (silent.length > 0) return failed(`no release told by ${silent.join(', ')}`, {observed, fieldPaths})
  const known = releases.filter((release) => release !== undefined)
  const [first] = known
  const wanted = to ?? first
  const expected = wanted && `${releaseText(wanted)} on every node`
  const areOne = known.every((release) => first === undefined || isSameRelease(release, first))
  if (wanted && !known.every((release) => isSameRelease(release, wanted)))
    return failed(areOne ? 'no node runs the release that was planned' : 'nodes run different releases', {
      observed,
      fieldPaths,
      ...(expected && {expected}),
    })
  const wrong =
    before && to
      ? pathsTo(
          to,
          before.baseline.nodes.map(({version}) => version),
        )
      : []
  if (wrong.length > 0)
    return failed(`no upgrade leads from ${wrong.join(', ')} to the release`, {observed, fieldPaths})
  return passed({observed, fieldPaths, ...(expected && {expected})})
}

/** Throws for a node whose status is none, by itself. */
async function tellWhoRuns({signal}: CheckContext, node: NodeSide): Promise<void> {
  await askStatus({signal}, node, versionIn)
  await askStatus({signal}, node, instanceIn)
}

/** Two nodes that tell one start: a target that names a node twice, or something in front of them that sends both to one. */
async function nodesOfOneProcess(context: CheckContext): Promise<readonly string[] | undefined> {
  const instances = await Promise.all(context.nodes.map((node) => askStatus(context, node, instanceIn)))
  const told = context.nodes.filter((_, at) => instances[at] !== undefined)
  const groups = Map.groupBy(told, (node) => instances[context.nodes.indexOf(node)]?.value)
  return [...groups.values()].find(({length}) => length > 1)?.map(({name}) => name)
}

/** The release that its page of health tells, where it is another one: a process is of one release. */
async function otherRelease(
  {signal}: CheckContext,
  {open}: NodeSide,
  release: Release | undefined,
): Promise<string | undefined> {
  const told = versionIn((await open.ask({path: '/health/ready'}, signal)).json)?.value
  return release !== undefined && told !== undefined && !isOneRelease(told, releaseText(release)) ? told : undefined
}

/** Earlier releases from which no upgrade leads to this one. */
function pathsTo(to: Release, versions: readonly (string | null)[]): string[] {
  const releases = versions.flatMap((version) => exactRelease(version ?? '') ?? [])
  return releases.filter((from) => !isAllowedPath(from, to)).map(releaseText)
}
