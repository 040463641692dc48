import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {EXIT, type ExitCode} from '#error/exit'
import type {Variables} from '#process/variables'
import {publishedText} from '#redact/safe'
import {currentDirectory} from './current-directory.ts'
import {asksForHelp} from './find-command.ts'
import {agentOf, type Program, versionsOf} from './program.ts'
import {READY_COLUMNS, readyHelp} from './ready-help.ts'
import {processOutput} from './write-output.ts'

/**
 * Answers from a build what it knew already: its version, and help for 80 columns. Loads nothing of a command. Undefined where the
 * program itself has to answer. `root`: the folder of the build.
 */
export async function answerReady(
  argv: readonly string[],
  root: string,
  env: Variables,
): Promise<ExitCode | undefined> {
  const output = processOutput()
  const columns = Number(env['OCLIF_COLUMNS'] ?? output.out.columns ?? READY_COLUMNS)
  const text = textFor(argv, root, columns)
  if (text === undefined) return undefined
  output.out.write(publishedText(text))
  const fault = await output.lost()
  if (fault === undefined) return EXIT.ok
  const {tellLost} = await import('./tell-lost.ts')
  const signal = new AbortController().signal
  return await tellLost(fault, {output, env, cwd: currentDirectory(), signal, interruptedBy: () => undefined})
}

function textFor(argv: readonly string[], root: string, columns: number): string | undefined {
  const program = (): Program => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (argv[0] === '--version') return `${agentOf(program())}\n`
  return asksForHelp(argv) ? readyHelp(argv, {root, columns, versions: versionsOf(program())}) : undefined
}
