import type {DoctorCheck} from '#contract/generated/types'
import {isSecretKey} from '#redact/key-names'
import type {Registration} from '#redact/registered-values'

/**
 * Which secret-named variables hold a value too short or too ordinary to be found in text. Names only. `weigh`: how far the
 * redactor looks for a value.
 */
export function environmentCheck(
  env: Readonly<Record<string, string | undefined>>,
  weigh: (value: string) => Registration,
): DoctorCheck {
  const named = Object.entries(env).filter(([name, value]) => value && isSecretKey(name))
  const weak = named.flatMap(([name, value]) => (value && weigh(value) === 'ignored' ? [name] : [])).sort()
  const shown = weak.length > 5 ? `${weak.slice(0, 5).join(', ')} and ${weak.length - 5} more` : weak.join(', ')
  return weak.length === 0
    ? {name: 'environment', status: 'ok', detail: `${named.length} secret variables are masked in all output`}
    : {name: 'environment', status: 'warning', detail: `too short or ordinary to be masked: ${shown}`.slice(0, 500)}
}
