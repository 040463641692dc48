const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object with keys',
  array: 'a list',
  null: 'null',
}

type Params = Readonly<Record<string, unknown>>

/** By keyword of a schema: what it demands, for people. `limit` is the number that the schema gives. */
const WORDS: Readonly<Record<string, (limit: string) => string>> = {
  minLength: (limit) => `must have at least ${limit} characters`,
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => `must hold at least ${limit} items`,
  maxItems: (limit) => `must hold at most ${limit} items`,
  minProperties: (limit) => `must have at least ${limit} keys`,
  maxProperties: (limit) => `must have at most ${limit} keys`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be above ${limit}`,
  exclusiveMaximum: (limit) => `must be below ${limit}`,
}

/** What people write wrong and no pattern tells them. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^https?://[^@?#\\s]+$': 'an address such as http://127.0.0.1:8000, without a user, a query or spaces',
}

/** A fault of a schema in words for people; undefined for a keyword that has none. */
export function schemaWords(keyword: string, params: Params): string | undefined {
  if (keyword === 'type') return `must be ${[params['type']].flat().map(typeText).join(' or ')}`
  if (keyword === 'pattern') {
    const pattern = String(params['pattern'])
    return PATTERNS[pattern] === undefined ? `must be written as ${pattern}` : `must be ${PATTERNS[pattern]}`
  }
  return WORDS[keyword]?.(String(params['limit']))
}

const typeText = (type: unknown) => TYPES[String(type)] ?? String(type)
