import {resolve} from 'node:path'
import type {ExitCode} from '#error/exit'
import {openRunTelemetry} from '#library/open-run-telemetry'
import type {MeasurementPorts} from '#measurement/ports'
import type {Hall} from './hall.ts'

/** Where the run of a command is reported beside its files. `close` says on standard error what could not be told; it changes no exit. */
export interface Telemetry {
  /** What the ports of the command get. */
  readonly ports: Partial<Pick<MeasurementPorts, 'observers' | 'env'>>
  close(exitCode: ExitCode): Promise<void>
}

/** Opens what flags and variables ask for. Throws `usage`, `config_invalid`, `address_refused`, before anything runs. */
export async function openTelemetry(
  flags: Readonly<Record<string, unknown>>,
  {cwd, output}: Pick<Hall, 'cwd' | 'output'>,
  ports: MeasurementPorts,
): Promise<Telemetry> {
  const {'metrics-file': file, notify: url, 'notify-secret-env': secretVariable} = flags
  const metricsFile =
    typeof file === 'string' ? {path: resolve(cwd, file), name: '--metrics-file', given: file} : undefined
  const notify = typeof url === 'string' ? {url, secretVariable: String(secretVariable)} : undefined
  const open = await openRunTelemetry({metricsFile, notify, fromEnvironment: true}, ports)
  return {
    ports: {
      observers: open.observers,
      ...(open.traceparent && {env: {...ports.env, TRACEPARENT: open.traceparent}}),
    },
    close: async (exitCode) => {
      for (const fault of await open.close(exitCode)) output.err.write(ports.redactor.text(`warning: ${fault}\n`))
    },
  }
}
