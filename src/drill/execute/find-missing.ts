import type {Drill} from '#contract/generated/types'
import type {Children} from '#process/children'

type Need = NonNullable<Drill['needs']>[number]

/** What ends with 0 where a need is met, and what is said where it is not. */
const NEEDS: Readonly<Record<Need, {readonly argv: readonly [string, ...string[]]; readonly lacking: string}>> = {
  git: {argv: ['git', '--version'], lacking: 'there is no git'},
  'user-namespace': {
    argv: ['unshare', '--user', '--map-root-user', '--mount', 'nsenter', '--version'],
    lacking: 'this machine gives nobody a name space of their own, which a small disk needs',
  },
}
const MOST_OUTPUT_BYTES = 4096

/** Why a drill cannot be held on this machine; undefined where it can. */
export async function findMissing(
  {needs = []}: Pick<Drill, 'needs'>,
  {
    children,
    env,
    cwd,
  }: {readonly children: Children; readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string},
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const need of needs) {
    const {argv, lacking} = NEEDS[need]
    const own = {PATH: env['PATH'] ?? ''}
    const request = {argv, cwd, env: own, mostOutputBytes: MOST_OUTPUT_BYTES, onOutput: async () => undefined}
    const {end} = await children.run(request, signal)
    if (end.code !== 0) return lacking
  }
  return undefined
}
