import {dirname, join} from 'node:path'
import type {InitResult} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import type {Files} from '#path/files'
import type {Redactor} from '#redact/redactor'
import type {Report} from '#report/report'
import {CI_FILES, type CiService, FIRST_JOB, type StarterFile} from './first-job.ts'

type Ports = {readonly files: Files; readonly redactor: Pick<Redactor, 'text'>}

/** Writes a first job, and the pipeline of a CI service where one is asked for. What is there is left as it is. Throws `workspace_unwritable`, `disk_full`, `io_error`. */
export async function writeFirstJob(
  {folder, ci}: {readonly folder: string; readonly ci: CiService | undefined},
  ports: Ports,
): Promise<{result: InitResult; report: Report}> {
  const wanted = [FIRST_JOB, ...(ci === undefined ? [] : [CI_FILES[ci]])]
  const files: InitResult['files'] = []
  for (const file of wanted) files.push({path: file.path, written: await writeNew(folder, file, ports)})
  const made = files.filter(({written}) => written)
  const reason =
    made.length === 0 ? 'everything was there already' : `${made.map(({path}) => path).join(' and ')} written`
  const next = ['assay run --plan', 'assay run', 'assay runs list']
  const result: InitResult = {schema_version: 1, command: 'init', exit: exitFor('pass', reason), files, next}
  return {result, report: reportOf(result, ci)}
}

async function writeNew(folder: string, {path, text}: StarterFile, {files, redactor}: Ports): Promise<boolean> {
  const place = join(folder, path)
  if (files.reader.facts(place) !== undefined) return false
  const above = dirname(path)
    .split('/')
    .filter((part) => part !== '.')
  for (const at of above.keys()) await files.directories.make(join(folder, ...above.slice(0, at + 1)))
  const file = await files.writer.open(place, 'new')
  try {
    await file.write(redactor.text(text))
  } finally {
    await file.close()
  }
  return true
}

function reportOf({files, next}: InitResult, ci: CiService | undefined): Report {
  return {
    title: 'Init',
    status: 'pass',
    isListing: true,
    facts: [],
    tables: [
      {
        name: 'files',
        columns: ['file', 'what'],
        rows: files.map(({path, written}) => [path, written ? 'written' : 'was there; left as it is']),
      },
      {name: 'next', columns: ['command'], rows: next.map((line) => [line])},
    ],
    cases: [],
    remarks: ci === undefined ? [] : ['The pipeline takes Assay from package.json: npm install --save-dev it first.'],
  }
}
