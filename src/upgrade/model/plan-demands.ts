import type {NodeUpgradePlan} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {
  exactRelease,
  inReleaseOrder,
  isAllowedPath,
  isSameRelease,
  type Release,
  releaseText,
} from '#host/model/version'
import {toleratedOf} from './quorum.ts'
import {type SeenNode, type SeenRelease, silencesOf} from './seen.ts'
import type {UpgradeScene, UpgradeWish} from './upgrade-wish.ts'

/** Throws `upgrade_refused`. */
export function oneRelease(nodes: readonly SeenNode[]): Release {
  const silent = nodes.filter(({answers}) => !answers).map(({name}) => name)
  if (silent.length > 0) {
    const untrusted = silencesOf(nodes).filter((why) => why.includes('certificate'))
    const hint = untrusted.length > 0 && {
      hint: 'Renew or install the certificate, or name an authority of your own in NODE_EXTRA_CA_CERTS; the node itself was not asked.',
    }
    const told = ['no answer from ', silent.join(', '), ...untrusted.map((why) => `; ${why}`)].join('')
    throw new AssayError('upgrade_unreachable', told, {...hint})
  }
  const instances = nodes.map(({instance}) => instance).filter((one) => one !== undefined)
  if (new Set(instances).size < instances.length)
    throw refused('one process answers for several nodes', 'Give each node an address of its own, not that of all.')
  const ill = nodes.filter(({ready}) => !ready).map(({name}) => name)
  if (ill.length > 0) throw refused(`not ready: ${ill.join(', ')}`, 'Mend them first: an upgrade is no repair.')
  const [first, ...rest] = nodes.map(({version}) => exactRelease(version ?? ''))
  if (first === undefined || rest.some((one) => one === undefined))
    throw refused('a node does not tell which release it runs', 'Without it nothing shows that an upgrade was one.')
  if (rest.some((one) => one !== undefined && !isSameRelease(one, first)))
    throw refused('the nodes run different releases', 'End the upgrade that was begun first: assay node status.')
  return first
}

/** `known`: names of programs that are there; undefined where nobody tells. Throws `upgrade_refused`. */
export function demandPath(from: Release, to: Release, known?: readonly string[]): void {
  if (isSameRelease(from, to)) throw refused(`the nodes run ${releaseText(to)} already`, 'There is nothing to do.')
  if (isAllowedPath(from, to)) return
  const hop = to.major > from.major ? hopsFrom(from, known) : 'an upgrade never goes back'
  throw refused(
    `no upgrade leads from ${releaseText(from)} to ${releaseText(to)}: ${hop}`,
    'Choose an allowed release.',
  )
}

/** Where an upgrade may lead, the nearest first; variants of a release are not named. */
function hopsFrom(from: Release, known: readonly string[] = []): string {
  const releases = known.map(exactRelease).filter((one) => one !== undefined && one.pre === '' && isHop(from, one))
  const there = releases.filter((one) => one !== undefined).toSorted(inReleaseOrder)
  if (there.length > 0)
    return `allowed from there ${there.length === 1 ? 'is' : 'are'} ${there.map(releaseText).join(', ')}`
  return `allowed from there are later releases of ${from.major}, and then those of ${from.major + 1}`
}

const isHop = (from: Release, to: Release) => !isSameRelease(from, to) && isAllowedPath(from, to)

/** Throws `upgrade_refused` for a program that lies about itself, or that cannot be asked. */
export function demandProgram(to: Release, {fault, version}: SeenRelease): void {
  if (fault !== undefined) throw refused(fault, 'Give the right program of the release.')
  const said = version === undefined ? undefined : exactRelease(version)
  if (said !== undefined && !isSameRelease(said, to))
    throw refused(`the program says that it is ${releaseText(said)}, and not ${releaseText(to)}`, 'Give the right one.')
}

const ALONE: ReadonlySet<string> = new Set(['in-place', 'blue-green'])

