import {providerDefinitions} from '#contract/generated/provider-definitions'
import type {
  HttpDefinition,
  ModuleDefinition,
  ProviderDefinitions,
  ProviderProfile,
  StdioDefinition,
} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {type DraftIssue, schemaIssues} from '#document/document-issues'
import {AssayError} from '#error/assay-error'
import {argumentSecrets} from '#redact/secret-parts'
import {policyOf} from '../model/request-policy.ts'
import type {CatalogueEntry} from './catalogue.ts'
import type {Setting} from './setting.ts'

export type Definition = StdioDefinition | HttpDefinition | ModuleDefinition

/** The definitions in a document. Throws `schema_invalid` with every issue. */
export function readDefinitions(document: unknown): readonly Definition[] {
  const read = parse(providerDefinitions, document)
  const issues = promiseIssues(read)
  if (issues.length === 0) return read.providers
  throw new AssayError('schema_invalid', 'ProviderDefinitions promises what it has not', {issues})
}

/** Everything wrong with a document of definitions: by its schema, else between its keys. */
export function definitionIssues(document: unknown): DraftIssue[] {
  const issues = schemaIssues(providerDefinitions, document)
  return issues.length > 0 ? issues : promiseIssues(document as ProviderDefinitions)
}

/** Every name is one provider's, and what is called idempotent must be there. */
function promiseIssues({providers}: ProviderDefinitions): DraftIssue[] {
  return providers.flatMap((definition, at) => {
    const first = providers.findIndex(({name}) => name === definition.name)
    const message = `is the name of /providers/${first} as well`
    const double = first < at ? [{pointer: `/providers/${at}/name`, rule: 'duplicate', message}] : []
    const idempotent = 'idempotent' in definition ? (definition.idempotent ?? []) : []
    const unable = idempotent.flatMap((name, index) =>
      definition.capabilities.includes(name)
        ? []
        : [
            {
              pointer: `/providers/${at}/idempotent/${index}`,
              rule: 'idempotent',
              message: 'is not among the capabilities of this provider',
            },
          ],
    )
    return [...double, ...unable]
  })
}

/** A definition as an entry like those of the catalogue: its token is required, its other variables are not. */
export function definedEntry(definition: Definition): CatalogueEntry {
  const {name, capabilities, transport, deterministic = false} = definition
  const idempotent = 'idempotent' in definition ? (definition.idempotent ?? []) : []
  const token = 'token_env' in definition ? definition.token_env : undefined
  const own = 'env' in definition ? (definition.env ?? []) : []
  const settings: Setting[] = [
    ...own.map(
      (variable): Setting => ({name: variable, kind: 'text', mayBeSecret: true, means: 'handed to the program'}),
    ),
    ...(token === undefined
      ? []
      : [{name: token, kind: 'text', isRequired: true, isSecret: true, means: 'sent with every request'} as const]),
  ]
  const profile: ProviderProfile = {
    name,
    maturity: 'experimental',
    capabilities: [...capabilities],
    transport: transport === 'module' ? 'in_process' : transport,
    deterministic,
    requires: {all_of: token === undefined ? [] : [token], any_of: []},
    optional: [...own],
    max_probe_level: 'serving',
    idempotent: [...idempotent],
    request_policy: policyOf({health: [5, 1], request: [60, 1]}),
  }
  return {profile, settings, ...('command' in definition && {secrets: argumentSecrets(definition.command)})}
}
