import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {NodeTargetAdapter} from '#contract/generated/types'
import {putProgram} from '../put-program.ts'
import type {TestSite} from './test-site.ts'

/** What an operator has beside the nodes: `nodectl`, which really works on them, and a program of the system that calls it. */
export interface NodePrograms {
  readonly env: Readonly<Record<string, string>>
  /** Each call of a program of the system, its words with a bar behind each. */
  calls(): string[]
}

/** `nodectl ACT NODE …` does each act with processes of this machine; done twice it is as done once. */
export function putNodePrograms(site: TestSite): NodePrograms {
  const bin = join(site.folder, 'bin')
  const calls = join(site.folder, 'calls')
  putProgram(bin, 'nodectl', NODECTL.replaceAll('SITE', site.folder).replaceAll('NODEJS', `'${process.execPath}'`))
  putProgram(bin, 'systemctl', `printf '%s|' "$@" >> '${calls}'; echo >> '${calls}'\n${SYSTEMCTL}`)
  putProgram(bin, 'kubectl', `printf '%s|' "$@" >> '${calls}'; echo >> '${calls}'\n${KUBECTL}`)
  return {
    env: {...site.env, PATH: `${bin}:${site.env['PATH']}`},
    calls: () => readFileSync(calls, 'utf8').trim().split('\n'),
  }
}

const NODECTL = `set -eu
act=$1 node=$2 home="SITE/nodes/$2"
program() { echo "SITE/releases/$1.mjs"; }
release() { cat "$home/release"; }
running() {
  for one in /proc/[0-9]*; do
    [ "$one/cwd" -ef "$home" ] && echo "\${one#/proc/}"
  done
  true
}
case $act in
  start)
    [ -z "$(running)" ] || exit 0
    cd "$home"
    setsid NODEJS "$(program "$(release)")" serve --data-dir "$home/data" --config "$home/node.json" </dev/null >>node.log 2>&1 &
    ;;
  stop)
    for one in $(running); do kill -TERM "$one" 2>/dev/null || true; done
    for n in $(seq 1 600); do [ -n "$(running)" ] || exit 0; sleep 0.1; done
    echo 'it does not end' >&2; exit 1
    ;;
  install) echo "$3" > "$home/release" ;;
  artifact) exec NODEJS "$(program "$2")" --version ;;
  digest) exec sha256sum "$(program "$2")" ;;
  backup) rm -f "$3" "$3.sha256"; exec NODEJS "$(program "$(release)")" backup create --output "$3" --data-dir "$home/data" ;;
  check) exec NODEJS "$(program "$(release)")" backup verify "$3" --deep ;;
  green_create)
    home="$home-green"
    mkdir -p "$home"
    echo "$4" > "$home/release"
    sed "s/127.0.0.1:[0-9]*/127.0.0.1:$(cat SITE/green-port)/" "SITE/nodes/$node/node.json" > "$home/node.json"
    [ -z "$(running)" ] || exit 0
    exec NODEJS "$(program "$4")" backup restore "$3" --data-dir "$home/data" --force
    ;;
  switch) echo "$3" > SITE/front ;;
  restore) exec NODEJS "$(program "$4")" backup restore "$3" --data-dir "$home/data" --force ;;
  *) echo "no such act: $act" >&2; exit 2 ;;
esac`

/** Takes what systemctl(1) of Debian 12 takes of what we say, and nothing else. */
const SYSTEMCTL = `case "$*" in
  'stop -- hostnode.service') exec nodectl stop v1 ;;
  'start -- hostnode.service') exec nodectl start v1 ;;
  'show --timestamp=unix --property=LoadState,ActiveState,NRestarts,ExecMainStartTimestamp -- hostnode.service')
    printf 'LoadState=loaded\\nActiveState=active\\nNRestarts=0\\nExecMainStartTimestamp=@%s\\n' "$(date +%s)" ;;
  *) echo "Unknown command verb $1." >&2; exit 1 ;;
esac`

