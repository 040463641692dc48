import {ProviderError} from '#error/provider-error'
import {isLoopback} from '#net/ip'
import {resolveHost} from '#net/resolve-host'
import type {Resolver} from '#net/resolver'
import type {ProviderSetup} from '../../catalogue/provider-setup.ts'
import type {CallContext, ProbeFinding, Provider} from '../../model/provider.ts'
import {probeGrpc} from '../../transport/probe-grpc.ts'

const CHANNEL_MS = 3_000
const PICKLES =
  'the gRPC server of LeRobot takes Python pickles from anyone who reaches it (CVE-2026-25874): bind it to loopback'

/**
 * LeRobot over its bridge, with a look at its gRPC server. That server moves pickles over a port without authentication, so nothing but
 * the opening of a channel is ever done: even its call `Ready` resets it.
 */
export function withGrpcTarget(
  bridge: Provider,
  setup: ProviderSetup,
  resolver: Resolver,
  channelMs = CHANNEL_MS,
): Provider {
  const target = setup.value('LEROBOT_GRPC_TARGET')
  if (target === undefined) return bridge
  return {
    ...bridge,
    probe: async (level, context) => {
      const found = await bridge.probe(level, context)
      if (level !== 'reachable' || !found.ok) return found
      return await probeTarget(found, target, {setup, resolver, context, channelMs})
    },
  }
}

interface Probing {
  readonly setup: ProviderSetup
  readonly resolver: Resolver
  readonly context: CallContext
  readonly channelMs: number
}

async function probeTarget(found: ProbeFinding, target: string, {setup, resolver, context, channelMs}: Probing) {
  const colon = target.lastIndexOf(':')
  const [address] = await resolveHost(target.slice(0, colon), {policy: setup.network, resolver})
  if (address === undefined) throw new ProviderError('unreachable', 'the host name leads to no address')
  context.reached({target: `grpc://${target}`})
  await probeGrpc({address, port: Number(target.slice(colon + 1))}, channelMs, context.signal)
  return {
    ...found,
    detail: `${found.detail}; a gRPC channel opens`,
    warnings: [...(found.warnings ?? []), ...(isLoopback(address) ? [] : [PICKLES])],
  }
}
