import {digestOf} from '#digest/canonical-json'
import type {DocumentPorts} from '#document/document-ports'
import {AssayError} from '#error/assay-error'
import {MistakeList, mistakesIn} from '#error/collect-mistakes'
import type {Order, Planned} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import {absolutePath, fileName} from '#path/safe-relative-path'
import type {RunDescription} from '#run/run-recorder'
import type {Guide} from '../engine/drill-context.ts'
import type {DrillRequest} from '../model/drill-options.ts'
import {choiceChecks, chosenDrills} from '../read/drill-choice.ts'
import {shardOf} from '../read/drill-shard.ts'
import {type LoadedDrill, loadCatalogue, loadDrill} from '../read/load-drill.ts'
import {withStrangeFiles} from '../read/named-drills.ts'
import type {GivenTarget} from '../site/open-given.ts'
import {openPermitted} from './check-permission.ts'
import {findPending, leftBy} from './find-pending.ts'

/** A set of drills before its run exists. */
export interface DrillSetPlan {
  readonly drills: readonly LoadedDrill[]
  /** Nodes that are not the drills'. */
  readonly given: GivenTarget | undefined
  readonly seed: number
  readonly isSham: boolean
  /** Undefined: as each drill says. */
  readonly clockScale: number | undefined
  /** Guides a person through the response step by step; absent if the response runs by itself. */
  readonly guide?: Guide | undefined
  readonly failsFast: boolean
  readonly requiresRun: boolean
  /** Absolute. */
  readonly workspace: string
  readonly argv: readonly string[]
}

const SEED = 1

/**
 * Finds every mistake of the caller before anything starts. Throws `drill_unknown`, `drill_invalid`, `drill_refused`, `undo_pending`, and as
 * reading documents does.
 */
export async function planDrills(order: Order<DrillRequest>, ports: MeasurementPorts): Promise<Planned<DrillSetPlan>> {
  const {request, workingDirectory} = order
  const workspace = absolutePath(workingDirectory, order.workspace ?? '.')
  const drills = shardOf(await loadChosen(order, ports), request.shard)
  const given = await openPermitted(drills, order, ports)
  if (given !== undefined && request.apply !== true)
    throw new AssayError('usage', 'nothing says that it is to be done to the target', {
      hint: 'Look at assay drills --target FILE without --apply, then say apply.',
    })
  const [open] = findPending(workspace, ports)
  if (open !== undefined) {
    throw new AssayError('undo_pending', `the run ${open.runId} left ${leftBy(open)}; nothing was put back`)
  }
  const {seed = SEED, sham: isSham = false, failFast: failsFast = false, requireRun: requiresRun = false} = request
  return {
    plan: {
      drills,
      given,
      seed,
      isSham,
      clockScale: request.clockScale,
      failsFast,
      requiresRun,
      workspace,
      argv: order.commandArgv,
    },
    workspace,
  }
}

/** The drills that a request means, whole and checked. */
export async function loadChosen(
  {request, workingDirectory}: Pick<Order<DrillRequest>, 'request' | 'workingDirectory'>,
  {files: {reader}, redactor, programs}: Pick<MeasurementPorts, 'files' | 'redactor' | 'programs'>,
  isOnlyTold = false,
): Promise<LoadedDrill[]> {
  const documents = {reader, redactor}
  const catalogue = await loadCatalogue(programs.drills, documents)
  const asked = withStrangeFiles(request, (name) => reader.facts(absolutePath(workingDirectory, name))?.kind === 'file')
  const mistakes = new MistakeList()
  const own = await loadOwn(asked.files ?? [], workingDirectory, {documents, mistakes})
  mistakes.add(choiceChecks(asked, catalogue).flatMap(mistakesIn))
  mistakes.end()
  return chosenDrills(asked, catalogue, own, isOnlyTold)
}

interface OwnReading {
  readonly documents: DocumentPorts
  readonly mistakes: MistakeList
}

/** Files of the caller's own; of several that are wrong all are told. */
async function loadOwn(paths: readonly string[], workingDirectory: string, {documents, mistakes}: OwnReading) {
  const own: LoadedDrill[] = []
  for (const path of paths) {
    const loaded = await mistakes.at(fileName(path), () => loadDrill(absolutePath(workingDirectory, path), documents))
    if (loaded !== undefined) own.push(loaded)
  }
  return own
}

export function describeDrills({drills, given, seed, isSham, requiresRun, argv}: DrillSetPlan): RunDescription {
  const ids = drills.map(({drill}) => drill.id)
  const asked = {
    drills: drills.map(({drill, sha256}) => ({
      id: drill.id,
      version: drill.version,
      sha256,
      document_sha256: digestOf(drill),
    })),
    seed,
    sham: isSham,
    must_run: requiresRun,
    ...(given && {target: given.setting.target.profile.alias, target_sha256: given.setting.target.sha256}),
  }
  return {
    kind: 'drill',
    command: 'drills',
    commandArgv: argv,
    providers: [],
    capabilities: [],
    operations: ['drill'],
    inputSummary: {drills: ids.length, seed, sham: isSham},
    inputDigest: digestOf(asked),
    ...(given && {envSummary: given.setting.envSummary}),
    inputs: [
      {
        path: 'inputs/request.json',
        label: 'request',
        kind: 'input',
        content: {json: {schema_version: 1, kind: 'drill-request', ...asked}},
      },
      ...drills.map(({drill}, at) => ({
        path: `inputs/drills/${drill.id}.json`,
        label: `drill-${at + 1}`,
        kind: 'input' as const,
        content: {json: drill},
      })),
    ],
  }
}
