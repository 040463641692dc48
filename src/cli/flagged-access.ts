import type {Access} from '#compose/provider-access'
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

/** How the flags name a run. Throws `invalid_input` for labels and a note that no run can carry. */
export function flaggedNaming(flags: Readonly<Record<string, unknown>>): Naming {
  const labels = parseLabels(listOf(flags['label']))
  const naming = {labels, note: textOf(flags['note'])}
  checkNaming(naming)
  return naming
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
