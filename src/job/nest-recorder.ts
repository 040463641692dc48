import type {RunDocument, RunRecorder, StepStart, Steps} from '#run/run-recorder'

/** Where a trial stands inside another. What is below an optional item is optional itself. */
export interface Nest {
  readonly folder: string
  readonly parentId: string
  readonly required: boolean
}

/** A trial inside another: its files land below the folder, its steps below the parent; events go to the one event log. */
export function nestRecorder(trial: RunRecorder, {folder, parentId, required}: Nest): RunRecorder {
  const place = (path: string) => `${folder}/${path}`
  return {
    runId: trial.runId,
    eventHandler: trial.eventHandler,
    undo: trial.undo,
    steps: nestSteps(trial.steps, {parentId, required}, place),
    write: (document: RunDocument) =>
      trial.write({...document, path: place(document.path), label: `${parentId}.${document.label}`}),
    place: (path) => trial.place(place(path)),
    childLog: (path, label) => trial.childLog(place(path), `${parentId}.${label}`),
    lines: (path, label, kind) => trial.lines(place(path), `${parentId}.${label}`, kind),
  }
}

function nestSteps(
  steps: Steps,
  {parentId, required}: Pick<Nest, 'parentId' | 'required'>,
  place: (path: string) => string,
): Steps {
  const id = (stepId: string) => nestedStepId(parentId, stepId)
  const below = (step: StepStart): StepStart => ({
    ...step,
    required: required && (step.required ?? true),
    stepId: id(step.stepId),
    parentId: step.parentId === undefined ? parentId : id(step.parentId),
    ...(step.inputs && {inputs: step.inputs.map(place)}),
  })
  return {
    group: (step) => steps.group(below(step)),
    start: (step) => steps.start(below(step)),
    finish: (stepId, end) => steps.finish(id(stepId), {...end, ...(end.outputs && {outputs: end.outputs.map(place)})}),
    skip: (step, reason) => steps.skip(below(step), reason),
  }
}

const MOST_ID_CHARACTERS = 128

/** Step ids have at most 128 characters; the end tells steps apart better than the beginning. */
export function nestedStepId(parentId: string, stepId: string): string {
  const id = `${parentId}.${stepId}`
  return id.length <= MOST_ID_CHARACTERS ? id : id.slice(-MOST_ID_CHARACTERS)
}
