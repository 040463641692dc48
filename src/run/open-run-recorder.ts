import {dirname, join} from 'node:path'
import type {ArtifactReference} from '#contract/generated/types'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {EventHandler} from '#event/event-handler'
import {EVENT_RECORD} from '#event/event-record'
import type {Files} from '#path/files'
import type {ArtifactFolderOptions} from '#path/write-artifact'
import {writeAtomic} from '#path/write-atomic'
import {LineFile} from '#path/write-lines'
import type {Redactor} from '#redact/redactor'
import type {Safe, SafeBytes} from '#redact/safe'
import {type KnownFile, mediaTypeOf} from './collect-artifacts.ts'
import type {CreatedRun} from './create-run.ts'
import {EVENTS} from './layout.ts'
import type {RunPorts} from './ports.ts'
import {RecordedSteps} from './record-steps.ts'
import {RunActivity} from './run-activity.ts'
import type {LineLog, RunDocument, RunRecorder, TextLog, UndoRecords} from './run-recorder.ts'
import {RuntimeLog, type Runtimes} from './runtime.ts'
import {MOST_SEGMENT_BYTES, SegmentedLines, segmentLabel} from './write-segments.ts'

/** A line log that may continue in further files, which are known once all is written. */
interface Lines extends Pick<KnownFile, 'label' | 'kind' | 'origin'> {
  readonly file: SegmentedLines
}

/** The open run behind a `RunRecorder`: it records every file that was begun, so that closing can digest them all. */
export class OpenRunRecorder implements RunRecorder {
  readonly runId: CreatedRun['runId']
  readonly steps: RecordedSteps
  readonly activity: RunActivity
  readonly eventHandler: EventHandler
  readonly undo: UndoRecords
  readonly #run: CreatedRun
  readonly #ports: RunPorts
  readonly #files = new Map<string, KnownFile>()
  readonly #lines: Lines[] = []
  readonly #references = new Map<string, ArtifactReference>()
  readonly #events: SegmentedLines
  readonly #folders = new Set<string>()
  readonly #runtimes = new RuntimeLog()

  private constructor(run: CreatedRun, ports: RunPorts, events: SegmentedLines) {
    this.runId = run.runId
    this.#run = run
    this.#ports = ports
    this.#events = events
    this.activity = new RunActivity(ports.log, run.runId, ports.observers)
    this.steps = new RecordedSteps(run.journal, ports.clock, (path) => this.reference(path), this.activity)
    this.undo = {
      armed: (record) => run.journal.append('undo.armed', {...record}),
      done: async (record) => void (await run.journal.append('undo.done', {...record})),
    }
    const own = {run_id: run.runId}
    this.eventHandler = (event) => {
      this.#runtimes.take(event)
      this.activity.event(event)
      return events.append(ports.redactor.joinedLine(EVENT_RECORD, event, own))
    }
  }

  static async open(run: CreatedRun, ports: RunPorts): Promise<OpenRunRecorder> {
    return new OpenRunRecorder(run, ports, await openSegments(run.folder, EVENTS, ports.files))
  }

  async write(document: RunDocument): Promise<void> {
    const {redactor, files, entropy} = this.#ports
    const content = makeSafe(document.content, redactor)
    await this.#makeFolders(dirname(document.path))
    await writeAtomic(join(this.#run.folder, document.path), content, {files, entropy})
    const digest = sha256(content)
    const facts = this.#know({...document, sha256: digest})
    this.#references.set(document.path, {
      label: document.label,
      path: document.path,
      digest,
      media_type: facts.media_type,
      safe_to_attach: true,
    })
  }

