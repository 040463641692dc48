import type {NodeAccountFacts} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {digestOf} from '#digest/canonical-json'
import {asList, asText, asTime, asTruth, readField} from '../model/field.ts'

export type AccountKind = NodeAccountFacts['kind']

type Reader = (item: unknown) => unknown

const sortedTexts =
  (paths: readonly string[]): Reader =>
  (item) => {
    const list = readField(item, paths, asList)?.value
    return list?.every((one) => typeof one === 'string') ? list.toSorted() : undefined
  }

/** The words that decide: what stands behind them is the owner's remark, which some services drop. Source: RFC 4253 section 6.6. */
const keyWords: Reader = (item) => readField(item, ['key'], asText)?.value.split(' ').slice(0, 2)

/** Seconds since 1970; `never` where it is told that there is no end. */
function endOf(item: unknown): unknown {
  if (!isRecord(item) || !Object.hasOwn(item, 'expires_at')) return undefined
  if (item['expires_at'] === null) return 'never'
  const atMs = readField(item, ['expires_at'], asTime)?.value
  return atMs === undefined ? undefined : Math.floor(atMs / 1000)
}

/** What no upgrade may change of a token, a key or a webhook that somebody made. */
const FACTS: Readonly<Record<AccountKind, Readonly<Record<string, Reader>>>> = {
  token: {scopes: sortedTexts(['scopes']), expires_at: endOf},
  key: {key: keyWords},
  hook: {
    url: (item) => readField(item, ['url', 'config.url'], asText)?.value,
    events: sortedTexts(['events']),
    active: (item) => readField(item, ['active'], asTruth)?.value,
  },
}

/** An entry of a list by digests of its facts, for an address or a key is nobody else's business. What the service does not tell is left out. */
export function accountFacts(kind: AccountKind, id: string, item: unknown): NodeAccountFacts {
  const told = Object.entries(FACTS[kind]).flatMap(([name, read]) => {
    const value = read(item)
    return value === undefined ? [] : [[name, digestOf(value)] as const]
  })
  return {kind, id, facts: Object.fromEntries(told)}
}

/** What became of entries that were there before, in words such as `scopes of token 7`; facts that only one side tells are not compared. */
export function changedAccounts(before: readonly NodeAccountFacts[], now: readonly NodeAccountFacts[]): string[] {
  const found = new Map(now.map((one) => [`${one.kind} ${one.id}`, one.facts]))
  return before.flatMap(({kind, id, facts}) => {
    const name = `${kind} ${id}`
    const other = found.get(name)
    if (other === undefined) return [`${name} is gone`]
    return Object.entries(facts).flatMap(([fact, digest]) =>
      (other[fact] ?? digest) === digest ? [] : [`${fact} of ${name}`],
    )
  })
}
