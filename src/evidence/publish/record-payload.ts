import type {ExcludedFile, IncludedFile, RunManifest, Verdict} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {MANIFEST, TRACE_JSON, VERDICT} from '#run/layout'
import {parseManifest} from '#run/manifest'
import {parseTrace} from '#trace/check-trace'
import {payloadPath} from '../model/bundle-layout.ts'
import {type Candidate, REQUIRED} from '../model/candidates.ts'
import {type Copied, countChanges, describeCopies, describeCopiesInTrace} from '../model/copied-records.ts'
import type {EvidencePorts} from '../model/evidence-ports.ts'
import {type Exclusion, isSecretReason} from '../model/exclusion.ts'
import {nameFault} from '../model/payload-name.ts'
import {NO_VERDICT, toldVerdict} from '../model/told-verdict.ts'
import type {Pseudonyms} from '../pseudonym/pseudonyms.ts'
import {checkStaged} from '../scan/check-staged.ts'
import type {JudgedFile, JudgedText} from './read-candidate.ts'
import type {Staging} from './write-staging.ts'

/** The run as it is in the bundle: included and excluded files, and its manifest as copied. */
export interface Payload {
  readonly run: RunManifest
  /** Rules and caveats of the verdict, masked; both are empty if there is no readable verdict. */
  readonly rules: Verdict['rules']
  readonly caveats: Verdict['caveats']
  readonly manifestFile: IncludedFile
  readonly included: readonly IncludedFile[]
  readonly excluded: readonly ExcludedFile[]
  readonly redactions: Readonly<Record<string, number>>
}

interface Kept {
  readonly candidate: Candidate
  readonly judged: JudgedFile
  readonly file: IncludedFile
}

interface Excluded {
  readonly candidate: Candidate
  readonly exclusion: Exclusion
}

/** Records what was judged: writes the files that may be published, and at the end adapts run manifest and trace to the copies and exclusions. */
export class PayloadRecorder {
  readonly #runId: RunId
  readonly #names: Pseudonyms | undefined
  readonly #staging: Staging
  readonly #ports: EvidencePorts
  readonly #excluded: Excluded[] = []
  readonly #copies = new Map<string, Copied>()
  readonly #held = new Map<string, {candidate: Candidate; judged: JudgedText}>()
  #kept: Kept[] = []
  #secrets: ReadonlySet<string> = new Set()

  constructor(run: {readonly runId: RunId; readonly names?: Pseudonyms}, staging: Staging, ports: EvidencePorts) {
    this.#runId = run.runId
    this.#names = run.names
    this.#staging = staging
    this.#ports = ports
  }

  exclude(candidate: Candidate, exclusion: Exclusion): void {
    if (isSecretReason(exclusion.reason) && REQUIRED.has(candidate.path)) refuse(candidate.path, exclusion.rule)
    this.#excluded.push({candidate, exclusion})
  }

  /** Includes a file. Manifest and trace contain digests of other files, so they are written once those are known. */
  async include(candidate: Candidate, judged: JudgedFile): Promise<void> {
    if ('text' in judged && (candidate.path === MANIFEST || candidate.path === TRACE_JSON))
      this.#held.set(candidate.path, {candidate, judged})
    else await this.#write(candidate, judged)
  }

