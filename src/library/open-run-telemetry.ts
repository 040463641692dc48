import {composeTelemetry, type OpenTelemetry} from '#compose/compose-telemetry'
import type {MeasurementPorts} from '#measurement/ports'
import {type OwnFile, openOwnFile, writeOutputFile} from './write-output-files.ts'

/** Where telemetry of a run goes, as the caller asks for it. */
export interface TelemetryRequest {
  readonly metricsFile: Omit<OwnFile, 'isOurs'> | undefined
  readonly notify: {readonly url: string; readonly secretVariable: string | undefined} | undefined
  /** Whether the variables of OpenTelemetry count. */
  readonly fromEnvironment: boolean
}

const USUAL_SECRET = 'ASSAY_NOTIFY_SECRET'
const METRICS_OF_OURS = /^# (?:HELP|TYPE) assay_/

/** Opens all that was asked for. Throws `usage`, `config_invalid`, `address_refused`, before anything runs. */
export async function openRunTelemetry(
  {metricsFile, notify, fromEnvironment}: TelemetryRequest,
  ports: MeasurementPorts,
): Promise<OpenTelemetry> {
  const path = metricsFile && (await openOwnFile({...metricsFile, isOurs: (text) => METRICS_OF_OURS.test(text)}, ports))
  const asked = {
    writeMetrics:
      path === undefined ? undefined : (text: string) => writeOutputFile({path}, ports.redactor.text(text), ports),
    notify: notify && {url: notify.url, secretVariable: notify.secretVariable ?? USUAL_SECRET},
    fromEnvironment,
  }
  return await composeTelemetry(asked, ports)
}
