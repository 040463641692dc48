import type {Access} from '#compose/provider-access'

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

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
