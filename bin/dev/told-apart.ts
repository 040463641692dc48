type Node = {readonly [key: string]: unknown}

/**
 * A schema in which each union whose alternatives differ in one constant key is judged by the alternative that this key names: faults are then
 * those of what was meant, and not of all it might have been. Source: OpenAPI 3.1, `discriminator`, as ajv reads it.
 */
export function toldApart<Whole extends object>(schema: Whole): Whole {
  return walk(schema, schema as Node) as Whole
}

function walk(node: unknown, root: Node): unknown {
  if (Array.isArray(node)) return node.map((one) => walk(one, root))
  if (typeof node !== 'object' || node === null) return node
  const walked = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value, root)]))
  const tag = tagOf(walked['oneOf'], root)
  if (tag === undefined) return walked
  const {name, values} = tag
  return {
    ...walked,
    type: 'object',
    required: [name],
    properties: {[name]: {enum: values}},
    discriminator: {propertyName: name},
  }
}

function tagOf(union: unknown, root: Node): {readonly name: string; readonly values: readonly unknown[]} | undefined {
  if (!Array.isArray(union)) return undefined
  const [first, ...others] = union.map((one: Node) => constantsOf(one, root))
  const name = Object.keys(first ?? {}).find((key) => others.every((one) => key in one))
  if (name === undefined) return undefined
  const values = [first, ...others].map((one) => one?.[name])
  return new Set(values).size === values.length ? {name, values} : undefined
}

/** The keys that an alternative must have with one text. */
function constantsOf(alternative: Node, root: Node): Node {
  const {$ref} = alternative
  const body = typeof $ref === 'string' ? named($ref, root) : alternative
  const {required = [], properties = {}} = body as {required?: readonly string[]; properties?: Record<string, Node>}
  const constants = required.map((key) => [key, properties[key]?.['const']] as const)
  return Object.fromEntries(constants.filter(([, value]) => typeof value === 'string'))
}

/** What stands under a reference within the same schema; nothing is known of those of others. */
function named($ref: string, root: Node): Node {
  const name = /^#\/\$defs\/(\w+)$/.exec($ref)?.[1]
  return (name && (root['$defs'] as Record<string, Node> | undefined)?.[name]) || {}
}
