import type {Job, JobExecWith} from '#contract/generated/types'
import type {MeasurementPorts} from '#measurement/ports'
import type {Redactor} from '#redact/redactor'
import {registerVariable} from '#redact/register-variable'
import {argumentSecrets} from '#redact/secret-parts'

/**
 * Makes known what a job names as secret, before anything is planned or written: the variables of its programs, and inputs and
 * matrix axes whose names say so. Other inputs are what a run is about and stay readable.
 */
export function registerJobSecrets(
  job: Job,
  settings: readonly string[],
  {env, redactor}: {readonly env: MeasurementPorts['env']; readonly redactor: Pick<Redactor, 'register'>},
): void {
  const register = (value: string) => redactor.register(value)
  for (const name of variablesOf(job)) {
    const value = env[name]
    if (value) registerVariable({name, value, isAsked: true}, register)
  }
  for (const secret of job.steps.flatMap(argumentsOf)) register(secret)
  for (const [name, value] of [...settings.map(pairOf), ...defaultsOf(job), ...axesOf(job)])
    registerVariable({name, value: String(value), isAsked: false}, register)
}

/** The variables that the programs of a job may see. */
export function variablesOf({steps}: Job): string[] {
  const named = steps.flatMap((step) =>
    step.use === 'exec' ? ((step.with as JobExecWith | undefined)?.env ?? []) : [],
  )
  return [...new Set(named)]
}

/** A reference such as `{inputs.token}` is no value; what it stands for is registered by its name. What a step is given was not checked yet. */
function argumentsOf({use, with: asked}: Job['steps'][number]): string[] {
  const argv: unknown = use === 'exec' ? (asked as JobExecWith | undefined)?.argv : undefined
  if (!Array.isArray(argv)) return []
  return argumentSecrets(argv).filter((value) => !/\{(?:inputs|matrix)\./.test(value))
}

function pairOf(setting: string): [string, string] {
  const at = setting.indexOf('=')
  return at < 0 ? [setting, ''] : [setting.slice(0, at), setting.slice(at + 1)]
}

function defaultsOf({inputs}: Job): [string, unknown][] {
  return Object.entries(inputs ?? {}).map(([name, input]) => [name, input.default ?? ''])
}

function axesOf({steps}: Job): [string, unknown][] {
  return steps.flatMap(({matrix}) =>
    Object.entries(matrix ?? {}).flatMap(([axis, values]) => values.map((value): [string, unknown] => [axis, value])),
  )
}
