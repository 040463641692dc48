import {join} from 'node:path'
import {sha256} from '#digest/sha256'
import type {FileReader} from '#path/files'
import type {Redactor} from '#redact/redactor'
import {pngFault} from '#report/png-fault'
import {type Exclusion, exclusionFor, isPicture} from '../model/exclusion.ts'
import type {NamedText} from './scan-secretlint.ts'
import {decodeText, scanText} from './scan-text.ts'

const MOST_TOGETHER = 4 * 1024 * 1024

/** Staged files by path in the bundle, with the digest of what was written. */
export interface StagedFiles {
  readonly folder: string
  readonly files: readonly {readonly path: string; readonly sha256: string}[]
  /** Hex digests that must not occur in any of them: an excluded secret could be guessed from its digest. */
  readonly withheld: readonly string[]
}

/**
 * Reads staged files back: the content on disk must be what was written, and clean according to the redactor and to secretlint. Returns the
 * files that may not stay, with the reason.
 */
export async function checkStaged(
  staged: StagedFiles,
  ports: {readonly reader: FileReader; readonly redactor: Redactor},
): Promise<Map<string, Exclusion>> {
  const bad = new Map<string, Exclusion>()
  let together: NamedText[] = []
  let size = 0
  for (const file of staged.files) {
    const looked = look(file, staged, ports)
    if (looked && 'reason' in looked) bad.set(file.path, looked)
    else if (looked) together.push(looked)
    size += looked && 'text' in looked ? looked.text.length : 0
    if (size < MOST_TOGETHER) continue
    await addSecondOpinion(together, bad)
    together = []
    size = 0
  }
  await addSecondOpinion(together, bad)
  return bad
}

/** The text for the second scan, the reason why the file may not stay, or undefined for a clean picture. */
function look(
  file: StagedFiles['files'][number],
  {folder, withheld}: StagedFiles,
  {reader, redactor}: {readonly reader: FileReader; readonly redactor: Redactor},
): NamedText | Exclusion | undefined {
  const content = reader.read(join(folder, file.path))
  if (sha256(content) !== file.sha256) return {reason: 'changed-while-reading'}
  if (isPicture(file.path)) return pngFault(content) === undefined ? undefined : {reason: 'invalid-encoding'}
  const text = decodeText(content)
  if (text === undefined) return {reason: 'invalid-encoding'}
  if (withheld.some((digest) => text.includes(digest))) return {reason: 'secret-like-material', rule: 'withheld-digest'}
  return exclusionFor(scanText(file.path, text, redactor)) ?? {path: file.path, text: redactor.veiled(text)}
}

async function addSecondOpinion(texts: readonly NamedText[], bad: Map<string, Exclusion>): Promise<void> {
  if (texts.length === 0) return
  const {scanWithSecretlint} = await import('./scan-secretlint.ts')
  for (const [path, findings] of await scanWithSecretlint(texts)) {
    const exclusion = exclusionFor(findings)
    if (exclusion) bad.set(path, exclusion)
  }
}
