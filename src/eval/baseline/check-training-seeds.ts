import type {ProviderDiagnosis} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {Assay} from '#provider/assay'

/**
 * A provider that says from which seeds it learned must not be judged on their episodes. Asks those that need no configuration, which are
 * loaded in no time. Throws `usage`.
 */
export async function checkTrainingSeeds(
  library: Pick<Assay, 'describe'>,
  chosen: readonly ProviderDiagnosis[],
  seed: number,
): Promise<void> {
  for (const {name, registered, config_summary} of chosen) {
    if (!registered || config_summary.fields.length > 0) continue
    const [first, last] = (await library.describe(name)).descriptor.training_seeds ?? []
    if (first === undefined || last === undefined || seed < first || seed > last) continue
    throw new AssayError('usage', `provider ${name} has learned from the episodes of seeds ${first} to ${last}`, {
      hint: 'Give a --seed outside of them: on what it has seen, a number says nothing.',
    })
  }
}
