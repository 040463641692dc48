import type {Schema} from './editor-schemas.ts'

type Node = {readonly [key: string]: unknown}

/** Deeper than documents of callers go; a shape that holds itself ends here. */
const DEEPEST = 8
const SAME_PLACE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else']
const INSIDE = ['items', 'prefixItems', 'additionalProperties']

interface Walk {
  readonly found: Map<string, Set<string>>
  /** By `$id`. */
  readonly schemas: ReadonlyMap<string, Schema>
  /** The schema that local references mean. */
  readonly home: Schema
}

/** The keys that documents know, a line a place: the title, the way to it with `*` for any key or item, and the keys. */
export function knownKeyLines(asked: readonly Schema[], all: readonly Schema[]): string[] {
  const schemas = new Map(all.map((schema) => [schema.$id, schema]))
  return asked.flatMap((home) => {
    const found = new Map<string, Set<string>>()
    collect(home, [], {found, schemas, home})
    return [...found].map(([way, keys]) => `${home.title}${way} ${[...keys].sort().join(' ')}`).sort()
  })
}

function collect(node: unknown, way: readonly string[], walk: Walk): void {
  if (Array.isArray(node)) for (const one of node) collect(one, way, walk)
  if (!isNode(node) || way.length > DEEPEST) return
  if (typeof node['$ref'] === 'string') follow(node['$ref'], way, walk)
  const place = way.map((part) => `/${part}`).join('')
  for (const [key, inner] of entries(node['properties'])) {
    walk.found.set(place, (walk.found.get(place) ?? new Set()).add(key))
    collect(inner, [...way, key], walk)
  }
  const patterns = entries(node['patternProperties']).map(([, inner]) => inner)
  collect([...INSIDE.flatMap((key) => node[key]), ...patterns], [...way, '*'], walk)
  for (const key of SAME_PLACE) collect(node[key], way, walk)
}

function follow(reference: string, way: readonly string[], walk: Walk): void {
  const [id = '', path = ''] = reference.split('#')
  const home = id === '' ? walk.home : walk.schemas.get(new URL(id, walk.home.$id).href)
  if (home === undefined) throw new Error(`there is no schema ${reference}`)
  const target = path
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), home)
  collect(target, way, {...walk, home})
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const entries = (value: unknown) => (isNode(value) ? Object.entries(value) : [])