  async finish(): Promise<Payload> {
    this.#secrets = this.#secretDigests()
    await this.#dropUnclean()
    this.#secrets = this.#secretDigests()
    for (const one of this.#excluded)
      if (!this.#isTold(one)) this.#copies.set(this.#shown(one.candidate.path), 'withheld')
    await this.#writeTrace()
    const {file, text} = await this.#writeManifest()
    await this.#mustBeClean([MANIFEST, TRACE_JSON])
    const {rules, caveats} = this.#judged()
    return {
      run: maskedManifest(text),
      rules,
      caveats,
      manifestFile: file,
      included: this.#kept.map((kept) => kept.file).sort((a, b) => (a.path < b.path ? -1 : 1)),
      excluded: this.#named(),
      redactions: sumByRule(this.#kept.map((kept) => kept.judged)),
    }
  }

  #judged(): Pick<Verdict, 'rules' | 'caveats'> {
    const judged = this.#kept.find(({candidate}) => candidate.path === VERDICT)?.judged
    return judged !== undefined && 'text' in judged ? toldVerdict(judged.text) : NO_VERDICT
  }

  async #writeTrace(): Promise<void> {
    const held = this.#held.get(TRACE_JSON)
    if (!held) return
    const describe = (value: unknown) => describeCopiesInTrace(parseTrace(value), this.#copies)
    await this.#write(held.candidate, this.#described(held.judged, describe))
  }

  async #writeManifest(): Promise<{readonly file: IncludedFile; readonly text: string}> {
    const held = this.#held.get(MANIFEST)
    if (!held) throw new AssayError('evidence_incomplete', 'the run manifest cannot be copied')
    const describe = (value: unknown) => describeCopies(parseManifest(value), this.#copies)
    const described = this.#described(held.judged, describe)
    return {...(await this.#write(held.candidate, described)), text: described.text}
  }

  async #write(candidate: Candidate, judged: JudgedFile): Promise<Kept> {
    const content = 'picture' in judged ? judged.picture : judged.text
    const written = await this.#staging.write(payloadPath(this.#runId, this.#shown(candidate.path)), content)
    const redactions = Object.values(judged.redactions).reduce((sum, count) => sum + count, 0)
    const head = 'text' in judged ? judged.head : undefined
    if (redactions > 0) this.#copies.set(this.#shown(candidate.path), {...written, ...(head && {head})})
    const kept: Kept = {
      candidate,
      judged,
      file: {
        path: written.path,
        kind: candidate.kind,
        included: true,
        safe_to_attach: true,
        redactions,
        ...(head && {chained_anew: true as const}),
        sha256: written.sha256,
        size_bytes: written.sizeBytes,
      },
    }
    this.#kept.push(kept)
    return kept
  }

  /** A document with the digests of the copies in it. An invalid document stays as it is, for the verifier to judge. */
  #described(judged: JudgedText, describe: (value: unknown) => unknown): JudgedText {
    try {
      const before: unknown = JSON.parse(judged.text)
      const after = describe(before)
      const changes = countChanges(before, after)
      if (changes === 0) return judged
      const text = this.#ports.redactor.json(after)
      return {text, sizeBytes: Buffer.byteLength(text), redactions: {...judged.redactions, 'copied-digest': changes}}
    } catch (error) {
      if (error instanceof AssayError || error instanceof SyntaxError) return judged
      throw error
    }
  }

  /** The second scan, of the bytes on disk; an optional file in which it finds something is removed from the bundle again. */
  async #dropUnclean(): Promise<void> {
    const bad = await this.#lookAt(this.#kept)
    const kept = this.#kept
    this.#kept = kept.filter(({file}) => !bad.has(file.path))
    for (const {file, candidate} of kept) {
      const found = bad.get(file.path)
      if (!found) continue
      await this.#staging.remove(file.path)
      this.exclude(candidate, found)
    }
  }

  async #mustBeClean(paths: readonly string[]): Promise<void> {
    const kept = this.#kept.filter(({candidate}) => paths.includes(candidate.path))
    const bad = await this.#lookAt(kept)
    for (const {candidate, file} of kept) if (bad.has(file.path)) refuse(candidate.path, bad.get(file.path)?.rule)
  }

  async #lookAt(kept: readonly Kept[]): Promise<Map<string, Exclusion>> {
    const {redactor, files} = this.#ports
    const withheld = [...this.#secrets].map((digest) => digest.slice('sha256:'.length))
    const staged = {folder: this.#staging.folder, files: kept.map(({file}) => file), withheld}
    return await checkStaged(staged, {reader: files.reader, redactor})
  }

  /** Digests of excluded secrets. A digest that an included file has too, such as that of an empty file, is no secret. */
  #secretDigests(): Set<string> {
    const open = new Set(this.#kept.map(({file}) => file.sha256))
    const secret = this.#excluded.flatMap(({candidate: {record}, exclusion}) =>
      record && isSecretReason(exclusion.reason) && !open.has(record.sha256) ? [record.sha256] : [],
    )
    return new Set(secret)
  }

  /** Whether the bundle may name an excluded file; not if a file with the same content was excluded as a secret. */
  #isTold({candidate: {path, record}, exclusion}: Excluded): boolean {
    if (isSecretReason(exclusion.reason) || nameFault(path) !== undefined) return false
    if (record && this.#secrets.has(record.sha256)) return false
    return this.#ports.redactor.text(path) === path
  }

  /** The path of a file of the run as the bundle shows it. */
  #shown(path: string): string {
    return this.#names?.rename(path).text ?? path
  }

  #named(): ExcludedFile[] {
    let neutral = 0
    return this.#excluded
      .toSorted((a, b) => (a.candidate.path < b.candidate.path ? -1 : 1))
      .map((one) => {
        const {path, kind} = one.candidate
        const shown = this.#isTold(one) ? payloadPath(this.#runId, this.#shown(path)) : `excluded/${++neutral}`
        return {path: shown, kind, included: false, ...one.exclusion}
      })
  }
}

function sumByRule(judged: readonly JudgedFile[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const [rule, count] of judged.flatMap(({redactions}) => Object.entries(redactions))) {
    sums.set(rule, (sums.get(rule) ?? 0) + count)
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The manifest as it is in the bundle. If masking removed what its schema needs, no bundle is made. */
function maskedManifest(text: string): RunManifest {
  try {
    return parseManifest(JSON.parse(text))
  } catch (cause) {
    throw new AssayError('evidence_refused', 'the masked run manifest is no run manifest any more', {cause})
  }
}

function refuse(path: string, rule = 'unknown'): never {
  throw new AssayError('evidence_refused', `${path} holds secret-like material (${rule})`, {detail: {path, rule}})
}
