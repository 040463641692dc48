import type {RunManifest} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {RunNews, RunObserver} from '#run/run-observer'
import type {RunDescription} from '#run/run-recorder'

/** What others are told of a run at its end. `manifest` is absent for a run that its disk ended. */
export interface RunSummary {
  readonly runId: RunId
  readonly kind: RunDescription['kind']
  readonly command: string
  readonly job: string | undefined
  readonly manifest: RunManifest | undefined
}

/** Keeps what a run comes to. Of several runs of one command, the last. */
export class RunSummaries implements RunObserver {
  #summary: RunSummary | undefined

  /** Undefined before a run was opened. */
  get last(): RunSummary | undefined {
    return this.#summary
  }

  told(news: RunNews): void {
    if (news.what === 'opened') {
      const {kind, command, job} = news.trial
      this.#summary = {runId: news.runId, kind, command, job, manifest: undefined}
    } else if (news.what === 'closed' && this.#summary !== undefined) {
      this.#summary = {...this.#summary, manifest: news.manifest}
    }
  }
}
