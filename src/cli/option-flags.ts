import type {Interfaces} from '@oclif/core'
import * as Flags from '@oclif/core/flags'
import type {Option, OptionGroup, OptionValue} from '#measurement/option'
import {RUN_GROUP} from './shared-flags.ts'

/** The flags of a command, made from the options of its kind of run. Values stay text: ranges and conflicts are checked where all callers meet. */
export function optionFlags(options: readonly Option[]): Interfaces.FlagInput {
  return Object.fromEntries(options.map((option) => [option.flag, flagOf(option)]))
}

function flagOf({flag, value, summary: text, shown, group}: Option): Interfaces.FlagInput[string] {
  const summary = {summary: text, ...(group && {helpGroup: HELP_GROUPS[group]})}
  if (value.type === 'switch') return Flags.boolean({...summary, default: false})
  const helpValue = shown ?? HELP_VALUES[value.type]
  // A name of one letter is its own short form.
  const char = flag === 'n' ? ({char: flag} as const) : {}
  if (value.type !== 'names' && value.type !== 'texts') return Flags.string({...char, ...summary, helpValue})
  return Flags.string({...summary, helpValue, multiple: true, multipleNonGreedy: true})
}

/** Headings of help; each is followed by the word FLAGS. */
const HELP_GROUPS: Readonly<Record<OptionGroup, string>> = {
  trial: 'TRIAL',
  size: 'SIZE',
  verdict: 'VERDICT',
  listing: 'LISTING',
  run: RUN_GROUP,
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
