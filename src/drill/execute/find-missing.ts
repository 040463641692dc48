import {dirname} from 'node:path'
import type {Drill} from '#contract/generated/types'
import type {Children} from '#process/children'
import type {Programs} from '#process/programs'

type Need = NonNullable<Drill['needs']>[number]

/** What ends with 0 where a need is met, and what is said where it is not. */
interface Look {
  readonly argv: readonly [string, ...string[]]
  readonly lacking: string
  /** Where it is looked for; the workspace without. */
  readonly cwd?: string
}

const NEEDS: Readonly<Record<Need, (programs: Programs) => Look>> = {
  git: () => ({argv: ['git', '--version'], lacking: 'there is no git'}),
  'user-namespace': () => ({
    argv: ['unshare', '--user', '--map-root-user', '--mount', 'nsenter', '--version'],
    lacking: 'this machine gives nobody a name space of their own, which a small disk needs',
  }),
  // Servers of drills load it from where they are; that it is there does not say that it loads on this machine.
  zeromq: ({node, drillChild}) => ({
    argv: [node, '--input-type=module', '--eval', "await import('zeromq')"],
    lacking: 'the package zeromq, through which a server of GR00T speaks, is not here: npm install zeromq',
    cwd: dirname(drillChild.at(-1) ?? '.'),
  }),
}
const MOST_OUTPUT_BYTES = 4096

/** Why a drill cannot be held on this machine; undefined where it can. */
export async function findMissing(
  {needs = []}: Pick<Drill, 'needs'>,
  {
    children,
    env,
    cwd,
    programs,
  }: {
    readonly children: Children
    readonly env: Readonly<Record<string, string | undefined>>
    readonly cwd: string
    readonly programs: Programs
  },
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const need of needs) {
    const {argv, lacking, cwd: place = cwd} = NEEDS[need](programs)
    const own = {PATH: env['PATH'] ?? ''}
    const request = {argv, cwd: place, env: own, mostOutputBytes: MOST_OUTPUT_BYTES, onOutput: async () => undefined}
    const {end} = await children.run(request, signal)
    if (end.code !== 0) return lacking
  }
  return undefined
}
