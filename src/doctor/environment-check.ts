import type {DoctorCheck, SecretVariable} from '#contract/generated/types'

const MOST_NAMED = 5

/** Which variables with a secret name hold a value too short or too ordinary to be found in text. Names only. */
export function environmentCheck(variables: readonly SecretVariable[]): DoctorCheck {
  const weak = variables
    .filter(({treatment}) => treatment === 'not masked: too short or ordinary')
    .map(({name}) => name)
  const masked = variables.filter(({treatment}) => treatment.startsWith('masked')).length
  if (weak.length === 0) {
    const detail = masked === 1 ? '1 secret variable is masked' : `${masked} secret variables are masked`
    return {name: 'environment', status: 'ok', detail: `${detail} in all output`}
  }
  const more = weak.length > MOST_NAMED ? ` and ${weak.length - MOST_NAMED} more` : ''
  // A name has no limit of its own; names hold no secret, so they may be cut.
  const named = weak.slice(0, MOST_NAMED).map((name) => name.slice(0, 80))
  return {
    name: 'environment',
    status: 'warning',
    detail: `too short or ordinary to be masked: ${named.join(', ')}${more}`,
  }
}
