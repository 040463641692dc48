import type {Fields} from '../../model/provider.ts'
import type {ModalityConfig} from './modality-config.ts'

const GROUPS = ['video', 'state'] as const
/** The wrapper takes this name for the prompt `task`, too. */
const OTHER_TASK = 'annotation.human.coarse_action'

/**
 * What the wrapper for simulations makes of an observation with flat names, so that it can be compared with the configuration; names that it does not know stay as they are.
 * Source: `Gr00tSimPolicyWrapper._get_action` in gr00t/policy/gr00t_policy.py of NVIDIA Isaac GR00T N1.6.
 */
export function unwrapped(info: Fields, {modalities}: ModalityConfig): Fields {
  const left = new Map(Object.entries(info))
  const taken = (name: string) => {
    const value = left.get(name)
    left.delete(name)
    return value
  }
  const fields = (pairs: readonly (readonly [string, unknown])[]) =>
    Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
  const groups = GROUPS.filter((name) => modalities.has(name)).map((group) => {
    const keys = modalities.get(group)?.keys ?? []
    return [group, fields(keys.map((key) => [key, taken(`${group}.${key}`)]))] as const
  })
  const prompts = (modalities.get('language')?.keys ?? []).map((key) => {
    const text = taken(key === 'task' && left.has(OTHER_TASK) ? OTHER_TASK : key)
    return [key, Array.isArray(text) ? text.map((one) => [one]) : text] as const
  })
  return {...Object.fromEntries(groups), language: fields(prompts), ...Object.fromEntries(left)} as Fields
}
