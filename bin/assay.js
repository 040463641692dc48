#!/usr/bin/env node
import {begin} from './begin.js'

await begin(run)

async function run() {
  // With it oclif prints the whole command line, secrets included, past every redaction.
  delete process.env.DEBUG
  // Importing these modules instead would load streams and more that most commands never touch: 2 ms.
  const fs = process.getBuiltinModule('node:fs')
  if (process.platform === 'linux') closeInherited(fs)
  // Node would make the folder, wherever it is said to be.
  const {TMPDIR: temporary} = process.env
  if (!temporary || fs.existsSync(temporary)) process.getBuiltinModule('node:module').enableCompileCache()
  const home = process.getBuiltinModule('node:path').dirname(import.meta.dirname)
  const fromSource = process.env.ASSAY_FROM !== 'dist' && fs.existsSync(`${home}/src/cli/main.ts`)
  if (process.argv[2] === '--complete') return await complete(fromSource)
  const argv = process.argv.slice(2)
  const code = fromSource ? undefined : await answerReady(argv, home)
  if (code !== undefined) {
    process.exitCode = code
    return
  }
  const build = '../dist/cli/kept-code.js'
  const kept = fromSource ? undefined : await import(build)
  kept?.keepFor(argv, `${home}/dist`)
  const {main} = await import(fromSource ? '../src/cli/main.ts' : '../dist/cli/main.js')
  process.exitCode = await main(argv, fromSource ? home : `${home}/dist`)
  if (kept) await keepCode(kept)
  // All is told: what still holds this process, such as a connection that does not close, does not hold whoever waits for it.
  setTimeout(() => process.exit(), 3_000).unref()
}

/** Later starts of this command need not compile again what it called. */
async function keepCode({codeToKeep}) {
  const files = codeToKeep()
  const write = '../dist/cli/write-code.js'
  if (files.length > 0) await (await import(write)).writeCode(files)
}

/** What a build knew already is told by itself, where a word of the line may ask for that. */
async function answerReady(argv, home) {
  if (argv.length > 0 && !argv.some((word) => ['--help', '-h', 'help', '--version'].includes(word))) return undefined
  const build = '../dist/cli/answer-ready.js'
  const ready = await import(build)
  return await ready.answerReady(argv, `${home}/dist`, process.env)
}

/** Answers a shell that completes a line: ids of runs and names of providers, which are of no form that a secret has. */
async function complete(fromSource) {
  const {answerShell} = await import(fromSource ? '../src/cli/compose-names.ts' : '../dist/cli/compose-names.js')
  process.stdout.write(await answerShell(process.argv.slice(3), process.env))
  process.exitCode = 0
}

/**
 * What the caller held open would reach every program that is started from here. Node marks the lowest numbers as not to be handed on, and all
 * that it opens itself; what has no such mark is the caller's, and nothing here takes a file by its number.
 */
function closeInherited({closeSync, existsSync, openSync, readdirSync, readSync}) {
  const CLOSE_ON_EXEC = 0o2000000
  const text = Buffer.alloc(256)
  // Some sandboxes have no /proc.
  for (const name of existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []) {
    if (Number(name) <= 2) continue
    try {
      const file = openSync(`/proc/self/fdinfo/${name}`)
      const length = readSync(file, text)
      closeSync(file)
      const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(text.latin1Slice(0, length))[1], 8)
      if ((flags & CLOSE_ON_EXEC) === 0) closeSync(Number(name))
    } catch {
      // The listing's own descriptor, which is closed by now.
    }
  }
}
