import {AssayError, type Issue} from '#error/assay-error'
import {mustBeOneOf} from '#error/nearest'
import type {Contract, SchemaFault} from './contract.ts'
import {schemaWords} from './schema-words.ts'

const MOST_ISSUES = 100
const SUPPORTED_VERSION = 1

/**
 * The gate from `unknown` to a typed document. Throws `schema_too_new` for a newer integer `schema_version`, else
 * `schema_invalid` with every issue by pointer; the value itself is never echoed, it may be a secret.
 */
export function parse<Document>(contract: Contract<Document>, value: unknown): Document {
  const issues = issuesOf(contract, value)
  if (issues === undefined) return value as Document
  const version = newerVersion(value)
  if (version !== undefined) {
    throw new AssayError('schema_too_new', `${contract.title} has schema_version ${version}; this Assay reads 1`, {
      detail: {schema_version: version, supported: SUPPORTED_VERSION},
    })
  }
  throw new AssayError('schema_invalid', `${contract.title} does not match its schema (${issues.length} issues)`, {
    issues,
  })
}

/** The issues of a value, sorted by pointer, at most 100; `undefined` when it is valid. */
export function issuesOf<Document>(contract: Contract<Document>, value: unknown): Issue[] | undefined {
  if (contract.validate(value)) return undefined
  const issues = relevant(contract.validate.errors ?? []).map((fault) => toIssue(fault, value))
  const unique = new Map(issues.map((issue) => [`${issue.pointer}\n${issue.message}`, issue]))
  return [...unique.values()].sort(byPointer).slice(0, MOST_ISSUES)
}

function newerVersion(value: unknown): number | undefined {
  const version =
    typeof value === 'object' && value !== null && 'schema_version' in value ? value.schema_version : undefined
  return typeof version === 'number' && Number.isInteger(version) && version > SUPPORTED_VERSION ? version : undefined
}

/** A failed union reports every branch; the summary line of the union itself says nothing more when a branch did. */
function relevant(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  const specific = faults.filter((fault) => !SUMMARIES.has(fault.keyword) && !isNullBranch(fault))
  return specific.length > 0 ? specific : faults
}

const SUMMARIES: ReadonlySet<string> = new Set(['oneOf', 'if', 'discriminator'])

const isNullBranch = (fault: SchemaFault) => fault.keyword === 'type' && fault.params['type'] === 'null'

function toIssue(fault: SchemaFault, value: unknown): Issue {
  return {pointer: fault.instancePath, rule: fault.keyword, message: messageOf(fault, value)}
}

/** Words come from the schema only: what the caller invented, be it the name of a property, may itself be a secret. */
function messageOf({keyword, params, instancePath, message}: SchemaFault, document: unknown): string {
  if (keyword === 'additionalProperties') return 'has a key that is not known here'
  if (keyword === 'required') return `lacks the key ${String(params['missingProperty'])}`
  if (keyword === 'enum')
    return mustBeOneOf((params['allowedValues'] as unknown[]).map(String), valueAt(document, instancePath))
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`
  if (keyword === 'uniqueItems') return 'must not hold an item twice'
  return schemaWords(keyword, params) ?? message ?? `breaks the rule ${keyword}`
}

/** What stands where the validator found a fault. Source: RFC 6901. */
function valueAt(document: unknown, pointer: string): unknown {
  const parts = pointer.split('/').slice(1)
  const keys = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce((node, key) => (node as Readonly<Record<string, unknown>>)[key], document)
}

function byPointer(a: Issue, b: Issue): number {
  return a.pointer < b.pointer ? -1 : a.pointer > b.pointer ? 1 : 0
}
