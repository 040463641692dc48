import {createHmac} from 'node:crypto'
import type {RunManifest, WorkflowTrace} from '#contract/generated/types'
import {isOwnWord} from '#contract/generated/words'

const LEAST_NAME_CHARACTERS = 3
const PSEUDONYM_LETTERS = 8
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
/** Words in the folders and digests of every bundle; replacing them would break every path and record. */
const OWN_WORDS: ReadonlySet<string> = new Set('data runs items attempts outputs sha256 assay json'.split(' '))

/** Replaces the names of a run by pseudonyms. */
export interface Pseudonyms {
  /** The text with every name replaced, and the number of replacements. Folders of a path count as text too. */
  rename(text: string): {readonly text: string; readonly count: number}
}

/**
 * Names from which a reader of the evidence could recognise a project: of providers, jobs and steps, and of files that others wrote.
 * Excluded are `known` names that reveal nothing, such as those of built-in providers, and the words of Assay's own documents.
 */
export function collectNames(
  manifest: RunManifest,
  trace: WorkflowTrace | undefined,
  known: readonly string[],
): string[] {
  const {job} = manifest.input_summary
  const jobFiles = manifest.command_argv.flatMap((word) => (/\.(?:ya?ml|toml|json)$/i.test(word) ? partsOf(word) : []))
  const steps = manifest.kind === 'job' ? (trace?.steps ?? []) : []
  const names = [
    ...manifest.providers,
    ...(typeof job === 'string' ? [job] : []),
    ...jobFiles,
    ...steps.map((step) => step.step_id.split('.')[0] ?? ''),
    ...manifest.artifacts.flatMap(({origin, path}) => (origin === 'assay' ? [] : partsOf(path))),
  ]
  const kept = new Set([...known, ...ownIds(manifest)].map((name) => name.toLowerCase()))
  return [...new Set(names.map((name) => name.toLowerCase()))]
    .filter((name) => isTelling(name) && !kept.has(name))
    .sort()
}

/** Pseudonyms for the names of `collectNames` and the host's fingerprint: equal names get equal pseudonyms under equal keys, regardless of case. */
export function pseudonymsFor(names: readonly string[], fingerprint: string, key: Uint8Array): Pseudonyms {
  const bare = fingerprint.slice('sha256:'.length)
  const made = new Map(names.map((name) => [name, `name-${base32(digest(key, name)).slice(0, PSEUDONYM_LETTERS)}`]))
  made.set(bare, digest(key, bare).toString('hex'))
  const longestFirst = [...made.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  const pattern = longestFirst.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${pattern})(?![\\p{L}\\p{N}_])`, 'giu')
  return {
    rename(text) {
      let count = 0
      const renamed = text.replaceAll(whole, (name) => {
        count++
        return made.get(name.toLowerCase()) ?? 'name'
      })
      return {text: renamed, count}
    },
  }
}

/** The folders and the file name of a path, each without its extension. */
function partsOf(path: string): string[] {
  return path.split('/').map((part) => part.replace(/\.[A-Za-z0-9]{1,8}$/, ''))
}

function isTelling(name: string): boolean {
  return name.length >= LEAST_NAME_CHARACTERS && /\p{L}/u.test(name) && !isOwnWord(name) && !OWN_WORDS.has(name)
}

/** Random ids, which reveal nothing, and by which records refer to each other. */
function ownIds(manifest: RunManifest): string[] {
  const ids = [manifest.run_id, manifest.workspace_id, ...manifest.parents.map((parent) => parent.run_id)]
  const items = manifest.artifacts.flatMap(({path}) => /^items\/([0-9a-f]{16})\//.exec(path)?.[1] ?? [])
  return [...ids, ...ids.flatMap((id) => id.split('-')), ...items]
}

const digest = (key: Uint8Array, name: string): Buffer => createHmac('sha256', key).update(name).digest()

/** Base32 of RFC 4648 in lower case; five bits per letter. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}