  async lines(path: string, label: string, kind: RunDocument['kind']): Promise<LineLog> {
    const file = await this.#openLines(path, {label, kind, origin: 'assay'})
    return {
      append: (value) => file.append(this.#ports.redactor.line(value)),
      flush: () => file.flush(),
    }
  }

  async childLog(path: string, label: string): Promise<TextLog> {
    const file = await this.#openLines(path, {label, kind: 'log', origin: 'child'})
    return {
      append: async (text) => {
        file.append(text)
        await file.handOver()
      },
      close: () => file.close(),
    }
  }

  async place(path: string): Promise<ArtifactFolderOptions> {
    await this.#makeFolders(path)
    return {folder: join(this.#run.folder, path), shownAs: path}
  }

  /** A reference to a file for a step; only a file that `write` finished can be referenced. */
  reference(path: string): ArtifactReference {
    const reference = this.#references.get(path)
    if (reference) return reference
    throw new AssayError('invalid_input', `a step names ${path}, which was not written`)
  }

  /** The runtimes that have answered for the providers so far. */
  get runtimes(): Runtimes {
    return this.#runtimes
  }

  /** Every file that was begun through this recorder, by path. */
  get known(): ReadonlyMap<string, KnownFile> {
    return this.#files
  }

  /**
   * Flushes and closes the line files; the first failure is thrown after all are closed. Events are the exception: lost ones are only
   * counted, since without them a verdict can still be inconclusive.
   */
  async closeLines(): Promise<{events: number; lostEvents: number}> {
    const all = this.#lines.splice(0)
    const ends = await Promise.allSettled(all.map(({file}) => file.close()))
    const eventsFailed = await this.#events.close().then(
      () => false,
      () => true,
    )
    const events: Lines = {file: this.#events, label: 'events', kind: 'log', origin: 'assay'}
    for (const {file, label, kind, origin} of [...all, events]) {
      for (const [at, {path, sha256}] of file.takeFiles().entries())
        this.#know({path, label: segmentLabel(label, at + 1), kind, origin, sha256})
    }
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    return {events: this.#events.written, lostEvents: Math.max(this.#events.lost, eventsFailed ? 1 : 0)}
  }

  #know(
    of: Pick<RunDocument, 'path' | 'label' | 'kind' | 'mediaType' | 'origin'> & Pick<KnownFile, 'sha256'>,
  ): KnownFile {
    const facts: KnownFile = {
      path: of.path,
      label: of.label,
      kind: of.kind,
      origin: of.origin ?? 'assay',
      media_type: of.mediaType ?? mediaTypeOf(of.path),
      sha256: of.sha256,
    }
    this.#files.set(of.path, facts)
    return facts
  }

  async #openLines(path: string, facts: Omit<Lines, 'file'>): Promise<SegmentedLines> {
    await this.#makeFolders(dirname(path))
    const file = await openSegments(this.#run.folder, path, this.#ports.files)
    this.#lines.push({file, ...facts})
    return file
  }

  async #makeFolders(folder: string): Promise<void> {
    if (folder === '.' || this.#folders.has(folder)) return
    await this.#makeFolders(dirname(folder))
    await this.#ports.files.directories.make(join(this.#run.folder, folder))
    await this.#ports.files.directories.sync(dirname(join(this.#run.folder, folder)))
    this.#folders.add(folder)
  }
}

function openSegments(folder: string, path: string, files: Files): Promise<SegmentedLines> {
  const open = (segment: string) => openLines(join(folder, segment), files)
  return SegmentedLines.create({path, mostBytes: MOST_SEGMENT_BYTES, open})
}

/** Opens a line file whose name is durable before the first line, so that a flush only has to sync the lines. */
async function openLines(path: string, {writer, directories}: Files): Promise<LineFile> {
  const file = await LineFile.create(path, writer)
  try {
    await directories.sync(dirname(path))
    return file
  } catch (error) {
    await file.close().catch(() => undefined)
    throw error
  }
}

function makeSafe(content: RunDocument['content'], redactor: Redactor): Safe | SafeBytes {
  if ('json' in content) return redactor.json(content.json)
  return 'text' in content ? redactor.text(content.text) : redactor.bytes(content.bytes)
}
