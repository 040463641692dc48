import type {NodeTargetAdapter} from '#contract/generated/types'

/** What a program beside the service can be asked to do. */
export const ADAPTER_PARTS = [
  'inspect',
  'version',
  'digest',
  'logs',
  'backup_create',
  'backup_verify',
  'backup_restore',
  'restored_verify',
  'backup_quiesced',
  'drain',
  'green_create',
  'green_start',
  'green_remove',
  'traffic_switch',
  'stop',
  'start',
  'install',
  'artifact_version',
  'artifact_digest',
  'migrate',
  'verify',
  'restore_program',
  'restore_data',
] as const satisfies readonly (keyof NodeTargetAdapter)[]
export type AdapterPart = (typeof ADAPTER_PARTS)[number]

/** Words that whole elements of an argument array may stand for. */
export const ADAPTER_WORDS = [
  '{node}',
  '{version}',
  '{image}',
  '{side}',
  '{from}',
  '{since}',
  '{since_epoch}',
  '{file}',
  '{dir}',
] as const
type AdapterWord = (typeof ADAPTER_WORDS)[number]
export type AdapterWords = Readonly<Partial<Record<AdapterWord, string>>>

export type Argv = readonly [program: string, ...rest: string[]]

/** Whether a program ends with 0 whatever it has to tell, so that its end alone says nothing. */
export const isShow = ([program, verb]: readonly string[]): boolean => program === 'systemctl' && verb === 'show'

/** What systemd is asked without being told how. Source: systemctl(1), journalctl(1); the timestamps of 247 and newer. */
const SYSTEMD: Readonly<Partial<Record<AdapterPart, (unit: string) => Argv>>> = {
  stop: (unit) => ['systemctl', 'stop', '--', unit],
  start: (unit) => ['systemctl', 'start', '--', unit],
  inspect: (unit) => [
    'systemctl',
    'show',
    '--timestamp=unix',
    '--property=LoadState,ActiveState,NRestarts,ExecMainStartTimestamp',
    '--',
    unit,
  ],
  logs: (unit) => [
    'journalctl',
    '--quiet',
    '--no-pager',
    '--utc',
    '--output=short-iso',
    '--unit',
    unit,
    '--since',
    '{since_epoch}',
  ],
}

/** The program of a part with its words still in it; undefined where the target names none. */
export function adapterArgv(adapter: NodeTargetAdapter | undefined, part: AdapterPart): Argv | undefined {
  const [program, ...rest] = adapter?.[part] ?? []
  if (program !== undefined) return [program, ...rest]
  return adapter?.kind === 'systemd' && adapter.unit !== undefined ? SYSTEMD[part]?.(adapter.unit) : undefined
}

/** Only whole elements are words: nothing of what they stand for is read as more than one argument. */
export function withWords([program, ...rest]: Argv, words: AdapterWords): Argv {
  return [program, ...rest.map((one) => words[one as AdapterWord] ?? one)]
}
