import type {NodeUpgradePlan, NodeUpgradeState} from '#contract/generated/types'
import {shellWord} from '#path/shown-path'
import {isBackState, isOpenState} from './upgrade-progress.ts'

/** Flags that say which nodes are meant, from where and how far connections may go. */
const PLACE_FLAGS = ['--target', '--workspace-dir', '--allow-host']
const PLACE_SWITCHES = ['--allow-loopback']

/** What a command line says of the place that it is about, for another one that means the same. */
export const placeWords = (argv: readonly string[]): string[] => flagWords(argv, PLACE_FLAGS, PLACE_SWITCHES)

/** Flags with their values, and switches, as a command line has them. */
export function flagWords(
  argv: readonly string[],
  flags: readonly string[],
  switches: readonly string[] = [],
): string[] {
  return argv.flatMap((word, at) => {
    const [flag = ''] = word.split('=')
    if (switches.includes(word) || (flags.includes(flag) && flag !== word)) return [word]
    return flags.includes(word) ? [word, argv[at + 1] ?? ''] : []
  })
}

/** Which upgrade, and where it stands. */
export interface StandingAt {
  readonly state: NodeUpgradeState
  readonly id: string
  readonly plan: Pick<NodeUpgradePlan, 'environment' | 'target'>
}

/** The command that goes on from a state, as a shell takes it; null where nothing is left to do. */
export function nextCommand({state, id, plan}: StandingAt, argv: readonly string[]): string | null {
  if (!isOpenState(state)) return null
  const words = isBackState(state)
    ? rollbackWords({id, plan})
    : ['upgrade', state === 'rolled' ? '--finalise' : '--resume', id]
  return typed(words, argv)
}

/** The command that puts back what was done instead; null where the way back was taken already, or nothing is left to do. */
export function abortCommand({state, id, plan}: StandingAt, argv: readonly string[]): string | null {
  if (!isOpenState(state) || isBackState(state)) return null
  return typed(state === 'rolled' ? rollbackWords({id, plan}) : ['upgrade', '--abort', id], argv)
}

/** Both, for whoever must choose; from a release that was made final nothing leads back. */
export function waysOn(standing: StandingAt, argv: readonly string[]): string {
  const [next, back] = [nextCommand(standing, argv), abortCommand(standing, argv)]
  const isLast = standing.state === 'rolled' ? ', from which nothing leads back' : ''
  return `${next}${back === null ? '' : `${isLast}, or put back what it did: ${back}`}`
}

const rollbackWords = ({id, plan}: Pick<StandingAt, 'id' | 'plan'>): string[] => [
  ...['rollback', '--run', id, '--apply'],
  ...(plan.environment === 'production' ? ['--confirm', plan.target] : []),
]

/** The command that puts back what an upgrade did, once it is over. */
export const rollbackCommand = (standing: Pick<StandingAt, 'id' | 'plan'>, argv: readonly string[]): string =>
  typed(rollbackWords(standing), argv)

/** The command that shows the nodes. */
export const lookCommand = (argv: readonly string[]): string => typed(['status'], argv)

function typed([verb = '', ...rest]: readonly string[], argv: readonly string[]): string {
  return ['assay', 'node', verb, ...placeWords(argv), ...rest].map(shellWord).join(' ')
}
