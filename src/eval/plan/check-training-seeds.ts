import type {ProviderDiagnosis} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {Assay} from '#provider/assay'

/**
 * A provider that says from which seeds it learned must not be judged on their episodes. Asks those of this process, which are
 * loaded in no time; one elsewhere is not started before the run exists. Throws `usage`.
 */
export async function checkTrainingSeeds(
  library: Pick<Assay, 'describe' | 'profileOf'>,
  chosen: readonly ProviderDiagnosis[],
  {seed, signal}: {readonly seed: number; readonly signal: AbortSignal | undefined},
): Promise<void> {
  for (const {name, registered, config_summary} of chosen) {
    if (!registered || config_summary.fields.length > 0 || library.profileOf(name).transport !== 'in_process') continue
    const [first, last] = (await library.describe(name, {...(signal && {signal})})).descriptor.training_seeds ?? []
    if (first === undefined || last === undefined || seed < first || seed > last) continue
    throw new AssayError('usage', `provider ${name} has learned from the episodes of seeds ${first} to ${last}`, {
      hint: 'Give a --seed outside of them: on what it has seen, a number says nothing.',
    })
  }
}
