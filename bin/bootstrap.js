// Any Node >= 18. Finds or fetches Node 24, installs packages when the lock changed, then runs one script with that Node.
import {spawn, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync} from 'node:fs'
import {constants} from 'node:os'
import {basename, delimiter, dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {isNewEnough, OLDEST} from './node-version.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Hands the command line of a program to the toolchain's Node; where there is none, says what is needed and exits 3. */
export function handOver() {
  const node = toolchainNode()
  if (existsSync(node)) {
    hand(node, process.argv.slice(1))
  } else {
    say(
      `needs Node >= ${OLDEST.join('.')}, this is ${process.versions.node}: run npm start in a checkout, or install it`,
      basename(process.argv[1], '.js'),
    )
    process.exitCode = 3
  }
}

function toolchainNode() {
  const isWindows = process.platform === 'win32'
  return join(ROOT, '.toolchain', 'node_modules', toolchainPackage(), 'bin', isWindows ? 'node.exe' : 'node')
}

function toolchainPackage() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

function findOrFetchNode() {
  if (isNewEnough()) return process.execPath
  const node = toolchainNode()
  if (existsSync(node)) return node
  say(`Node ${process.versions.node} is too old; fetching Node 24 into .toolchain (once)`)
  const home = join(ROOT, '.toolchain')
  mkdirSync(home, {recursive: true})
  writeFileSync(join(home, 'package.json'), '{"private": true}\n')
  const install = ['install', `${toolchainPackage()}@24`, '--prefix', home, '--no-save', '--no-package-lock']
  npm(process.execPath, install)
  return node
}

function installPackages(node) {
  const stamp = join(ROOT, 'node_modules', '.assay-stamp')
  const lock = readFileSync(join(ROOT, 'package-lock.json'))
  const want = createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return
  say('installing packages (npm ci)')
  npm(node, ['ci'])
  writeFileSync(stamp, want)
}

function hand(node, args) {
  const env = {...environmentFor(node), ASSAY_HANDED_OVER: '1'}
  const child = spawn(node, args, {stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env})
  // A terminal sends SIGINT to the whole group, and so do others: passed on as a signal it would count as the second one, not passed on it
  // would be lost where only this process was meant. A program that says it counts them is told by message, see src/cli/signals.ts.
  let counts = false
  const early = []
  const tell = (signal) => child.connected && child.send({assay: signal}, () => {})
  child.on('message', (message) => {
    if (message?.assay !== 'counts interrupts') return
    counts = true
    for (const signal of early.splice(0)) tell(signal)
  })
  process.on('SIGINT', () => (counts ? tell('SIGINT') : early.push('SIGINT')))
  process.on('SIGTERM', () => (counts ? tell('SIGTERM') : child.kill('SIGTERM')))
  process.on('SIGHUP', () => (counts ? tell('SIGHUP') : child.kill('SIGHUP')))
  // Without a listener it would let whoever sends it into this process, and so to its exit code, by Node's debugger.
  process.on('SIGUSR1', () => undefined)
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}

/** npm of the caller where it is known, run with the Node at hand; its output belongs on standard error. */
function npm(node, args) {
  const given = process.env.npm_execpath
  const all = [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const options = {cwd: ROOT, stdio: ['ignore', 2, 2], env: environmentFor(node)}
  const {status} =
    basename(given ?? '') === 'npm-cli.js'
      ? spawnSync(node, [given, ...all], options)
      : spawnSync('npm', all, {...options, shell: process.platform === 'win32'})
  if (status === 0) return
  say(`npm ${args[0]} failed`)
  process.exit(3)
}

function environmentFor(node) {
  return {...process.env, PATH: dirname(node) + delimiter + process.env.PATH}
}

function say(text, program = 'assay') {
  process.stderr.write(`${program}: ${text}\n`)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [script, ...words] = process.argv.slice(2)
  const usage = words.some((word) => word === '--help' || word === '-h') && headOf(script)
  if (usage) process.stdout.write(usage)
  else run()
}

/** What stands above the code of a script: its purpose and its usage. */
function headOf(script) {
  const [head = ''] = /^(\/\/.*\n)*/.exec(readFileSync(script, 'utf8')) ?? []
  return head.replaceAll(/^\/\/ ?/gm, '')
}

function run() {
  const node = findOrFetchNode()
  installPackages(node)
  // Always a process of its own: imported here the script would not be the main module, and some do nothing then.
  hand(node, process.argv.slice(2))
}
