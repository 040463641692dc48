import {spawn} from 'node:child_process'

/** Runs a line as a person's shell would; a pipe fails with its last command. */
export async function runShell(
  line: string,
  where: {readonly cwd: string; readonly env: Readonly<Record<string, string>>},
): Promise<{code: number | null; output: string}> {
  const child = spawn('sh', ['-c', line], {...where, stdio: ['ignore', 'pipe', 'pipe']})
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
