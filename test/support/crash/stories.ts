import {join} from 'node:path/posix'
import type {RunId} from '#contract/ids'
import {publishRun} from '#evidence/publish/bundle-run'
import type {Files} from '#path/files'
import {writeAtomic} from '#path/write-atomic'
import {seedStream} from '#random/stream'
import {Redactor} from '#redact/redactor'
import {cleanWorkspace} from '#run/clean-workspace'
import {conductRun} from '#run/conduct-run'
import {JOURNAL, MANIFEST, runFolder} from '#run/layout'
import {openWorkspace} from '#run/open-workspace'
import type {RunPorts} from '#run/ports'
import type {RunRecorder} from '#run/run-recorder'
import {sealCrashedRuns} from '#run/seal-run'
import {fakeClock} from '../fakes/fake-clock.ts'
import {fakeProcesses, outcome, TEST_HOST, TRIAL} from '../run-rig.ts'
import {CrashState, type Fate} from './crash-state.ts'
import {ModelDisk} from './model-disk.ts'
import {type FolderNode, folderNode, type ModelNode, nodesBelow, possibleVersions} from './model-node.ts'
import type {Given, Promised} from './promised.ts'

export const WORKSPACE = '/work'
export const NOW_MS = Date.UTC(2026, 10, 21, 7, 42, 33, 417)
const HOUR_MS = 60 * 60 * 1000
const never = new AbortController().signal

/** What a story has to work with: a disk that records, and a place to note what the work was promised. */
export interface Stage {
  readonly disk: ModelDisk
  readonly ports: RunPorts
  readonly given: Given[]
  note(promised: Promised): void
}

/** A disk that was written, with every promise and when it was given. */
export interface Told {
  readonly name: string
  readonly disk: ModelDisk
  readonly given: readonly Given[]
}

type Story = (stage: Stage) => Promise<void>
/** Makes a protocol worse, to see whether that is found. */
export type Spoil = (files: Files) => Files

export function stageOn(root: FolderNode, seed: string, spoil: Spoil = (files) => files): Stage {
  const chance = seedStream(seed)
  const disk = new ModelDisk({root, mtimeMs: NOW_MS, pauses: () => chance.int(4)})
  const given: Given[] = []
  const ports: RunPorts = {
    files: spoil(disk.files),
    clock: fakeClock(NOW_MS),
    entropy: {bytes: (count: number) => Uint8Array.from({length: count}, () => chance.int(256))},
    processes: fakeProcesses(),
    redactor: new Redactor(),
    host: () => TEST_HOST,
    versions: {assay: '0.0.0-test', node: '24.21.0'},
  }
  return {disk, ports, given, note: (promised) => void given.push({at: disk.ops, promised})}
}

/** After the power came back: another process, hours later. */
export function portsAfter(ports: RunPorts, files: Files, hours = 1): RunPorts {
  const pid = 7 + hours
  return {
    ...ports,
    files,
    clock: fakeClock(NOW_MS + hours * HOUR_MS),
    processes: fakeProcesses({[pid]: `start-${pid}`}, pid),
  }
}

/** Each story begins on a disk of its own; `seed` decides how work that runs at the same time takes turns. */
export async function tellStories(seed: number, spoil?: Spoil): Promise<Told[]> {
  const empty = () => folderNode(0, new Map([[WORKSPACE.slice(1), folderNode(0)]]))
  const first = await tell('first run', empty(), run, {seed, spoil})
  const past = () => pastOf(first)
  const sealable = () => pastOf(first, lastBefore(first, MANIFEST))
  return [
    first,
    await tell('replace a file', empty(), replaceFile, {seed, spoil}),
    await tell('two runs at once', empty(), twoRuns, {seed, spoil}),
    await tell('seal and run', sealable(), sealAndRun, {seed, spoil}),
    await tell('bundle', past(), bundle, {seed, spoil}),
    await tell('clean up', await pastOfTwo(past(), seed), cleanUp, {seed, spoil}),
  ]
}

async function tell(name: string, root: FolderNode, story: Story, how: {seed: number; spoil: Spoil | undefined}) {
  const stage = stageOn(root, `crash|${how.seed}|${name}`, how.spoil)
  await story(stage)
  return {name, disk: stage.disk, given: stage.given}
}

/** The disk of a story as it was after one of its operations, all of it durable. */
function pastOf({disk}: Told, at = disk.ops): FolderNode {
  const kept = new Map<ModelNode, Fate>(
    [...nodesBelow(disk.root)].map((node) => [node, {version: possibleVersions(node, at).last}]),
  )
  return new CrashState(disk.root, at, kept, NOW_MS).rebooted()
}

