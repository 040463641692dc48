import type {Variables} from '#process/variables'

/** How far calls of providers may reach, and where further providers and the files of this machine are named. */
export interface Access {
  readonly allowLoopback?: boolean | undefined
  readonly allowHosts?: readonly string[] | undefined
  readonly providersFile?: string | undefined
  readonly providerModules?: readonly string[] | undefined
  readonly runtimeAssets?: string | undefined
}

/** The environment with what the caller says of access: it adds to the lists of the environment and wins over its other values. */
export function accessEnvironment(env: Variables, access: Access): Variables {
  const {allowHosts: hosts = [], providerModules: modules = [], providersFile: file, runtimeAssets: assets} = access
  return {
    ...env,
    ...(access.allowLoopback === true && {ASSAY_ALLOW_LOOPBACK: '1'}),
    ...(hosts.length > 0 && {ASSAY_ALLOW_HOSTS: joined(env['ASSAY_ALLOW_HOSTS'], hosts)}),
    ...(modules.length > 0 && {ASSAY_PROVIDER_MODULES: joined(env['ASSAY_PROVIDER_MODULES'], modules)}),
    ...(file !== undefined && {ASSAY_PROVIDERS_FILE: file}),
    ...(assets !== undefined && {ASSAY_RUNTIME_ASSETS: assets}),
  }
}

function joined(before: string | undefined, more: readonly string[]): string {
  return [...(before ? [before] : []), ...more].join(',')
}
