import type {ValidatorNetwork} from '#hostnode/consensus/network'

/** A network of members that nobody reaches, with keys in the order of their names. */
export function madeNetwork(
  weights: readonly number[],
  leader: ValidatorNetwork['leader'] = 'stable',
  blockTimeMs = 100,
): ValidatorNetwork {
  const members = weights.map((weight, at) => ({
    name: `v${at + 1}`,
    pubkey: String(at + 1).padStart(64, '0'),
    weight,
    address: {host: '127.0.0.1', port: at + 1},
  }))
  return {name: 'made', genesisId: `sha256:${'0'.repeat(64)}`, blockTimeMs, leader, members}
}
