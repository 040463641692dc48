import {type ExitCode, exitNameOf} from '#error/exit'
import {parseTraceparent, traceparentOf} from '#event/correlation'
import type {MeasurementPorts} from '#measurement/ports'
import {readAddressPolicy} from '#net/address-policy'
import {timestamp} from '#random/clock'
import {registerVariable} from '#redact/register-variable'
import type {RunObserver} from '#run/run-observer'
import {faultText, GuardedObserver} from '#telemetry/guarded-observer'
import {type NoticeAddress, noticeAddress, noticeOf} from '#telemetry/notice'
import {otlpSettings} from '#telemetry/otlp-settings'
import {RunSummaries, type RunSummary} from '#telemetry/run-summary'

/** The telemetry that a run is asked to send. */
export interface TelemetryAsked {
  /** Writes text to the file that was asked for. */
  readonly writeMetrics?: ((text: string) => Promise<void>) | undefined
  readonly notify?: {readonly url: string; readonly secretVariable: string} | undefined
  /** Whether the variables of OpenTelemetry count. */
  readonly fromEnvironment: boolean
}

/** What a run is told to while it goes on. `close` tells the end and gives what could not be told; it never rejects. */
export interface OpenTelemetry {
  readonly observers: readonly RunObserver[]
  /** What those who work for the run are told of its trace. */
  readonly traceparent?: string | undefined
  close(exitCode: ExitCode): Promise<readonly string[]>
}

type TelemetryPorts = Pick<MeasurementPorts, 'env' | 'clock' | 'redactor' | 'versions'>

/** One way out. */
interface Way {
  readonly observers: readonly RunObserver[]
  readonly traceparent?: string | undefined
  /** Faults, by words. */
  end(run: RunSummary | undefined, exitCode: ExitCode): Promise<readonly string[]>
}

/** Opens all that was asked for, by options and by variables of OpenTelemetry. Throws `config_invalid`, `address_refused`, before anything runs. */
export async function composeTelemetry(asked: TelemetryAsked, ports: TelemetryPorts): Promise<OpenTelemetry> {
  const summaries = new RunSummaries()
  const notice = asked.notify && openNotice(asked.notify, ports)
  const spans = asked.fromEnvironment ? await openSpans(ports) : undefined
  const ways = [notice, await openMetrics(asked, ports), spans].filter((way) => way !== undefined)
  const faults: string[] = []
  const heard = [summaries, ...ways.flatMap(({observers}) => observers)]
  return {
    observers:
      ways.length === 0 ? [] : heard.map((one) => new GuardedObserver(one, (words) => void faults.push(words))),
    traceparent: ways.find(({traceparent}) => traceparent !== undefined)?.traceparent,
    close: async (exitCode) => {
      const ends = ways.map((way) => way.end(summaries.last, exitCode).catch((error: unknown) => [faultText(error)]))
      return [...faults, ...(await Promise.all(ends)).flat()]
    },
  }
}

async function openMetrics({writeMetrics}: TelemetryAsked, {redactor}: TelemetryPorts): Promise<Way | undefined> {
  if (writeMetrics === undefined) return undefined
  const {PrometheusRun} = await import('#telemetry/prometheus-run')
  const metrics = new PrometheusRun()
  return {
    observers: [metrics],
    end: async (run, exitCode) => {
      if (run === undefined) return []
      const text = redactor.text(await metrics.text(run, exitCode))
      return await told('the metrics file', () => writeMetrics(text))
    },
  }
}

async function openSpans({env, ...ports}: TelemetryPorts): Promise<Way | undefined> {
  const settings = otlpSettings(env)
  if (settings === undefined) return undefined
  const {openOtlp} = await import('#telemetry/open-otlp')
  const caller = parseTraceparent(env['TRACEPARENT'])
  const open = await openOtlp(settings, caller, ports)
  return {
    observers: open.observers,
    traceparent: open.trace && traceparentOf(open.trace, open.trace.parentId),
    end: async (run) => {
      const faults = await open.close()
      return run === undefined ? [] : [...new Set(faults)].map((fault) => `OpenTelemetry: ${fault}`)
    },
  }
}

function openNotice(
  {url, secretVariable}: NonNullable<TelemetryAsked['notify']>,
  {env, redactor, clock, versions}: TelemetryPorts,
): Way {
  const policy = readAddressPolicy(env)
  const secret = {name: secretVariable, value: env[secretVariable]}
  registerVariable({name: 'NOTIFY_WEBHOOK', value: url, isAsked: false}, (part) => redactor.register(part))
  if (secret.value) redactor.register(secret.value)
  const address: NoticeAddress = noticeAddress(url, secret, policy)
  return {
    observers: [],
    end: async (run, exitCode) => {
      if (run === undefined) return []
      const [{undiciClient}, {nodeResolver}, {sendNotice}] = await Promise.all([
        import('#net/undici-client'),
        import('#net/node-resolver'),
        import('#telemetry/send-notice'),
      ])
      const exit = {code: exitCode, name: exitNameOf(exitCode)}
      const shown = {...run, job: run.job && redactor.text(run.job)}
      const notice = noticeOf(shown, exit, timestamp(clock.nowMs()))
      const client = undiciClient({policy, resolver: nodeResolver, hasCredentials: true})
      const isHurried = run.manifest?.outcome?.verdict === 'interrupted'
      const agent = `assay/${versions.assay}`
      const fault = await sendNotice(notice, address, {client, clock, agent, isHurried})
      await client.close()
      return fault === undefined ? [] : [`the notice was not taken: ${fault}`]
    },
  }
}

async function told(what: string, work: () => Promise<void>): Promise<readonly string[]> {
  try {
    await work()
    return []
  } catch (error) {
    return [`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`]
  }
}
