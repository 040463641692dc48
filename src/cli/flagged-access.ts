import type {Access} from '#compose/compose-named'
import type {Variables} from '#process/variables'
import {checkNaming, type Naming, parseLabels} from '#run/labels'

/** What the flags of provider access say; commands without them say nothing. */
export function flaggedAccess(flags: Readonly<Record<string, unknown>>): Access {
  return {
    allowLoopback: flags['allow-loopback'] === true,
    allowHosts: listOf(flags['allow-host']),
    providersFile: textOf(flags['providers']),
    providerModules: listOf(flags['provider-module']),
    runtimeAssets: textOf(flags['runtime-assets']),
  }
}

/**
 * How the flags name a run, of a command that takes a note: elsewhere `--label` finds runs. Throws `invalid_input` for labels and a note that no run
 * can carry.
 */
export function flaggedNaming(flags: Readonly<Record<string, unknown>>, taken: object = {}): Naming {
  if (!('note' in taken)) return {}
  const labels = parseLabels(listOf(flags['label']))
  const naming = {labels, note: textOf(flags['note'])}
  checkNaming(naming)
  return naming
}

/** Whether anybody is to be told of the run of a command. Commands that tell of none lack the flags. */
export function asksForTelemetry(flags: Readonly<Record<string, unknown>>, env: Variables): boolean {
  // Its default makes this flag stand with every command that tells of its run, and with no other.
  if (!('notify-secret-env' in flags)) return false
  const isFlagged = flags['metrics-file'] !== undefined || flags['notify'] !== undefined
  return isFlagged || Object.keys(env).some((name) => /^OTEL_EXPORTER_OTLP_.*ENDPOINT$/.test(name))
}

/** Whether files are named that are replaced. An `--output` that is one folder is none. */
export function replacesFiles({output, dotenv, 'metrics-file': metrics}: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(output) || dotenv !== undefined || metrics !== undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
