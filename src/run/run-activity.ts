import type {RunId} from '#contract/ids'
import type {ActivityLog, LogDegree} from '#event/activity-log'
import type {RunDescription, RunOutcome, StepEnd, StepStart} from './run-recorder.ts'

/** Tells what is decided in one run, as it is decided. */
export class RunActivity {
  readonly #log: ActivityLog | undefined
  readonly #runId: RunId

  constructor(log: ActivityLog | undefined, runId: RunId) {
    this.#log = log
    this.#runId = runId
  }

  readonly event: ActivityLog['event'] = (event) => this.#log?.event(event)

  opened({kind, command, providers, operations}: RunDescription): void {
    this.#tell('info', 'run opened', {kind, command, providers, operations})
  }

  began({stepId, operation, provider}: StepStart): void {
    this.#tell('debug', 'step began', {step_id: stepId, operation, provider})
  }

  ended(stepId: string, {status, errorSummary, skipReason}: StepEnd, durationMs: number | undefined): void {
    const facts = {step_id: stepId, status, reason: errorSummary ?? skipReason, duration_ms: durationMs}
    this.#tell(DEGREES[status], status === 'skipped' ? 'step left out' : 'step ended', facts)
  }

  /** Every rule that decides, then what was found beside them, then the verdict. */
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
