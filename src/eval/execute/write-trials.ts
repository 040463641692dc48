import type {EvalFailure} from '#contract/generated/types'
import type {RunRecorder} from '#run/run-recorder'
import type {CellResult} from '../model/cell.ts'
import {CELLS, FAILURES, GALLERY, REFERENCES} from '../model/eval-files.ts'
import {cellDocuments, referenceDocuments} from '../recorded/recorded-cells.ts'
import type {separateStrips} from '../report/gallery.ts'

/** A file of one JSON line an item. */
export async function writeLines(
  trial: RunRecorder,
  {path, label}: {readonly path: string; readonly label: string},
  items: readonly unknown[],
): Promise<void> {
  const lines = await trial.lines(path, label, 'result')
  for (const item of items) lines.append(item)
  await lines.flush()
}

/** What the trials belong to, and floor and ceiling beside them. */
export async function writeCells(trial: RunRecorder, cells: readonly CellResult[]): Promise<void> {
  await writeLines(trial, {path: CELLS, label: 'cells'}, cellDocuments(cells))
  await writeLines(trial, {path: REFERENCES, label: 'references'}, referenceDocuments(cells))
}

const NO_FAILURES: ReturnType<typeof separateStrips> = {failures: {schema_version: 1, failures: []}, strips: []}

/** What failed: all of it as data with the command that runs it alone, the first few of each provider as a page with pictures. */
export async function writeFailures(trial: Pick<RunRecorder, 'write'>, failed: readonly EvalFailure[]): Promise<void> {
  // Pictures are drawn by what most runs need not load.
  const gallery = failed.length > 0 ? await import('../report/gallery.ts') : undefined
  const {failures, strips} = gallery?.separateStrips(failed) ?? NO_FAILURES
  await trial.write({path: FAILURES, label: 'failures', kind: 'result', content: {json: failures}})
  if (gallery === undefined) return
  for (const [at, {path, png}] of strips.entries()) {
    const label = `failure_strip_${at + 1}`
    await trial.write({path, label, kind: 'artifact', mediaType: 'image/png', content: {bytes: png}})
  }
  await trial.write({
    path: GALLERY,
    label: 'failure_gallery',
    kind: 'report',
    content: {text: gallery.galleryText(failures)},
  })
}
