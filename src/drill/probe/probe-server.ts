import type {ProbeWay} from './probe-context.ts'

/** How often a model server was asked. */
export const probeServer: ProbeWay = async ({server}, {site, signal}) =>
  await site.server(String(server)).ask('seen', {}, signal)

export const probeProcess: ProbeWay = async ({server}, {site}) => {
  const id = String(server)
  return {alive: site.server(id).isThere() && site.identityOf(id).start !== 'gone', exit: site.exitOf(id)}
}