/** Takes what kubectl 1.30 says that it takes, answers as it does, and refuses every other call. */
const KUBECTL = `set -eu
[ "$1 $2 $3 $4" = '--context eu --namespace host' ] || { echo 'error: context was not found' >&2; exit 1; }
shift 4
case "$1 $2" in
  'scale statefulset')
    case "$4" in
      --replicas=0) nodectl stop "$3" ;;
      --replicas=1) nodectl start "$3" ;;
      *) echo "error: unknown flag: $4" >&2; exit 1 ;;
    esac
    echo "statefulset.apps/$3 scaled" ;;
  'set image')
    [ "$3" = statefulset ] || { echo 'error: unknown resource' >&2; exit 1; }
    case "$5" in
      hostnode=registry.example/hostnode:*@sha256:*) ;;
      *) echo 'error: image must be CONTAINER=IMAGE' >&2; exit 1 ;;
    esac
    release=\${5#hostnode=registry.example/hostnode:}
    nodectl install "$4" "\${release%@*}"
    echo "statefulset.apps/$4 image updated" ;;
  *) echo "error: unknown command \\"$1\\" for \\"kubectl\\"" >&2; exit 1 ;;
esac`

const LIMITS = {timeout_s: 120, output_limit_bytes: 65_536}
const BESIDE = {
  ...LIMITS,
  artifact_version: ['nodectl', 'artifact', '{version}'],
  artifact_digest: ['nodectl', 'digest', '{version}'],
  backup_create: ['nodectl', 'backup', '{node}', '{file}'],
  backup_verify: ['nodectl', 'check', '{node}', '{file}'],
  restore_data: ['nodectl', 'restore', '{node}', '{file}', '{version}'],
} satisfies Partial<NodeTargetAdapter>
/** A second node beside the first, of its backup; `nodectl` takes NODE-green for a node like others. */
export const BESIDE_EACH_OTHER: Partial<NodeTargetAdapter> = {
  backup_quiesced: ['nodectl', 'backup', '{node}', '{file}'],
  green_create: ['nodectl', 'green_create', '{node}', '{file}', '{version}'],
  green_start: ['nodectl', 'start', 'v1-green'],
  green_remove: ['nodectl', 'stop', 'v1-green'],
  traffic_switch: ['nodectl', 'switch', '{node}', '{side}'],
}
const INSTALL = ['nodectl', 'install', '{node}', '{version}'] as const

export const EXEC: NodeTargetAdapter = {
  kind: 'exec',
  ...BESIDE,
  stop: ['nodectl', 'stop', '{node}'],
  start: ['nodectl', 'start', '{node}'],
  install: [...INSTALL],
  restore_program: [...INSTALL],
}

export const SYSTEMD: NodeTargetAdapter = {
  kind: 'systemd',
  unit: 'hostnode.service',
  ...BESIDE,
  install: [...INSTALL],
  restore_program: [...INSTALL],
}

const kubectl = (...words: string[]): [string, ...string[]] => [
  'kubectl',
  '--context',
  'eu',
  '--namespace',
  'host',
  ...words,
]
const imageOf = (release: string, digit: string): string =>
  `hostnode=registry.example/hostnode:${release}@sha256:${digit.repeat(64)}`

export const KUBERNETES: NodeTargetAdapter = {
  kind: 'kubernetes',
  ...BESIDE,
  images: {'1.0.0': imageOf('1.0.0', 'a'), '1.0.1': imageOf('1.0.1', 'b'), '1.1.0': imageOf('1.1.0', 'c')},
  stop: kubectl('scale', 'statefulset', '{node}', '--replicas=0', '--timeout=60s'),
  start: kubectl('scale', 'statefulset', '{node}', '--replicas=1', '--timeout=60s'),
  install: kubectl('set', 'image', 'statefulset', '{node}', '{image}'),
  restore_program: kubectl('set', 'image', 'statefulset', '{node}', '{image}'),
}
