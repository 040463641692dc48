import type {ProgramEnd} from '../client/workbench.ts'
import {type AdapterPart, type AdapterWords, adapterArgv, withWords} from '../model/adapter-argv.ts'
import {type CheckFinding, skipped, worstFinding} from '../model/finding.ts'
import {releaseText} from '../model/version.ts'
import type {CheckContext} from './check.ts'

const USUAL_TIMEOUT_S = 120
const USUAL_OUTPUT_BYTES = 256 * 1024

/** A call of a program of the target, for a check that keeps what it printed. */
export interface AdapterCall {
  readonly check: string
  readonly part: AdapterPart
  readonly words?: AdapterWords
}

/** Undefined where the target names no program for it. Never throws for what the program does. */
export async function runAdapter(
  {target, workbench, log, to}: CheckContext,
  {check, part, words = {}}: AdapterCall,
): Promise<ProgramEnd | undefined> {
  const {adapter, nodes} = target.profile
  const argv = adapterArgv(adapter, part)
  if (argv === undefined) return undefined
  const version = to === undefined ? target.expect.version : releaseText(to)
  const all = {
    ...(version !== undefined && {'{version}': version}),
    ...(nodes[0] && {'{node}': nodes[0].name}),
    ...words,
  }
  const limits = {
    timeoutMs: (adapter?.timeout_s ?? USUAL_TIMEOUT_S) * 1000,
    mostOutputBytes: adapter?.output_limit_bytes ?? USUAL_OUTPUT_BYTES,
  }
  const end = await workbench.run(withWords(argv, all), limits)
  log(check, end.output)
  return end
}

/** One finding of a program that speaks for the whole target, or for each node where an argument names it. */
export async function askEachService(
  {target}: CheckContext,
  part: AdapterPart,
  ask: (node: string) => Promise<CheckFinding>,
): Promise<CheckFinding> {
  const names = serviceNames(target, part)
  if (names.length === 0) return skipped('capability_absent')
  const found: (readonly [string, CheckFinding])[] = []
  for (const name of names) found.push([name, await ask(name)])
  return worstFinding(found)
}

/** Whose services a program is asked for: none without one, an empty name where one speaks for all. */
export function serviceNames({profile}: CheckContext['target'], part: AdapterPart): readonly string[] {
  const argv = adapterArgv(profile.adapter, part)
  if (argv === undefined) return []
  return argv.includes('{node}') ? profile.nodes.map(({name}) => name) : ['']
}

/** Which node a program is told of. */
export const nodeWord = (node: string): AdapterWords => (node === '' ? {} : {'{node}': node})

/** Why a program says nothing; undefined where it came to its end. */
export function silenceOf({isMissing, code, fault}: ProgramEnd): string | undefined {
  if (isMissing) return 'cannot be started'
  return fault ?? (code === undefined ? 'was ended from outside' : undefined)
}
