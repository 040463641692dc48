import type {Provenance, SourceState} from '#contract/generated/types'
import type {Fact, Report} from '#report/report'
import {detectCiRun, detectCiSource} from './ci-run.ts'
import {labelText, type Naming} from './labels.ts'

/** What a run can know of where it comes from. `source` is what git says of the checkout; undefined where there is none. */
export interface ProvenanceFacts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly source: SourceState | undefined
  readonly naming: Naming
}

/** Git says what is there; the CI service, what git cannot: the branch of a detached checkout, the commit where there is none. */
export function provenanceOf({env, source, naming}: ProvenanceFacts): Provenance {
  const told = detectCiSource(env)
  const state = {
    commit: source?.commit ?? told.commit,
    branch: source?.branch ?? told.branch,
    dirty: source?.dirty ?? null,
  }
  return {
    source: state.commit === null && state.branch === null ? null : state,
    ci: detectCiRun(env),
    job: null,
    labels: {...naming.labels},
    note: naming.note ?? null,
  }
}

/** The report with where its run comes from, as far as that is known. */
export function withProvenance(report: Report, provenance: Provenance | undefined): Report {
  return provenance === undefined ? report : {...report, facts: [...report.facts, ...provenanceFacts(provenance)]}
}

/** Commit, CI, labels and note, those that are known. */
export function provenanceFacts({source, ci, labels, note}: Provenance): Fact[] {
  const facts = [
    {label: 'Commit', value: source && commitText(source)},
    {label: 'CI', value: ci && (ci.url ?? ci.provider)},
    {label: 'Labels', value: labelText(labels) || null},
    {label: 'Note', value: note},
  ]
  return facts.filter(({value}) => value !== null)
}

/** `main 1f0c…, with changes`: the whole id, for it is what people search for. */
function commitText({commit, branch, dirty}: SourceState): string {
  const place = [branch, commit ?? '(no commit yet)'].filter(Boolean).join(' ')
  return dirty === true ? `${place}, with changes` : place
}
