import {appendFileSync, mkdirSync} from 'node:fs'
import type {RunId} from '#contract/ids'
import {holdRun} from '#drill/execute/hold-run'
import {siteOf} from '#drill/model/site-layout'
import {nodeProcessTable} from '#process/node-process-table'
import {systemClock} from '#random/system-clock'
import {createRun} from '#run/create-run'
import {UNDO} from '#run/layout'
import {openWorkspace} from '#run/open-workspace'
import type {Row} from './exit-ways.ts'
import type {RigOptions} from './hall-rig.ts'
import {runRig, TRIAL} from './run-rig.ts'
import type {Workshop} from './workshop.ts'

const NOTE = '{path: note.txt}'
/** What says that the file is damaged, or only seems to. */
const SEEN = `{state: {equals: broken}}`

/** A drill of one file and no server: as quick as a drill can be. */
export function quickDrill(signal = SEEN, further = ''): string {
  return `schema_version: 1
kind: drill
id: quick
version: 1
title: A note is damaged
severity: P4
runbook: docs/runbooks/corrupted-world-state.md
target: {kind: providers, files: [{path: note.txt, text: all is well}]}
objectives: {detect_s: 60, recover_s: 60}
steady_state: {every_ms: 20, consecutive: 1, probes: [{id: whole, probe: file, args: ${NOTE}, expect: {state: {equals: original}}}]}
inject: [{action: file.corrupt, args: {path: note.txt, mode: truncate, offset: 3}}]
expect: {signals: [{id: damaged, probe: file, args: ${NOTE}, expect: ${signal}, within_s: 1}]}
respond: [{step: back, text: Put the good copy back., action: file.restore, args: ${NOTE}}]
verify: [{id: again, probe: file, args: ${NOTE}, expect: {size_bytes: {equals: 11}}}]
${further}limits: {total_s: 600}
`
}

const own =
  (...given: Parameters<typeof quickDrill>) =>
  (shop: Workshop) =>
    shop.put('own.yaml', quickDrill(...given))

/** This machine, whose process with our number has ended. */
export const GONE = {...nodeProcessTable, self: () => ({...nodeProcessTable.self(), start: 'gone'})}

/** A run of drills whose owner is gone and that left the folder of its drill. */
export async function killed(shop: Pick<Workshop, 'root' | 'path'>): Promise<RunId> {
  using rig = runRig({processes: GONE, clock: systemClock})
  const trial = {...TRIAL, kind: 'drill', command: 'drills', commandArgv: ['drills']} as const
  const {runId, journal} = await createRun(await openWorkspace(shop.root, rig.ports), trial, rig.ports)
  const site = siteOf(runId, 'quick')
  const inverse = {action: 'site.remove', args: {}}
  await journal.append('undo.armed', {drill: 'quick', action: 'site.make', args: {}, inverse, identity: {site}})
  await journal.close()
  mkdirSync(shop.path(site, 'home'), {recursive: true})
  mkdirSync(shop.path('runs', UNDO), {recursive: true})
  return runId
}

/** Killed, and put back by this very process while a command asks to do the same. */
async function claimed(shop: Workshop): Promise<void> {
  const runId = await killed(shop)
  using rig = runRig({processes: nodeProcessTable, clock: systemClock})
  const {workspace_id: workspaceId} = shop.manifest(runId)
  await holdRun(shop.root, {runId, workspaceId}, rig.ports)
}

/** Nobody can say what stood behind the line that is no record. */
async function unreadable(shop: Workshop): Promise<string> {
  const id = await killed(shop)
  appendFileSync(shop.path('runs', id, 'journal.ndjson'), 'no record\n{}\n')
  return id
}

const NODE = `schema_version: 1
kind: node-target
alias: silent
environment: embedded
auth: {token_env: HOST_TOKEN}
nodes: [{name: one, base_url: 'http://127.0.0.1:1'}]
`

/** The ways of the commands about drills. */
export function drillRows(
  rigs: Readonly<Record<'bug' | 'sigint' | 'sigterm' | 'diskFull', RigOptions>>,
): Readonly<Record<string, Row>> {
  const words = 'drills own.yaml'
  return {
    drills: {
      ok: {words, given: own()},
      failed: {words, given: own('{state: {equals: other}}')},
      usage: {words: 'drills nobody'},
      unavailable: {words, given: own(), rig: rigs.diskFull},
      inconclusive: {words, given: own('{nobody_tells: {equals: 1}}')},
      restored: {
        words,
        given: own(
          SEEN,
          `abort: [{probe: file, args: ${NOTE}, expect: {size_bytes: {gte: 9}}, reason: the note is short}]\n`,
        ),
      },
      'unsafe-state': {words: 'drills P05', given: killed},
      refused: {words: 'drills P05 --target node.yaml', given: (shop) => shop.put('node.yaml', NODE)},
      bug: {words, given: own(), rig: rigs.bug},
      interrupted: {words, given: own(), rig: rigs.sigint},
      terminated: {words, given: own(), rig: rigs.sigterm},
    },
    'drills list': {
      ok: {words: 'drills list'},
      failed: 'tells what there is; there is nothing to judge',
      usage: {words: 'drills list --tag nothing'},
      unavailable: 'reaches for nothing that can be away',
      inconclusive: 'tells what there is; there is nothing to judge',
      refused: 'only reads, and has no safety rule to break',
      bug: {words: 'drills list', rig: rigs.bug},
      interrupted: 'is done before a signal could change anything',
      terminated: 'is done before a signal could change anything',
    },
    'drills recover': {
      ok: {words: 'drills recover'},
      failed: 'what was not put back is unsafe, and nothing else is judged',
      usage: {words: 'drills recover now'},
      unavailable: {words: 'drills recover', given: killed, rig: rigs.diskFull},
      inconclusive: 'has no verdict that could lack data',
      restored: {words: 'drills recover', given: killed},
      'unsafe-state': {words: 'drills recover', given: unreadable},
      refused: {words: 'drills recover', given: claimed},
      bug: {words: 'drills recover', rig: rigs.bug},
      interrupted: 'ends what it began: half of the way back is none',
      terminated: 'ends what it began: half of the way back is none',
    },
  }
}
