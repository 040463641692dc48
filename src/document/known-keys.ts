import {KNOWN_KEYS} from '#contract/generated/known-keys'

/** The keys that a document of this title knows at a place; none of one that says nothing of it. */
export function knownKeys(title: string, place: readonly string[]): string[] {
  return KNOWN_KEYS.split('\n').flatMap((line) => {
    const [way = '', ...keys] = line.split(' ')
    const [home, ...parts] = way.split('/')
    const isHere = home === title && parts.length === place.length
    return isHere && parts.every((part, at) => part === '*' || part === place[at]) ? keys : []
  })
}
