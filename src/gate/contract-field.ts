import type {ContractField} from '#contract/generated/types'

type Value = ContractField['base']

/** Something that two sides must share for their numbers to be compared. */
export function equalField(field: string, base: Value, candidate: Value): ContractField {
  return {field, base, candidate, required: 'equal', ok: base === candidate}
}

/** Worth knowing, decides nothing. */
export function informationalField(field: string, base: Value, candidate: Value): ContractField {
  return {field, base, candidate, required: 'informational', ok: true}
}

/** How much both sides have in common, and the least that says something. */
export function overlapField(field: string, shared: number, least: number): ContractField {
  return {field, base: least, candidate: shared, required: 'overlap', ok: shared >= least}
}

/** The broken fields in words; undefined when all hold. */
export function brokenText(fields: readonly ContractField[]): string | undefined {
  const broken = fields.filter(({ok}) => !ok)
  if (broken.length === 0) return undefined
  return broken
    .map(({field, base, candidate, required}) =>
      required === 'overlap'
        ? `${String(candidate)} of the ${String(base)} ${field} needed in common`
        : `another ${field.replaceAll('_', ' ')}`,
    )
    .join(', ')
    .slice(0, 400)
}
