import type {NodeUpgradeMark, NodeUpgradePlan} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {shellWord, typedPath} from '#path/shown-path'
import {flagWords, waysOn} from './next-command.ts'
import type {UpgradeProgress} from './upgrade-progress.ts'

/** An upgrade of a node that was begun in any workspace: what its mark says, and where it stands by its own ledger. */
export interface OpenElsewhere {
  readonly node: string
  readonly mark: NodeUpgradeMark
  readonly kept: {readonly plan: NodeUpgradePlan; readonly progress: UpgradeProgress} | 'unreadable'
}

/** Why nothing is begun on a node meanwhile, and the commands that end it. `argv`: the line that was typed, for how far connections may go. */
export function openRefusal({node, mark, kept}: OpenElsewhere, argv: readonly string[], cwd: string): AssayError {
  const {upgrade: id, target, target_file: file} = mark
  const [workspace, targetFile] = [typedPath(mark.workspace, cwd), typedPath(file, cwd)]
  const place = ['--target', targetFile, '--workspace-dir', workspace]
  const line = [...place, ...flagWords(argv, ['--allow-host'], ['--allow-loopback'])]
  const which = `the upgrade ${id} of ${target} works on the node ${node}, too,`
  const where = `it was begun in the workspace ${workspace}`
  if (kept === 'unreadable') {
    const look = ['assay', 'node', 'status', ...place].map(shellWord).join(' ')
    const hint = `See what is wrong with it: ${look}`
    return new AssayError('upgrade_refused', `${which} and what became of it cannot be read; ${where}`, {hint})
  }
  const {state} = kept.progress
  const standing = {state, id, plan: kept.plan}
  const hint = `End it first: ${waysOn(standing, line)}`
  return new AssayError('upgrade_refused', `${which} and is not over: ${state}; ${where}`, {hint})
}
