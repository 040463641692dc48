import {ProviderError} from '#error/provider-error'
import type {LineChildRequest} from '#process/line-child'
import {violation} from '../model/provider-fault.ts'

/** How a shell says that it cannot run, or not find, what it was told to. Source: POSIX, Shell Command Language, exit status. */
const NO_PROGRAM: readonly number[] = [126, 127]

type End = Parameters<LineChildRequest['onEnd']>[0]

/** What the end of a provider's process, which was started with this command, means for the calls that were under way. */
export function endFault(
  {kind, overlong, code, signal, lastWords}: End,
  {argv: [command], mostLineBytes}: Pick<LineChildRequest, 'argv' | 'mostLineBytes'>,
): ProviderError {
  const words = lastWords === '' ? '' : `: ${lastWords}`
  if (overlong) return violation(`a line of the provider is longer than ${mostLineBytes} bytes`)
  if (kind === 'missing' || (code !== undefined && NO_PROGRAM.includes(code)))
    return new ProviderError(
      'runtime_missing',
      `the provider's command cannot be started: ${command.slice(command.lastIndexOf('/') + 1)}${words}`,
      {
        retryable: false,
      },
    )
  const how = code === undefined ? `by ${signal}` : `with exit ${code}`
  return new ProviderError('unreachable', `the provider's process ended ${how}${words}`, {
    fault: 'down',
    retryable: true,
  })
}
