import type {Provenance, SourceState} from '#contract/generated/types'
import type {Fact, Report} from '#report/report'
import {detectCiRun, detectCiSource} from './ci-run.ts'
import {labelText, type Naming} from './labels.ts'

/** The sources for the provenance of a run. `source` is the state that git reports of the checkout; undefined without one. */
export interface ProvenanceFacts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly source: SourceState | undefined
  readonly naming: Naming
}

/**
 * The provenance of a run. Git describes the checkout; the CI service adds what git cannot know: the branch of a detached checkout, and the
 * commit if there is none.
 */
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

/** The report with the provenance of its run, as far as it is known. */
export function withProvenance(report: Report, provenance: Provenance | undefined): Report {
  return provenance === undefined ? report : {...report, facts: [...report.facts, ...provenanceFacts(provenance)]}
}

/** Those of commit, CI, labels and note that are known. */
export function provenanceFacts({source, ci, labels, note}: Provenance): Fact[] {
  const facts = [
    {label: 'Commit', value: source && commitText(source)},
    {label: 'CI', value: ci && (ci.url ?? ci.provider)},
    {label: 'Labels', value: labelText(labels) || null},
    {label: 'Note', value: note},
  ]
  return facts.filter(({value}) => value !== null)
}

/** For example `main 1f0c…, with changes`; the id is complete, because people search for it. */
function commitText({commit, branch, dirty}: SourceState): string {
  const place = [branch, commit ?? '(no commit yet)'].filter(Boolean).join(' ')
  return dirty === true ? `${place}, with changes` : place
}
