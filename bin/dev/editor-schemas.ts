// What makes schemas of callers' files whole in one file: editors follow no reference by name, and know what a step takes only where its job says it.
import type {Job} from '../../src/contract/generated/types.ts'

type Json = null | boolean | number | string | Json[] | Node
type Node = {[key: string]: Json}
/** A schema with its shapes. */
export type Schema = Node & {$id: string; title: string; $defs?: Record<string, Node & {title: string}>}

/** Shapes of other schemas that a file says again, with all that these refer to. */
export const SAID_AGAIN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'action-translator': {'provider-profile': ['Name']},
  'eval-suite': {gate: ['GateRequire']},
  'provider-definitions': {'provider-profile': ['Name', 'Capability']},
  'runtime-asset-manifest': {common: ['Digest']},
}

/** The schema with its copies as they are today. `schemaOf`: a schema by its name. */
export function withCopies(name: string, schema: Schema, schemaOf: (name: string) => Schema): Schema {
  const copies = Object.entries(SAID_AGAIN[name] ?? {}).flatMap(([home, shapes]) =>
    shapesBehind(shapes, schemaOf(home)['$defs'] ?? {}),
  )
  return copies.length === 0 ? schema : {...schema, $defs: {...schema.$defs, ...Object.fromEntries(copies)}}
}

/** A shape and everything that it refers to, each once. */
function shapesBehind(names: readonly string[], shapes: NonNullable<Schema['$defs']>) {
  const found = new Map<string, Node & {title: string}>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const shape = shapes[name]
    if (shape === undefined) throw new Error(`there is no shape ${name}`)
    found.set(name, shape)
    const inside = JSON.stringify(shape).matchAll(/"\$ref":"#\/\$defs\/([^"/]+)"/g)
    open.push(...[...inside].flatMap(([, other = '']) => (found.has(other) ? [] : [other])))
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** What steps take in `with`, by `use`. */
export type StepSchemas = Readonly<Record<Job['steps'][number]['use'], Schema>>

/** The schema of a job that says by `use` what stands in `with`. */
export function withTypedSteps(job: Schema, steps: StepSchemas, schemaOf: (name: string) => Schema): Schema {
  const rules = Object.entries(steps).map(([use, {description = '', properties, required, ...rest}]): Node => {
    const given = rest['additionalProperties'] ?? true
    const inside = {description, type: 'object', additionalProperties: given, ...(required && {required}), properties}
    return {
      if: {required: ['use'], properties: {use: {const: use}}},
      // Keys of a value that may be missing are asked for only where it stands.
      // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
      then: {...(required && {required: ['with']}), properties: {with: referable(inside as Node, schemaOf)}},
    }
  })
  return stepOf(job, (step) => ({...step, allOf: rules}))
}

/** The schema of a job by which jobs are checked: what stands in `with` is checked by itself, once references have their values. */
export function withoutTypedSteps(job: Schema): Schema {
  return stepOf(job, ({allOf: _, ...step}) => step)
}

function stepOf(job: Schema, change: (step: Node) => Node): Schema {
  const {JobStep: step, ...shapes} = job.$defs ?? {}
  return {...job, $defs: {...shapes, JobStep: change(step ?? {}) as Node & {title: string}}}
}

const REFERENCE: Node = {$ref: '#/$defs/Reference'}
/** A string that holds a reference somewhere, so that it may become anything. */
const PATTERN = '\\{(inputs|matrix)\\.[a-z][a-z0-9_]*\\}'

/** The same schema where each value may be a reference instead; a text that is one may be longer than what it stands for. */
function referable(node: Node, schemaOf: (name: string) => Schema): Node {
  const {$ref, oneOf, type, items, properties, maxLength: _, ...rest} = node
  const inner = (one: Json) => referable(one as Node, schemaOf)
  if (typeof $ref === 'string') return {...rest, ...inner(foreign($ref, schemaOf))}
  if (Array.isArray(oneOf)) return {...rest, anyOf: oneOf.map(inner)}
  if (properties !== undefined) {
    const all = Object.entries(properties as Node).map(([key, one]): [string, Json] => [key, inner(one)])
    return {...rest, type: type ?? 'object', properties: Object.fromEntries(all)}
  }
  if (type === 'array') return {...rest, type, items: inner(items ?? {})}
  if (type === undefined || 'pattern' in rest) return withReference({...rest, ...(type && {type})})
  const types = [type].flat()
  if (types.includes('string')) return {...rest, type}
  return {...rest, type: [...types, 'string'], pattern: PATTERN}
}

function withReference({description, title: _, ...rest}: Node): Node {
  return {...(description && {description}), anyOf: [rest, REFERENCE]}
}

function foreign(ref: string, schemaOf: (name: string) => Schema): Node {
  const [, name = '', shape = ''] = /^urn:assay:schema:([^#]+)#\/\$defs\/(.+)$/.exec(ref) ?? []
  const found = schemaOf(name).$defs?.[shape]
  if (found === undefined) throw new Error(`${ref} names nothing`)
  return found
}
