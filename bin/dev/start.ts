// npm start: runs the quickstart job through the command line and tells where its evidence lies.
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {main} from '../../src/cli/main.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
const JOB = 'fixtures/jobs/quickstart.yaml'

process.chdir(ROOT)
const folder = mkdtempSync(join(tmpdir(), 'assay-start-'))
const copy = join(folder, 'result.json')
process.exitCode = await main(['run', JOB, '--output', copy, ...process.argv.slice(2)], ROOT)
if (existsSync(copy)) tellEvidence(JSON.parse(readFileSync(copy, 'utf8')))
rmSync(folder, {recursive: true, force: true})

function tellEvidence(result: {run_path: string; bundle: {path: string; verified: boolean} | null}): void {
  const {run_path: run, bundle} = result
  console.log(`\nrun:    ${run}`)
  console.log(`report: ${run}/reports/report.html`)
  if (bundle) console.log(`bundle: ${bundle.path}${bundle.verified ? ' (verified)' : ''}`)
}
