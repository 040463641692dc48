import * as Flags from '@oclif/core/flags'

/** Which hosting service an account is of. */
export const accountHostFlag = {
  host: Flags.string({required: true, helpValue: 'URL', summary: 'The hosting service, such as https://host.example.'}),
}
