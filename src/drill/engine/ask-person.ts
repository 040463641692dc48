import type {DrillStep} from '#contract/generated/types'
import {type AnswerKind, answerIn, askedFor} from '../model/answer.ts'
import {DrillAborted, type DrillContext, type Guide} from './drill-context.ts'

/** What somebody made of a step; an answer is masked. */
export interface PersonEnd {
  readonly isSkipped: boolean
  readonly answer?: string
}

/**
 * Shows a step and waits for whoever is at the terminal: Enter or `done`, an answer where one is asked for, `skip`, or `abort`, which ends the drill. What is no answer is asked for
 * again. Throws `DrillAborted`, and as the terminal does.
 */
export async function askPerson(step: DrillStep, guide: Guide, {ports, signal}: DrillContext): Promise<PersonEnd> {
  for (let asked = shownStep(step); ; asked = againText(step.answer)) {
    const typed = (await guide(ports.redactor.text(asked), signal)).trim()
    if (typed === 'abort') throw new DrillAborted('somebody at the terminal ended it')
    if (typed === 'skip') return {isSkipped: true}
    if (step.answer === undefined) {
      if (typed === '' || typed === 'done') return {isSkipped: false}
      continue
    }
    const answer = answerIn(step.answer, typed)
    if (answer !== undefined) return {isSkipped: false, answer: ports.redactor.text(answer)}
  }
}

/** A step as the drill file writes it; placeholders of secrets are shown as placeholders. */
function shownStep({step, text, action, args = {}, answer}: DrillStep): string {
  const words = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  const command = action === undefined ? 'by hand' : [action, ...words].join(' ')
  const asked = answer === undefined ? 'Enter when it may be done' : `Type ${askedFor(answer)}`
  return `\n${step}: ${text}\n  ${command}\n  ${asked}: `
}

const againText = (kind: AnswerKind | undefined) =>
  kind === undefined ? '  Enter, skip or abort: ' : `  That is not ${askedFor(kind)}; once more, or skip, or abort: `
