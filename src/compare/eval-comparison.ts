import type {EvalEpisode} from '#contract/generated/types'
import {suitesBehind} from '#eval/catalogue/suites'
import {compareRow, findMetric, sharedEvalFields} from '#eval/judge/compare-rows'
import {MIN_N} from '#eval/judge/default-gates'
import type {EvalSide} from '#eval/model/eval-side'
import {trialKeyOf, trialKeyText} from '#eval/model/trial-key'
import type {DraftComparison, DraftRow} from './draft-row.ts'

/** Two evaluations, row by row; `margin` in the unit of each metric. */
export function compareEvals(base: EvalSide, candidate: EvalSide, margin: number): DraftComparison {
  const suites = suitesBehind(candidate)
  const limits = [-margin, 0, margin]
  const rows = candidate.rows.map((row): DraftRow => {
    const {base: other, effect, fields} = compareRow(base, candidate, row, {minN: MIN_N, suites, limits})
    const metric = findMetric(row, suites)
    return {
      shown: {
        row_id: row.row_id,
        metric: row.metric,
        direction: row.direction,
        ...(row.target !== undefined && {target: row.target}),
        unit: row.unit,
        provider: row.provider,
        base_provider: other?.provider ?? null,
        primary: metric === undefined || metric.gates.length > 0,
        base_estimate: other?.estimate ?? null,
        candidate_estimate: row.estimate,
      },
      effect,
      margin: metric?.exact ? 0 : margin,
      minN: metric?.exact ? 1 : MIN_N,
      fields,
    }
  })
  return {contract: sharedEvalFields(base, candidate), rows, failures: failureDiff(base, candidate), caveats: []}
}

/** Trials of both sides by their key; with one provider on each side its name does not matter. */
function failureDiff(base: EvalSide, candidate: EvalSide): DraftComparison['failures'] {
  const nameOf = (episode: EvalEpisode) => trialKeyText(trialKeyOf(episode))
  const many = new Set([...base.episodes, ...candidate.episodes].map(({provider}) => provider)).size > 1
  const isLone = [base, candidate].every(({episodes}) => new Set(episodes.map(({provider}) => provider)).size <= 1)
  const label = (episode: EvalEpisode) => (many && !isLone ? `${episode.provider} ${nameOf(episode)}` : nameOf(episode))
  const before = new Map(base.episodes.map((episode) => [label(episode), episode.success]))
  const both = candidate.episodes.filter((episode) => before.has(label(episode)))
  const among = (now: boolean, then: boolean) =>
    both.filter((episode) => episode.success === now && before.get(label(episode)) === then).map(label)
  return {came: among(false, true), went: among(true, false), both: among(false, false).length}
}
