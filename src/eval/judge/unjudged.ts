import type {EvalNotRun} from '#contract/generated/types'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Subject} from '../model/subject.ts'

/** The suites that say how good a provider is at what it states, beside the promises of its contract. What has no row is judged by the usual ones. */
const JUDGED_BY: Readonly<Record<string, string>> = {
  policy: 'policy',
  embed: 'latent',
  reason: 'reasoning',
  generate: 'media',
  transfer: 'media',
}

/** What a provider states and no suite of a set judges. */
export function unjudged(
  {name, capabilities}: Pick<Subject, 'name' | 'capabilities'>,
  {suites}: Pick<EvalSettings, 'suites'>,
): EvalNotRun[] {
  return capabilities.flatMap((capability): EvalNotRun[] => {
    const judge = JUDGED_BY[capability]
    if (judge === undefined || suites.some(({kind}) => kind === judge)) return []
    return [
      {
        provider: name,
        suite: null,
        env: null,
        outcome: 'not-applicable',
        reason: `capability_not_judged (${capability})`,
        detail: `assay eval --suite ${judge}`,
      },
    ]
  })
}
