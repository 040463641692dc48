import type {Environment} from './hall.ts'

type Flags = Readonly<Record<string, unknown>>

/** The environment with what the flags of provider access say; they add to its lists and win over its other values. */
export function accessEnvironment(env: Environment, flags: Flags): Environment {
  const hosts = listOf(flags['allow-host'])
  const modules = listOf(flags['provider-module'])
  const file = flags['providers']
  return {
    ...env,
    ...(flags['allow-loopback'] === true && {ASSAY_ALLOW_LOOPBACK: '1'}),
    ...(hosts.length > 0 && {ASSAY_ALLOW_HOSTS: joined(env['ASSAY_ALLOW_HOSTS'], hosts)}),
    ...(modules.length > 0 && {ASSAY_PROVIDER_MODULES: joined(env['ASSAY_PROVIDER_MODULES'], modules)}),
    ...(typeof file === 'string' && {ASSAY_PROVIDERS_FILE: file}),
  }
}

/** What the environment names beside the providers that are known anyway; undefined when it is nothing. */
export function namedExtras(env: Environment): {file: string | undefined; modules: string[]} | undefined {
  const file = env['ASSAY_PROVIDERS_FILE'] || undefined
  const modules = (env['ASSAY_PROVIDER_MODULES'] ?? '')
    .split(',')
    .map((spec) => spec.trim())
    .filter(Boolean)
  return file === undefined && modules.length === 0 ? undefined : {file, modules}
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function joined(before: string | undefined, more: readonly string[]): string {
  return [...(before ? [before] : []), ...more].join(',')
}
