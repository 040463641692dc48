import {AssayError, codeOf} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import {ProviderError} from '#error/provider-error'

/** What the owner of this machine has to bring: variables, programs, packages. It says nothing about the provider. */
const LACKS: readonly ErrorCode[] = ['unconfigured', 'runtime_missing', 'package_missing', 'not_implemented']

/** True where a provider cannot be asked because something is not on this machine. Nothing is ever installed for it: it is left out. */
export function isHostLack(error: unknown): error is AssayError {
  return error instanceof AssayError && LACKS.includes(error.code)
}

const NOT_LOADED: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED']

/** What could not be loaded, as in "the package zeromq", because it is not here or not for this machine; undefined for every other error. */
export function missingPackage(error: unknown): string | undefined {
  const isMissing =
    codeOf(error) === undefined && error instanceof Error && NOT_LOADED.includes(Reflect.get(error, 'code'))
  if (!isMissing) return undefined
  const [, name] = /(?:package|module) '([@\w/.-]{1,100})'/.exec(error.message) ?? []
  return name === undefined || name.startsWith('/') ? 'a package' : `the package ${name}`
}

/** The error of an adapter that did not load: a package that is missing is a lack of the host. */
export function loadFault(error: unknown, provider: string): unknown {
  const what = missingPackage(error)
  if (what === undefined) return error
  return new ProviderError('runtime_missing', `${what} that provider ${provider} needs cannot be loaded here`, {
    provider,
    cause: error,
    retryable: false,
  })
}
