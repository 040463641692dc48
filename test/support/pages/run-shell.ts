import {spawn} from 'node:child_process'

/**
 * Runs a line as a person's shell would; a pipe fails with its last command. What a line leaves behind in the background is a process group of its own:
 * `onGroup` is told its number.
 */
export async function runShell(
  line: string,
  where: {readonly cwd: string; readonly env: Readonly<Record<string, string>>},
  onGroup: (group: number) => void = () => undefined,
): Promise<{code: number | null; output: string}> {
  const detached = / & /.test(line)
  const child = spawn('sh', ['-c', line], {...where, detached, stdio: ['ignore', 'pipe', 'pipe']})
  if (detached && child.pid !== undefined) onGroup(child.pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const code = await new Promise<number | null>((done) => {
    child.on('close', done)
    // Where there is no such folder.
    child.on('error', () => done(null))
  })
  return {code, output}
}
