import * as Flags from '@oclif/core/flags'

const many = {multiple: true, multipleNonGreedy: true} as const

/** Where the secrets of a webhook are: never in the arguments, which every process of the machine may read. */
export const secretFlags = {
  'secret-env': Flags.string({
    ...many,
    helpValue: 'NAME',
    summary: 'Variable that holds a secret. Repeatable: during a rotation there are two.',
  }),
  'secret-file': Flags.string({
    ...many,
    helpValue: 'FILE',
    summary: 'File that holds a secret, whole: a line end at its end belongs to it. Repeatable.',
  }),
}

export const brandFlag = {
  brand: Flags.string({
    default: 'Host',
    helpValue: 'WORD',
    summary: 'The word between X- and the rest of the header names.',
  }),
}
