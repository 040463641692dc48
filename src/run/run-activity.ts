import type {RunManifest} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {ActivityLog, LogDegree} from '#event/activity-log'
import type {RunNews, RunObserver} from './run-observer.ts'
import type {RunDescription, RunOutcome, StepEnd, StepStart} from './run-recorder.ts'

/** Reports the events and decisions of one run to its log and observers as they happen. */
export class RunActivity {
  readonly #log: ActivityLog | undefined
  readonly #observers: readonly RunObserver[]
  readonly #runId: RunId

  constructor(log: ActivityLog | undefined, runId: RunId, observers: readonly RunObserver[] = []) {
    this.#log = log
    this.#observers = observers
    this.#runId = runId
  }

  readonly event: ActivityLog['event'] = (event) => {
    this.#log?.event(event)
    // The message is made only if somebody listens: a fast model answers in less time.
    if (this.#observers.length > 0) this.#show({what: 'event', event})
  }

  opened(trial: RunDescription): void {
    const {kind, command, providers, operations} = trial
    this.#show({what: 'opened', runId: this.#runId, trial})
    this.#tell('info', 'run opened', {kind, command, providers, operations})
  }

  grouped(step: StepStart): void {
    this.#show({what: 'grouped', step})
  }

  began(step: StepStart): void {
    const {stepId, operation, provider} = step
    this.#show({what: 'began', step})
    this.#tell('debug', 'step began', {step_id: stepId, operation, provider})
  }

  ended(stepId: string, end: StepEnd, durationMs: number | undefined): void {
    const {status, errorSummary, skipReason} = end
    this.#show({what: 'ended', stepId, end, durationMs})
    const facts = {step_id: stepId, status, reason: errorSummary ?? skipReason, duration_ms: durationMs}
    this.#tell(DEGREES[status], status === 'skipped' ? 'step left out' : 'step ended', facts)
  }

  /** Reports every rule, then caveats and findings, then the verdict. */
  judged({verdict, reasonCode, findings = []}: RunOutcome, lostEvents: number): void {
    for (const {id, state, metric, estimate, threshold, n, reason} of verdict.rules) {
      const degree = state === 'pass' ? 'debug' : 'info'
      this.#tell(degree, 'rule judged', {rule: id, state, metric, estimate, threshold, n, reason})
    }
    for (const text of verdict.caveats) this.#tell('info', 'caveat', {reason: text})
    for (const {code, message} of findings) this.#tell('warn', 'finding', {code, reason: message})
    if (lostEvents > 0) this.#tell('warn', 'events lost', {lost: lostEvents})
    const {state, exit} = verdict
    const facts = {verdict: state, exit_code: exit.code, reason_code: reasonCode, reason: exit.reason}
    this.#tell(exit.code === 0 ? 'info' : 'warn', 'verdict', facts)
  }

  closed(manifest: RunManifest): void {
    this.#show({what: 'closed', manifest})
  }

  #show(news: RunNews): void {
    for (const observer of this.#observers) observer.told(news)
  }

  #tell(degree: LogDegree, message: string, facts: Readonly<Record<string, unknown>>): void {
    this.#log?.decision(degree, message, {run_id: this.#runId, ...facts})
  }
}

const DEGREES: Readonly<Record<StepEnd['status'], LogDegree>> = {
  success: 'debug',
  skipped: 'info',
  cancelled: 'warn',
  failed: 'warn',
}
