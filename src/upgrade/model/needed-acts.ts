import type {NodeUpgradePlan} from '#contract/generated/types'
import type {HandAct} from './hands.ts'

const BESIDE: readonly HandAct[] = [
  'green_create',
  'green_start',
  'green_remove',
  'switch_green',
  'switch_blue',
  'stop',
]

/** What an adapter must be able to do for a plan and for its way back. */
export function neededActs({steps, data_change}: Pick<NodeUpgradePlan, 'steps' | 'data_change'>): HandAct[] {
  if (steps.some(({act}) => act === 'green_create')) return [...BESIDE, 'backup_quiesced', 'backup_verify']
  const acts = new Set<HandAct>(['stop', 'start', 'install', 'backup_verify', 'restore_program'])
  acts.add(steps.some(({act}) => act === 'fence') ? 'backup_quiesced' : 'backup_create')
  if (steps.some(({act}) => act === 'migrate')) acts.add('migrate').add('verify')
  if (data_change !== 'none') acts.add('restore_data')
  return [...acts].sort()
}
