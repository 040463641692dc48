import type {NodeTarget, NodeUpgradePlan} from '#contract/generated/types'
import type {Digest} from '#contract/ids'
import {digestOf} from '#digest/canonical-json'
import {type Release, releaseText} from '#host/model/version'
import {
  demandBatch,
  demandBeside,
  demandCanary,
  demandPath,
  demandProgram,
  demandTolerance,
  fittingStrategy,
  oneRelease,
} from './plan-demands.ts'
import {planSteps} from './plan-steps.ts'
import {quorumOf, toleratedOf} from './quorum.ts'
import {leaderOf, type SeenNode} from './seen.ts'
import type {UpgradeScene, UpgradeWish} from './upgrade-wish.ts'

/**
 * From a wish and what was seen to everything that will be done. Throws `upgrade_refused` for a way that there is not, nodes that are not well or not of one
 * release, a program that is not what it is said to be, too few validators; `plan_invalid` for a strategy that does not fit.
 */
export function makeUpgradePlan(wish: UpgradeWish, scene: UpgradeScene): NodeUpgradePlan {
  const from = oneRelease(scene.nodes)
  demandPath(from, wish.to, scene.known)
  demandProgram(wish.to, scene.release)
  const strategy = fittingStrategy(wish, from, scene.nodes)
  const validators = scene.nodes.filter(({validator}) => validator)
  const total = validators.reduce((all, {weight}) => all + weight, 0)
  demandTolerance(strategy, wish, validators, total)
  demandBatch(strategy, wish, total)
  if (strategy === 'blue-green') demandBeside(scene)
  if (strategy === 'canary') demandCanary(wish, scene)
  const nodes = inOrder(scene.nodes, quorumOf(total))
  const change = dataChange(from, wish.to, scene)
  const body = {
    schema_version: 1 as const,
    kind: 'node-upgrade-plan' as const,
    state_sha256: stateDigest(scene),
    target: scene.profile.alias,
    target_sha256: scene.targetSha256,
    place_sha256: placeDigest(scene.profile),
    environment: scene.profile.environment,
    adapter: scene.adapter,
    strategy,
    from: releaseText(from),
    to: releaseText(wish.to),
    release: wish.release,
    release_sha256: scene.release.sha256 ?? null,
    data_change: change,
    window_ms: wish.windowMs,
    observe_ms: wish.observeMs,
    traffic_window_ms: strategy === 'canary' ? wish.trafficWindowMs : 0,
    stable_ms: wish.stableMs,
    tolerated: total === 0 ? null : toleratedOf(total),
    quorum: total === 0 ? null : quorumOf(total),
    accepts_halt: wish.acceptsHalt,
    max_parallel: wish.maxParallel,
    nodes: nodes.map(nodeOf),
    preconditions: [...PRECONDITIONS],
    warnings: warningsOf(scene, strategy === 'blue-green' ? 'beside' : change, total),
    steps: planSteps({
      strategy,
      nodes,
      drains: scene.drains,
      migrates: change === 'manual',
      isObserved: wish.observeMs > 0,
    }),
  }
  return {...body, plan_sha256: digestOf(body)}
}

/** The digest that the plan must have, whatever it says itself. */
export function planDigest({plan_sha256: _, ...body}: NodeUpgradePlan): Digest {
  return digestOf(body)
}

/** What must not change between planning and the start. Restarts, and who leads, may. */
export function stateDigest({
  nodes,
  release,
  targetSha256,
}: Omit<UpgradeScene, 'profile' | 'adapter' | 'drains' | 'makesGreen'>): Digest {
  const states = nodes.map(nodeOf).sort((a, b) => (a.name < b.name ? -1 : 1))
  return digestOf({target: targetSha256, nodes: states, release: release.sha256 ?? null})
}

/** Where the nodes are and who works on them. What their programs are called in detail may be mended while an upgrade is under way. */
export function placeDigest({nodes, public_url, adapter}: NodeTarget): Digest {
  const places = nodes.map(({name, base_url, green_url = null, validator = false, weight = 1}) => ({
    name,
    base_url,
    green_url,
    validator,
    weight,
  }))
  const {kind = null, unit = null, home = null, releases = null} = adapter ?? {}
  const sorted = places.sort((a, b) => (a.name < b.name ? -1 : 1))
  return digestOf({nodes: sorted, public_url: public_url ?? null, adapter: {kind, unit, home, releases}})
}

const PRECONDITIONS = [
  'every node is live and ready, three times in a row, and runs the release that the plan names',
  'no migration is pending, the disk has room, the clock agrees',
  'the program of the new release has the digest of the plan and says that it is the new release',
  'each node has a backup of this upgrade, outside its data, that was verified and restored once for a test',
] as const

const nodeOf = ({
  name,
  validator,
  weight,
  version,
  schema,
  configSha256,
  configFileSha256,
}: SeenNode): NodeUpgradePlan['nodes'][number] => ({
  name,
  validator,
  weight,
  version: version ?? '',
  schema_version: schema ?? null,
  config_sha256: configSha256 ?? null,
  ...(configFileSha256 !== undefined && {config_file_sha256: configFileSha256}),
})

/** Light validators first, the leader last; others in the order of the target. */
function inOrder(nodes: readonly SeenNode[], quorum: number): SeenNode[] {
  const leader = leaderOf(nodes, quorum)
  const rank = ({name, validator, weight}: SeenNode) => (validator ? (name === leader ? Number.MAX_VALUE : weight) : 0)
  return nodes.toSorted((a, b) => rank(a) - rank(b) || (a.validator && b.validator ? (a.name < b.name ? -1 : 1) : 0))
}

/** By the schemas where both are told, else by what the release rules say. */
function dataChange(from: Release, to: Release, {nodes, release}: UpgradeScene): NodeUpgradePlan['data_change'] {
  if (to.major !== from.major) return 'manual'
  const told = nodes.every(({schema}) => schema !== undefined) && release.schema !== undefined
  const isOther = told ? nodes.some(({schema}) => schema !== release.schema) : to.minor !== from.minor
  return isOther ? 'automatic' : 'none'
}

function warningsOf({nodes, release, profile}: UpgradeScene, change: string, total: number): string[] {
  const quorum = quorumOf(total)
  const other = nodes.filter((one) => one.validator && one.quorum !== undefined && one.quorum !== quorum)
  return [
    ...(other.length > 0 ? [`${other.map(({name}) => name).join(', ')}: another quorum is told than ${quorum}`] : []),
    ...(release.sha256 === undefined ? ['the adapter tells no digest of the program: it is not compared'] : []),
    ...(change === 'beside'
      ? ['no writes are taken until users are led to the new node; a rollback loses what was written there since']
      : []),
    ...(change === 'none' || change === 'beside'
      ? []
      : [
          'the data change: after the start of a node a rollback restores its backup, and what was written since is lost',
        ]),
    ...(profile.checks?.mutate === true ? [] : ['checks.mutate is not set: only what can be read is checked']),
  ]
}
