import {isRecord} from '#contract/is-record'

/**
 * The value at a place such as `json/providers/name=mock/status`: keys of objects, numbers of lists, and `key=value` for the one entry of a
 * list whose key says so, in parentheses where it holds a slash: `rules/id=(a/b)/state`. `undefined` where nothing stands there, or several entries fit.
 */
export function valueAt(observation: unknown, place: string): unknown {
  const parts = place.match(/[^/=]+=\([^)]*\)|[^/]+/g) ?? []
  return parts.reduce<unknown>(stepInto, observation)
}

function stepInto(value: unknown, part: string): unknown {
  if (Array.isArray(value)) return entryOf(value, part)
  return isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined
}

function entryOf(list: readonly unknown[], part: string): unknown {
  const [, key, wanted] = /^([A-Za-z0-9_]+)=\(?([^()]*)\)?$/.exec(part) ?? []
  if (key === undefined) return /^[0-9]{1,6}$/.test(part) ? list[Number(part)] : undefined
  const fitting = list.filter((entry) => isRecord(entry) && String(entry[key]) === wanted)
  return fitting.length === 1 ? fitting[0] : undefined
}
