import {isRecord} from '#contract/is-record'
import type {CallerDocument} from '#document/document'

/** A kind of file that callers write. */
export type FileKind =
  | 'job'
  | 'profile'
  | 'gate'
  | 'budget'
  | 'providers'
  | 'translator'
  | 'suite'
  | 'inputs'
  | 'runtime-assets'
  | 'drill'
  | 'node-target'

/** By kind: the schema of such files. */
const FILE_KINDS: Readonly<Record<FileKind, string>> = {
  job: 'job',
  profile: 'profile',
  gate: 'gate',
  budget: 'budget',
  providers: 'provider-definitions',
  translator: 'action-translator',
  suite: 'eval-suite',
  inputs: 'benchmark-inputs',
  'runtime-assets': 'runtime-asset-manifest',
  drill: 'drill',
  'node-target': 'node-target',
}

/** Every kind, in the order that help tells them. */
export const FILE_KIND_NAMES = Object.keys(FILE_KINDS) as FileKind[]

/** Keys that only files of one kind have, the telling ones first. */
const SHAPES: readonly (readonly [kind: FileKind, keys: readonly string[]])[] = [
  ['job', ['steps']],
  ['gate', ['rules', 'waivers']],
  ['budget', ['budgets']],
  ['translator', ['emit', 'time', 'observe', 'expects']],
  ['runtime-assets', ['assets']],
  ['inputs', ['inputs', 'prediction_action', 'score_info', 'policy_info', 'generation_prompt', 'embedding_text']],
  ['profile', ['timeout_preset', 'retry_preset', 'run_workspace', 'state_dir', 'output_format', 'operations']],
  ['suite', ['cases', 'environments', 'question', 'gates']],
]

/** Files that say themselves what they are. */
const SAID: readonly FileKind[] = ['drill', 'node-target']

/** What a file is: by the schema that it names, by its own word, else by keys that only such files have; undefined where nothing tells. */
export function fileKind({value, schema}: Pick<CallerDocument, 'value' | 'schema'>): FileKind | undefined {
  const named = FILE_KIND_NAMES.find((kind) => schema !== undefined && isSchema(schema, FILE_KINDS[kind]))
  if (named !== undefined) return named
  if (Array.isArray(value)) return 'budget'
  if (!isRecord(value)) return undefined
  const said = SAID.find((kind) => kind === value['kind'])
  if (said !== undefined) return said
  const byKey = SHAPES.find(([, keys]) => keys.some((key) => Object.hasOwn(value, key)))?.[0]
  if (byKey !== undefined) return byKey
  const {providers} = value as {readonly providers?: unknown}
  if (!Array.isArray(providers)) return undefined
  return providers.every((one) => typeof one === 'string') ? 'profile' : 'providers'
}

function isSchema(text: string, name: string): boolean {
  return text === `urn:assay:schema:${name}` || text.endsWith(`/${name}.schema.json`) || text === `${name}.schema.json`
}
