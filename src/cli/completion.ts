import type {CompletionResult} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import type {CommandOutcome} from '#library/render-safe'
import type {CommandEntry} from './command-table.ts'
import {bashScript} from './completion-bash.ts'
import {fishScript} from './completion-fish.ts'
import {zshScript} from './completion-zsh.ts'

type Shell = CompletionResult['shell']

/** The script as a result; printed as it is, so that it can be sourced. */
export function completionOutcome(
  shell: Shell,
  bin: string,
  table: readonly CommandEntry[],
): CommandOutcome<CompletionResult> {
  const plain = completionScript(shell, bin, table)
  const exit = exitFor('pass', `${table.length} commands`)
  const result: CompletionResult = {schema_version: 1, command: 'completion', exit, shell, script: plain}
  const facts = [{label: 'commands', value: table.length}]
  return {
    plain,
    result,
    report: {title: `Completion for ${shell}`, status: 'pass', facts, tables: [], cases: [], remarks: []},
  }
}

/**
 * A script that completes commands, flags and the values of flags. What comes with this version is in it; only for runs of a workspace and
 * providers of the caller's own file does it ask Assay.
 */
export function completionScript(shell: Shell, bin: string, table: readonly CommandEntry[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(bin, table)
    case 'zsh':
      return zshScript(bin, table)
    case 'fish':
      return fishScript(bin, table)
  }
}
