/**
 * What the trials of this suite are: the exact model, named models that are wrong, mutants of held-out operators whose harm is measured, and pairs of
 * runs of one model.
 */
export type MetaSet = 'exact' | 'harmful' | 'visible' | 'mutant' | 'twin'

/** The name of a wrong model as the key of a trial holds it. */
export function caseName(mutant: string): string {
  return mutant.replaceAll(/[^a-z0-9-]/g, '-')
}
