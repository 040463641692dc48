import type {TranslatorUnit} from '#contract/generated/types'

/** Units by what they measure, and how many of the first of their kind each is. */
const UNITS: Readonly<Record<TranslatorUnit, readonly [kind: string, size: number]>> = {
  m: ['length', 1],
  cm: ['length', 0.01],
  mm: ['length', 0.001],
  rad: ['angle', 1],
  deg: ['angle', Math.PI / 180],
  s: ['time', 1],
  ms: ['time', 0.001],
  ratio: ['share', 1],
  percent: ['share', 0.01],
}

/** What a number of one unit is multiplied by to be one of another; undefined where they measure different things. */
export function unitFactor(from: TranslatorUnit, to: TranslatorUnit): number | undefined {
  const [[kind, size], [otherKind, otherSize]] = [UNITS[from], UNITS[to]]
  return kind === otherKind ? size / otherSize : undefined
}
