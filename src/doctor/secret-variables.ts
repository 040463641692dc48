import type {SecretVariable} from '#contract/generated/types'
import type {AssayOptions} from '#provider/assay-options'
import type {Redactor} from '#redact/redactor'
import {registerVariable, type Treatment} from '#redact/register-variable'

type Variables = Readonly<Record<string, string | undefined>>

const ENVIRONMENT = 'environment'

/**
 * Every variable that is taken for secret, by name, who says so, and how it is masked or why it is not. What else a provider file
 * names is listed too: its variables go to other people's programs.
 */
export function secretVariables(
  env: Variables,
  extras: AssayOptions['extras'],
  redactor: Pick<Redactor, 'register'>,
): SecretVariable[] {
  const register = (value: string) => redactor.register(value)
  const named = (extras?.providers ?? []).flatMap(({entry}) =>
    entry.settings.map(({name, isSecret}) => ({
      name,
      isSecret: isSecret ?? false,
      source: `provider ${entry.profile.name}`,
    })),
  )
  const own = Object.keys(env).map((name) => ({name, isSecret: false, source: ENVIRONMENT}))
  const rows = [...named, ...own].flatMap(({name, isSecret, source}): SecretVariable[] => {
    const value = env[name]
    if (!value) return []
    if (isSecret) register(value)
    const isAsked = source !== ENVIRONMENT
    const treatment: Treatment | undefined = isSecret ? 'masked' : registerVariable({name, value, isAsked}, register)
    return treatment === undefined ? [] : [{name, source, treatment}]
  })
  // A name that two tell stands once, with the provider: that is the closer word.
  const first = [...new Map(rows.toReversed().map((row) => [row.name, row])).values()]
  return first.sort((a, b) => (a.name < b.name ? -1 : 1))
}
