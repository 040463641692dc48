import type {NodeUpgradePlan, NodeUpgradeState} from '#contract/generated/types'
import {shellWord} from '#path/shown-path'
import {isOpenState} from './upgrade-progress.ts'

/** Flags that say which nodes are meant, from where and how far connections may go. */
const PLACE_FLAGS = ['--target', '--workspace-dir', '--allow-host']
const PLACE_SWITCHES = ['--allow-loopback']

/** What a command line says of the place that it is about, for another one that means the same. */
export function placeWords(argv: readonly string[]): string[] {
  return argv.flatMap((word, at) => {
    const [flag = ''] = word.split('=')
    if (PLACE_SWITCHES.includes(word) || (PLACE_FLAGS.includes(flag) && flag !== word)) return [word]
    return PLACE_FLAGS.includes(word) ? [word, argv[at + 1] ?? ''] : []
  })
}

interface Standing {
  readonly state: NodeUpgradeState
  readonly id: string
  readonly plan: Pick<NodeUpgradePlan, 'environment' | 'target'>
}

/** The command that goes on from a state, as a shell takes it; null where nothing is left to do. */
export function nextCommand({state, id, plan}: Standing, argv: readonly string[]): string | null {
  if (!isOpenState(state)) return null
  const isBack = state === 'rolling_back' || state === 'rollback_failed'
  const isProduction = plan.environment === 'production'
  const words = isBack
    ? ['rollback', '--run', id, '--apply', ...(isProduction ? ['--confirm', plan.target] : [])]
    : ['upgrade', state === 'rolled' ? '--finalise' : '--resume', id]
  const [verb = '', ...rest] = words
  return ['assay', 'node', verb, ...placeWords(argv), ...rest].map(shellWord).join(' ')
}
