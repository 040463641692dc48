import {isSamePicture} from '#report/png-fault'
import {RESULT, VERDICT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {Expectation} from './expectation.ts'
import {readJson} from './recorded-facts.ts'
import {firstDifference, isSameText} from './same-document.ts'

type Fail = (path: string, message: string) => void

/** Checks result, verdict and every document that follows from the trials of a run, or of an item of a job. */
export function checkDocuments(
  run: RecordedRun,
  {outcome, documents}: Pick<Expectation, 'outcome' | 'documents'>,
  fail: Fail,
): void {
  checkDocument(run, {path: RESULT, content: {json: outcome.result}}, fail)
  checkDocument(run, {path: VERDICT, content: {json: outcome.verdict}}, fail)
  for (const document of documents) checkDocument(run, document, fail)
}

function checkDocument(run: RecordedRun, {path, content}: Expectation['documents'][number], fail: Fail): void {
  if ('png' in content) {
    const drawn = run.bytes(path)
    if (drawn !== undefined && !isSamePicture(drawn, content.png)) fail(path, 'does not show what the trials give')
    return
  }
  const told = run.text(path)
  if (told === undefined) {
    fail(path, 'is missing')
    return
  }
  if ('text' in content) {
    if (!isSameText(told, content.text)) fail(path, 'does not follow from the trials')
    return
  }
  const different = firstDifference(readJson(told), content.json)
  if (different !== undefined) fail(path, `${different} is not what the recorded results give`)
}
