import {isRecord} from '#contract/is-record'
import {digestOf} from '#digest/canonical-json'
import type {Issue} from '#error/assay-error'
import {parseListen} from '../config/setting-values.ts'
import {isObjectName} from '../model/object-names.ts'
import type {NetworkMember, ValidatorNetwork} from './network.ts'

const MOST_MEMBERS = 100
const MOST_WEIGHT = 1_000_000
const LEAST_BLOCK_MS = 50
const MOST_BLOCK_MS = 60_000
const DEFAULT_BLOCK_MS = 500
const KEYS = ['network', 'block_time_ms', 'leader', 'validators']
const MEMBER_KEYS = ['name', 'pubkey', 'weight', 'address']

/** Reads a file of validators as a network, with every fault in it. Omitted fields count with their defaults, in the genesis id too. */
export function networkOfDocument(document: unknown): {network: ValidatorNetwork; issues: Issue[]} {
  const issues: Issue[] = []
  const refuse = (pointer: string, message: string) => void issues.push({pointer, rule: 'validators', message})
  const file = isRecord(document) ? document : {}
  if (!isRecord(document)) refuse('', 'must be a table with network and validators')
  for (const key of Object.keys(file)) if (!KEYS.includes(key)) refuse(`/${key}`, 'is not a known key here')
  const {network: name, block_time_ms: blockTimeMs = DEFAULT_BLOCK_MS, leader = 'stable', validators} = file
  if (typeof name !== 'string' || !isObjectName(name)) refuse('/network', 'must be a name')
  if (!isWhole(blockTimeMs, LEAST_BLOCK_MS, MOST_BLOCK_MS))
    refuse('/block_time_ms', `must be a whole number from ${LEAST_BLOCK_MS} to ${MOST_BLOCK_MS}`)
  if (leader !== 'stable' && leader !== 'rotating') refuse('/leader', 'must be stable or rotating')
  const rows = Array.isArray(validators) ? validators : []
  if (rows.length < 1 || rows.length > MOST_MEMBERS) refuse('/validators', `must be a list of 1 to ${MOST_MEMBERS}`)
  const members = rows.slice(0, MOST_MEMBERS).map((row, at) => memberIn(row, `/validators/${at}`, refuse))
  refuseTwins(members, refuse)
  const genesis = {
    network: name,
    block_time_ms: blockTimeMs,
    leader,
    validators: members.map(({pubkey, address, ...rest}) => ({...rest, pubkey, address: addressText(address)})),
  }
  return {
    network: {
      name: String(name),
      genesisId: issues.length > 0 ? '' : digestOf(genesis),
      blockTimeMs: Number(blockTimeMs),
      leader: leader === 'rotating' ? 'rotating' : 'stable',
      members: members.sort((a, b) => (a.pubkey < b.pubkey ? -1 : 1)),
    },
    issues,
  }
}

/** An address as `host:port`, an IPv6 host in brackets. */
export function addressText({host, port}: NetworkMember['address']): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

function memberIn(row: unknown, at: string, refuse: (pointer: string, message: string) => void): NetworkMember {
  const member = isRecord(row) ? row : {}
  for (const key of Object.keys(member))
    if (!MEMBER_KEYS.includes(key)) refuse(`${at}/${key}`, 'is not a known key here')
  const {name, pubkey, weight = 1, address} = member
  const listen = typeof address === 'string' ? parseListen(address) : undefined
  if (typeof name !== 'string' || !isObjectName(name)) refuse(`${at}/name`, 'must be a name')
  if (typeof pubkey !== 'string' || !/^[0-9a-f]{64}$/.test(pubkey))
    refuse(`${at}/pubkey`, 'must be the 64 hex digits that hostnode status shows as public_key')
  if (!isWhole(weight, 1, MOST_WEIGHT)) refuse(`${at}/weight`, `must be a whole number from 1 to ${MOST_WEIGHT}`)
  if (listen === undefined || listen.port === 0) refuse(`${at}/address`, 'must be host:port')
  return {name: String(name), pubkey: String(pubkey), weight: Number(weight), address: listen ?? {host: '', port: 0}}
}

function refuseTwins(members: readonly NetworkMember[], refuse: (pointer: string, message: string) => void): void {
  const fields = {
    name: members.map(({name}) => name.toLowerCase()),
    pubkey: members.map(({pubkey}) => pubkey),
    address: members.map(({address}) => addressText(address)),
  }
  for (const [field, values] of Object.entries(fields))
    for (const [at, value] of values.entries())
      if (values.indexOf(value) < at) refuse(`/validators/${at}/${field}`, 'is that of another validator')
}
