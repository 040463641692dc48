import {jobKeyOf, type Option, type OptionValue} from './option.ts'

type Schema = Readonly<Record<string, unknown>>

const NAME = {type: 'string', minLength: 1, maxLength: 64}
const NAMES = {type: 'array', minItems: 1, maxItems: 32, uniqueItems: true, items: NAME}

/** The JSON Schema of a step's `with` for a kind of run: its options that steps have, in their order. */
export function stepSchema(kind: string, title: string, options: readonly Option[]): Schema {
  const properties = options.flatMap((option): [string, Schema][] => {
    const key = jobKeyOf(option)
    return key === undefined ? [] : [[key, {...schemaOf(option.value), ...(option.said && {description: option.said})}]]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:assay:schema:job-${kind}-with`,
    title,
    description: `What a job's ${kind} step takes: the flags of assay ${kind} in snake_case.`,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  }
}

function schemaOf(value: OptionValue): Schema {
  switch (value.type) {
    case 'switch':
      return {type: 'boolean'}
    case 'name':
      return value.values ? {enum: value.values} : NAME
    case 'names':
      return value.takesOne ? {oneOf: [NAME, NAMES]} : NAMES
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
