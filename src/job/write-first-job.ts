import {dirname, join} from 'node:path'
import type {InitResult} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import type {Files} from '#path/files'
import type {Redactor} from '#redact/redactor'
import type {Report} from '#report/report'
import {CI_FILES, type CiService, firstJob, JOB_SCHEMA, type StarterFile} from './first-job.ts'
import {USUAL_JOB} from './job-order.ts'

type Ports = {readonly files: Files; readonly redactor: Pick<Redactor, 'text'>}

/** Writes a first job, and the pipeline of a CI service where one is asked for. The job names its schema where an editor would find it. What is there is left as it is. Throws `workspace_unwritable`, `disk_full`, `io_error`. */
export async function writeFirstJob(
  {folder, ci}: {readonly folder: string; readonly ci: CiService | undefined},
  ports: Ports,
): Promise<{result: InitResult; report: Report}> {
  const schema = schemaSeenFrom(folder, ports)
  const wanted = [firstJob(schema), ...(ci === undefined ? [] : [CI_FILES[ci]])]
  const files: InitResult['files'] = []
  for (const file of wanted) files.push({path: file.path, written: await writeNew(folder, file, ports)})
  const made = files.filter(({written}) => written)
  const reason =
    made.length === 0 ? 'everything was there already' : `${made.map(({path}) => path).join(' and ')} written`
  const next = ['assay run --plan', 'assay run', 'assay runs list']
  const result: InitResult = {schema_version: 1, command: 'init', exit: exitFor('pass', reason), files, next}
  const remarks = [
    ...(ci === undefined
      ? []
      : [
          'The pipeline takes Assay from package.json and its lock file: commit both, and no package that lies outside of the repository.',
        ]),
    ...(schema === undefined && result.files.some(({path, written}) => path === USUAL_JOB && written)
      ? [NO_SCHEMA]
      : []),
  ]
  return {result, report: reportOf(result, remarks)}
}

const NO_SCHEMA = `Where Assay is a package of the folder, editors complete the job by its first line: $schema: ./${JOB_SCHEMA}`

/** The nearest folder upwards whose packages hold Assay, as editors look for it from a file in `folder`. */
function schemaSeenFrom(folder: string, {files}: Ports): string | undefined {
  const ups = folder.split(/[\\/]/).map((_, above) => (above === 0 ? './' : '../'.repeat(above)))
  return ups.map((up) => up + JOB_SCHEMA).find((path) => files.reader.facts(join(folder, path))?.kind === 'file')
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

function reportOf({files, next}: InitResult, remarks: readonly string[]): Report {
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
    remarks,
  }
}
