import type {Option as MeasuredOption, OptionValue} from '#measurement/option'
import {type FunctionOption, option} from './option-table.ts'
import {placeText} from './place.ts'

/** The fields of a request that take what an option takes; a place gets there as text. */
type FieldFor<Request, Value> = {
  [Field in keyof Request]-?: Exclude<Value, URL> extends Request[Field] ? Field : never
}[keyof Request]

/** Which field of the request of a kind of run each option of a function fills. The rest stands in the table of the kind. */
export type OptionFields<Options, Request> = {
  readonly [Name in keyof Required<Options>]: FieldFor<Request, Required<Options>[Name]>
}

type AnyFields = Readonly<Record<string, string>>

/** The options of a function, from those of the kind of run: what each takes, and its flag. */
export function measuredOptions<Named extends AnyFields>(
  known: readonly MeasuredOption[],
  fields: Named,
): {readonly [Name in keyof Named]: FunctionOption} {
  const byField = new Map(known.map((one) => [one.field, one]))
  const options = Object.entries(fields).map(([name, field]) => [name, asOption(name, byField.get(field))] as const)
  return Object.fromEntries(options) as {[Name in keyof Named]: FunctionOption}
}

/** The request of a call whose options were checked. */
export function measuredRequest<Request>(fields: AnyFields, options: object): Request {
  const given = new Map<string, unknown>(Object.entries(options))
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = given.get(name)
      return [field, value instanceof URL ? placeText(name, value) : value]
    }),
  ) as Request
}

function asOption(name: string, known: MeasuredOption | undefined): FunctionOption {
  if (known === undefined) throw new TypeError(`no option of the kind of run fills the field of ${name}`)
  return option(kindOf(known.value), `--${known.flag}`, known.value.type === 'duration' ? 'ms' : undefined)
}

function kindOf(value: OptionValue): FunctionOption['kind'] {
  if (value.type === 'whole') return value.word === undefined ? 'number' : 'text-or-number'
  return KINDS[value.type]
}

const KINDS = {
  switch: 'boolean',
  name: 'text',
  text: 'text',
  names: 'texts',
  texts: 'texts',
  file: 'place',
  number: 'number',
  duration: 'number',
} as const satisfies Readonly<Record<Exclude<OptionValue['type'], 'whole'>, FunctionOption['kind']>>
