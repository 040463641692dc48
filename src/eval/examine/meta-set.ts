/** What the trials of this suite are: the exact model, models that are wrong, and pairs of runs of one model. */
export const META_SETS = ['exact', 'harmful', 'visible', 'twin'] as const
export type MetaSet = (typeof META_SETS)[number]

/** The name of a wrong model as the key of a trial holds it. */
export function caseName(mutant: string): string {
  return mutant.replaceAll(/[^a-z0-9-]/g, '-')
}
