import type {Interfaces} from '@oclif/core'
import * as Flags from '@oclif/core/flags'
import type {Option, OptionValue} from '#measurement/option'

/** The flags of a command, made from the options of its kind of run. Values stay text: ranges and conflicts are checked where all callers meet. */
export function optionFlags(options: readonly Option[]): Interfaces.FlagInput {
  return Object.fromEntries(options.map((option) => [option.flag, flagOf(option)]))
}

function flagOf({flag, value, summary, shown}: Option): Interfaces.FlagInput[string] {
  if (value.type === 'switch') return Flags.boolean({summary, default: false})
  const helpValue = shown ?? HELP_VALUES[value.type]
  // A name of one letter is its own short form.
  const char = flag === 'n' ? ({char: flag} as const) : {}
  if (value.type !== 'names' && value.type !== 'texts') return Flags.string({...char, summary, helpValue})
  return Flags.string({summary, helpValue, multiple: true, multipleNonGreedy: true})
}

const HELP_VALUES: Readonly<Record<Exclude<OptionValue['type'], 'switch'>, string>> = {
  name: 'NAME',
  names: 'NAME',
  text: 'TEXT',
  texts: 'TEXT',
  file: 'FILE',
  whole: 'N',
  number: 'N',
  duration: 'DURATION',
}