export function fittingStrategy(
  {strategy, to}: UpgradeWish,
  from: Release,
  nodes: readonly SeenNode[],
): NodeUpgradePlan['strategy'] {
  const isMajor = to.major !== from.major
  const hasValidators = nodes.some(({validator}) => validator)
  const usual = isMajor ? 'major' : hasValidators ? 'validators' : nodes.length > 1 ? 'rolling' : 'in-place'
  if (strategy === undefined || strategy === usual) return usual
  const fits =
    !isMajor &&
    (strategy === 'major' || (!hasValidators && (ALONE.has(strategy) ? nodes.length === 1 : strategy !== 'validators')))
  if (fits) return strategy
  throw new AssayError('plan_invalid', `the strategy ${strategy} does not fit these nodes and this release`, {
    hint: `Use ${usual}, or leave --strategy out.`,
  })
}

/** Throws `plan_invalid`, and `upgrade_refused` where both nodes would write to the same data. */
export function demandBeside({profile, makesGreen}: UpgradeScene): void {
  if (!makesGreen)
    throw refused(
      'data have one writer, and the adapter cannot make a second node of a backup',
      'Name green_create, green_start, green_remove and traffic_switch in the adapter, or use in-place.',
    )
  if (profile.public_url !== undefined && profile.nodes[0]?.green_url !== undefined) return
  throw new AssayError('plan_invalid', 'the target does not say where users go, or where the new node answers', {
    hint: 'Name public_url, and green_url of the node.',
  })
}

/** Throws `plan_invalid` where nothing would tell how users fare with the first node. */
export function demandCanary(
  {observeMs, trafficWindowMs}: Pick<UpgradeWish, 'observeMs' | 'trafficWindowMs'>,
  {profile, nodes}: Pick<UpgradeScene, 'profile' | 'nodes'>,
): void {
  const silent = profile.nodes.filter(({metrics_url}) => metrics_url === undefined).map(({name}) => name)
  const [message, hint] =
    nodes.length < 2
      ? ['a canary is held against other nodes, and there are none', 'Use in-place.']
      : observeMs === 0 || trafficWindowMs === 0
        ? ['a canary that is not watched is none', 'Give --observe and --traffic-window a time, or use rolling.']
        : silent.length > 0
          ? [`nothing tells what users ask of ${silent.join(', ')}`, 'Name metrics_url of each node, or use rolling.']
          : []
  if (message !== undefined) throw new AssayError('plan_invalid', message, hint === undefined ? {} : {hint})
}

/** Throws `upgrade_refused` where the chain would stand still: for each validator that is heavier than what may be away. */
export function demandTolerance(
  strategy: NodeUpgradePlan['strategy'],
  {acceptsHalt}: UpgradeWish,
  validators: readonly SeenNode[],
  total: number,
): void {
  const heavy = validators.filter(({weight}) => weight > toleratedOf(total)).map(({name}) => name)
  if (strategy !== 'validators' || heavy.length === 0 || acceptsHalt) return
  throw refused(
    `the chain stands still while ${heavy.length === validators.length ? 'one' : heavy.join(', ')} is upgraded: so much weight may not be away`,
    'Use --accept-halt where that is meant.',
  )
}

/** Throws `plan_invalid` and `upgrade_refused`. Whether there is room for so many is asked again before each stop. */
export function demandBatch(strategy: NodeUpgradePlan['strategy'], {maxParallel}: UpgradeWish, total: number): void {
  if (maxParallel === 1) return
  if (strategy !== 'validators')
    throw new AssayError('plan_invalid', `the strategy ${strategy} takes one node after the other`, {
      hint: 'Leave --max-parallel out.',
    })
  if (maxParallel > toleratedOf(total))
    throw refused(
      `${maxParallel} validators at once are more than the ${toleratedOf(total)} that may be away`,
      'Use a smaller --max-parallel.',
    )
}

const refused = (message: string, hint: string) => new AssayError('upgrade_refused', message, {hint})
