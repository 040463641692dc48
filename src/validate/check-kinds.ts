import {benchmarkScope} from '#benchmark/model/benchmark-scope'
import {OPERATIONS} from '#benchmark/model/operation'
import {loadInputs} from '#benchmark/plan/load-inputs'
import type {CallerDocument} from '#document/document'
import type {DraftIssue} from '#document/document-issues'
import {loadDrill} from '#drill/read/load-drill'
import {AssayError} from '#error/assay-error'
import {readSuite} from '#eval/catalogue/suite-document'
import {SUITES} from '#eval/catalogue/suites'
import {evalScope} from '#eval/plan/load-rules'
import {readBudgets} from '#gate/budget'
import {readGate} from '#gate/gate-document'
import {CHECK_IDS} from '#host/check/checks'
import {loadTarget} from '#host/client/load-target'
import {checkJob} from '#job/check-job'
import {openAssay} from '#measurement/open-assay'
import type {MeasurementPorts} from '#measurement/ports'
import {loadAssets} from '#profile/load-assets'
import {loadProfile} from '#profile/load-profile'
import {definitionIssues} from '#provider/catalogue/definition'
import {PROVIDER_OPERATIONS} from '#provider/model/operations'
import {loadTranslator} from '#provider/translator/load-translator'
import {utcDay} from '#random/clock'
import {formatNames} from '#report/renderers'
import type {FileKind} from './file-kind.ts'

/** A file that was read. `path`, `workspace`: absolute. */
export interface FileToCheck {
  readonly document: CallerDocument
  readonly path: string
  readonly workspace: string
}

type Check = (file: FileToCheck, ports: MeasurementPorts) => Promise<readonly DraftIssue[]>

/** By kind: everything wrong with such a file. What throws a caller's mistake instead has its issues in the error. */
export const CHECKS: Readonly<Record<FileKind, Check>> = {
  job: ({document, workspace}, ports) => checkJob(document, workspace, ports),
  profile: async ({path}, ports) => {
    const known = {providers: await providersOf(ports), operations: PROVIDER_OPERATIONS, formats: formatNames()}
    await loadProfile({path, workingDirectory: ports.cwd, known}, documentPorts(ports))
    return []
  },
  gate: checkGate,
  budget: async ({document}, ports) => {
    readBudgets(document, {providers: await providersOf(ports), operations: OPERATIONS}, isClean(ports))
    return []
  },
  providers: async ({document}) => definitionIssues(document.value),
  translator: async ({document, path}, ports) => {
    await loadTranslator({path, name: document.name}, documentPorts(ports))
    return []
  },
  suite: async ({document}, ports) => {
    readSuite(document, document.name, isClean(ports))
    return []
  },
  inputs: async ({path}, ports) => {
    await loadInputs(path, documentPorts(ports))
    return []
  },
  'runtime-assets': async ({document, path}, ports) => {
    await loadAssets({path, name: document.name}, documentPorts(ports))
    return []
  },
  drill: async ({path}, ports) => {
    await loadDrill(path, documentPorts(ports))
    return []
  },
  'node-target': async ({path}, ports) => {
    await loadTarget(path, CHECK_IDS, documentPorts(ports))
    return []
  },
}

/** A gate is good where it is good for one kind of run; else the kind that refuses less of it is likely the one that was meant. */
async function checkGate({document}: FileToCheck, ports: MeasurementPorts): Promise<readonly DraftIssue[]> {
  const names = await providersOf(ports)
  const today = utcDay(ports.clock.nowMs())
  const errors = [evalScope(Object.values(SUITES), names), benchmarkScope(names)].map((scope) =>
    refusalOf(() => readGate(document, {scope, today}, isClean(ports))),
  )
  const refusals = errors.flatMap((error) => error ?? [])
  if (refusals.length < errors.length) return []
  throw refusals.toSorted((a, b) => a.issues.length - b.issues.length)[0]
}

function refusalOf(check: () => unknown): AssayError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof AssayError && error.exit === 'usage') return error
    throw error
  }
}

async function providersOf(ports: MeasurementPorts): Promise<string[]> {
  return (await openAssay(ports).doctor()).map(({name}) => name)
}

const documentPorts = ({files, redactor}: MeasurementPorts) => ({reader: files.reader, redactor})
const isClean =
  ({redactor}: MeasurementPorts) =>
  (key: string) =>
    redactor.find(key).length === 0
