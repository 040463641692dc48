import {jobKeyOf, type NamedThing, type Option, type OptionValue} from './option.ts'

type Schema = Readonly<Record<string, unknown>>

const NAME = {type: 'string', minLength: 1, maxLength: 64}
const NAMES = {type: 'array', minItems: 1, maxItems: 32, uniqueItems: true}

/** Names that there are, by what they are names of; for editors to offer. */
export type KnownNames = Readonly<Partial<Record<NamedThing, readonly string[]>>>

/** The JSON Schema of a step's `with` for a kind of run: its options that steps have, in their order, each with what editors tell of it. */
export function stepSchema(kind: string, title: string, options: readonly Option[], known: KnownNames = {}): Schema {
  const properties = options.flatMap((option): [string, Schema][] => {
    const key = jobKeyOf(option)
    const names = option.names && known[option.names]
    const description = option.said ?? inKeys(option.summary, options)
    return key === undefined ? [] : [[key, {...schemaOf(option.value, names && {examples: names}), description}]]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:assay:schema:job-${kind}-with`,
    title,
    description: `What a job's ${kind.replace('-', '.')} step takes: the flags of assay ${kind.replace('-', ' ')} in snake_case.`,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  }
}

/** A summary for the command line as one for a job: options go by their keys, and lists say themselves that they hold several. */
function inKeys(summary: string, options: readonly Option[]): string {
  const keys = new Map(options.map((option) => [option.flag, jobKeyOf(option)]))
  return summary.replace(/ Repeatable\.$/, '').replaceAll(/--([a-z-]+)/g, (flag, name) => keys.get(name) ?? flag)
}

function schemaOf(value: OptionValue, names: Schema = {}): Schema {
  const name = {...NAME, ...names}
  const several = {...NAMES, items: name}
  switch (value.type) {
    case 'switch':
      return {type: 'boolean'}
    case 'name':
      return value.values ? {enum: value.values} : name
    case 'names':
      return value.takesOne ? {oneOf: [name, several]} : several
    case 'texts':
      return {type: 'array', maxItems: value.most, items: {type: 'string', maxLength: 200}}
    case 'text':
      return {type: 'string', minLength: 1, maxLength: value.most}
    case 'file':
      return {type: 'string', minLength: 1, maxLength: 200}
    case 'whole':
      return value.word === undefined ? whole(value) : {oneOf: [{const: value.word}, whole(value)]}
    case 'number':
      return {
        type: 'number',
        ...(value.above !== undefined && {exclusiveMinimum: value.above}),
        ...(value.min !== undefined && {minimum: value.min}),
        ...(value.below !== undefined && {exclusiveMaximum: value.below}),
        ...(value.max !== undefined && {maximum: value.max}),
      }
    case 'duration':
      return {type: 'integer', minimum: 1}
  }
}

/** The greatest number is said by whoever refuses it, with the name of the option. */
function whole({min}: {readonly min: number}): Schema {
  return {type: 'integer', minimum: min}
}
