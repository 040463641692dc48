import {AssayError} from '#error/assay-error'

/** The drills of one machine of several, such as `2/3`: every third one, from the second on. All of them without. Throws `usage` for what names no part. */
export function shardOf<Drill>(drills: readonly Drill[], shard: string | undefined): readonly Drill[] {
  if (shard === undefined) return drills
  const [, part = 0, parts = 0] = /^([1-9][0-9]{0,2})\/([1-9][0-9]{0,2})$/.exec(shard)?.map(Number) ?? []
  if (part === 0 || part > parts) {
    throw new AssayError('usage', '--shard names no part of the drills', {hint: 'Write --shard 1/3, 2/3 and 3/3.'})
  }
  return drills.filter((_, at) => at % parts === part - 1)
}
