import {AssayError} from '#error/assay-error'
import {execaLineChild} from '#process/execa-line-child'
import type {ProviderSetup} from '../catalogue/provider-setup.ts'
import type {Examples, Provider} from '../model/provider.ts'
import {externalProvider} from './call-external.ts'
import type {ExternalLink} from './external-link.ts'
import {openStdioLink} from './open-stdio-link.ts'

/** What is known of a family before its model is loaded: ranks of the fields it needs, and what it can be sent. */
export interface BridgeFacts {
  readonly required?: Readonly<Record<string, number>>
  readonly examples?: () => Examples
}

/** A bridge of the host's own: a command that is started with the name of its family, or a server that is there already. */
export async function openBridge(setup: ProviderSetup, {required, examples}: BridgeFacts): Promise<Provider> {
  const {profile} = setup
  const known = {profile, ...(required && {descriptor: {required}}), ...(examples && {examples})}
  return externalProvider(known, await linkOf(setup))
}

async function linkOf({profile, value, network, childEnv}: ProviderSetup): Promise<ExternalLink> {
  const command = value('ASSAY_BRIDGE_COMMAND')
  if (command !== undefined) {
    const device = value(`${profile.name.toUpperCase()}_DEVICE`)
    const [program, ...args] = JSON.parse(command) as [string, ...string[]]
    const family = ['--family', profile.name, ...(device === undefined ? [] : ['--device', device])]
    return openStdioLink({argv: [program, ...args, ...family], env: childEnv}, execaLineChild)
  }
  const url = value('ASSAY_BRIDGE_URL')
  if (url === undefined) throw new AssayError('config_invalid', `provider ${profile.name} has no bridge`)
  const [{openHttpLink}, {openHttp}] = await Promise.all([
    import('./open-http-link.ts'),
    import('../transport/http/open-http.ts'),
  ])
  return openHttpLink({url, policy: network}, openHttp())
}