async function pastOfTwo(root: FolderNode, seed: number): Promise<FolderNode> {
  return pastOf(await tell('second run', root, run, {seed, spoil: undefined}))
}

/** The operation before the last one that put a file of this name in its place. */
function lastBefore({disk}: Told, name: string): number {
  const folders = [...nodesBelow(disk.root)].filter((node) => node.kind === 'directory')
  const changes = folders.flatMap(({versions}) =>
    versions.flatMap(({at, content}, index) =>
      content.get(name) !== versions[index - 1]?.content.get(name) ? [at] : [],
    ),
  )
  return Math.max(...changes) - 1
}

async function run(stage: Stage, step = 'physics'): Promise<void> {
  const {ports, note} = stage
  const {reader} = ports.files
  const work = async (trial: RunRecorder) => {
    const folder = runFolder(WORKSPACE, trial.runId)
    const noteJournal = () => note({what: 'journal', runId: trial.runId, bytes: reader.read(join(folder, JOURNAL))})
    note({what: 'published', runId: trial.runId})
    noteJournal()
    await trial.steps.start({stepId: step, operation: 'predict', provider: 'mock'})
    noteJournal()
    await trial.write({path: 'results/step.json', label: 'step', kind: 'result', content: {json: {step, values: WIDE}}})
    note({
      what: 'file',
      runId: trial.runId,
      path: 'results/step.json',
      bytes: reader.read(join(folder, 'results/step.json')),
    })
    const rows = await trial.lines('results/rows.ndjson', 'rows', 'result')
    rows.append({row: 1, values: WIDE})
    rows.append({row: 2})
    await rows.flush()
    note({
      what: 'lines',
      runId: trial.runId,
      path: 'results/rows.ndjson',
      bytes: reader.read(join(folder, 'results/rows.ndjson')),
    })
    rows.append({row: 3})
    await trial.steps.finish(step, {status: 'success', durationMs: 3})
    noteJournal()
    return outcome()
  }
  const {runId} = await conductRun({workspace: WORKSPACE, trial: TRIAL}, ports, never, work)
  note({what: 'ended', runId, bytes: reader.read(join(runFolder(WORKSPACE, runId), MANIFEST))})
}

/** Longer than one sector, so that a write of it can lose one and keep the next. */
const WIDE = Array.from({length: 300}, (_, at) => at)

async function twoRuns(stage: Stage): Promise<void> {
  await Promise.all([run(stage, 'one'), run(stage, 'two')])
}

async function replaceFile({ports, note}: Stage): Promise<void> {
  const path = `${WORKSPACE}/document`
  const texts = ['old', 'new '.repeat(400), 'last'].map((text) => ports.redactor.text(text))
  for (const text of texts) {
    await writeAtomic(path, text, ports)
    note({what: 'replaced', path, allowed: texts.slice(texts.indexOf(text)).map((one) => Buffer.from(one))})
  }
}

async function sealAndRun(stage: Stage): Promise<void> {
  const after = portsAfter(stage.ports, stage.ports.files)
  const workspace = await openWorkspace(WORKSPACE, after)
  for (const runId of await sealCrashedRuns(workspace, after)) noteEnded(stage, runId)
  await run({...stage, ports: after})
}

function noteEnded({ports, note}: Stage, runId: RunId): void {
  note({what: 'ended', runId, bytes: ports.files.reader.read(join(runFolder(WORKSPACE, runId), MANIFEST))})
}

async function bundle(stage: Stage): Promise<void> {
  const after = portsAfter(stage.ports, stage.ports.files)
  const runId = runsOn(stage)[0]
  const request = {workspace: WORKSPACE, runId, redact: false, strict: false}
  await publishRun({...request, replace: false}, after, never)
  stage.note({what: 'bundled', runId})
  await publishRun({...request, replace: true}, after, never)
  stage.note({what: 'bundled', runId})
}

async function cleanUp(stage: Stage): Promise<void> {
  const after = portsAfter(stage.ports, stage.ports.files)
  for (const keep of [1, 0]) {
    const doomed = runsOn(stage).slice(0, -keep || undefined)
    stage.note({what: 'removing', runIds: doomed})
    await cleanWorkspace({workspace: WORKSPACE, apply: true, rules: {keep, broken: true}}, after)
    stage.note({what: 'removed', runIds: doomed})
  }
  await run({...stage, ports: after})
}

function runsOn({ports}: Stage): [RunId, ...RunId[]] {
  const names = ports.files.reader.list(`${WORKSPACE}/runs`).map(({name}) => name)
  const [first, ...more] = names.filter((name) => /^\d{8}T/.test(name)) as RunId[]
  if (first === undefined) throw new Error('the disk has no runs')
  return [first, ...more]
}
