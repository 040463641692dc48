// What the programs of all releases of the node share.

/**
 * Runs the sources as one release of the node. `release`: `{version, schemaVersion}`, the newest where absent; `file`: the program that was started, whose
 * digest is the build; `change`: what a program that is broken on purpose makes of its surroundings.
 */
export async function launchHostnode({release, file, change = (around) => around}) {
  // What it keeps is for its user alone.
  process.umask(0o077)
  const fs = process.getBuiltinModule('node:fs')
  process.getBuiltinModule('node:module').enableCompileCache()
  const home = process.getBuiltinModule('node:path').dirname(import.meta.dirname)
  const fromSource = process.env.HOSTNODE_FROM !== 'dist' && fs.existsSync(`${home}/src/hostnode/main.ts`)
  const {runHostnode, NEWEST} = await import(fromSource ? '../src/hostnode/main.ts' : '../dist/hostnode/main.js')
  // Logs are read by others: where nobody reads any more, the node goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const digest = process.getBuiltinModule('node:crypto').hash('sha256', fs.readFileSync(file))
  const code = await runHostnode(
    {...(release ?? NEWEST), build: digest.slice(0, 8)},
    change({
      args: process.argv.slice(2),
      env: process.env,
      cwd: process.cwd(),
      pid: process.pid,
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
      endNow: (code) => process.exit(code),
      crash: () => process.kill(process.pid, 'SIGKILL'),
    }),
  )
  process.exitCode = code
  // What still holds this process, such as a connection that does not close, does not hold whoever waits for it.
  setTimeout(() => process.exit(), 3_000).unref()
}
