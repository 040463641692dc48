import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {startWsServer} from '#lab/fault/start-ws-server'
import {startZmqServer} from '#lab/fault/start-zmq-server'
import {Tensor} from '#world/tensor/tensor'
import {DEEP} from '../depth.ts'
import {MemoryKeyring} from '../fakes/memory-keyring.ts'
import {wayByEye} from '../fakes/sighted.ts'
import {ROOT} from '../hall-rig.ts'
import {targetText} from '../second-host/host-target.ts'
import {type SecondHost, startSecondHost} from '../second-host/second-host.ts'
import {type PageLine, pageFiles} from './page-lines.ts'
import type {Given} from './visit-page.ts'
import {freePort, webhookWorld} from './webhook-world.ts'

/** Lines that cannot run in a test, by how they begin, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'assay eval --suite policy --env two-room --provider openpi':
    'needs a server with a policy for that world; test/command/eval-policy.test.ts serves one',
  'npm start': 'installs the packages of the checkout anew; test/e2e/bootstrap.test.ts does so',
  'npm run build': 'writes into the checkout that the tests run from; npm run check builds it',
  'npm install ./assay': 'needs the tarball; test/e2e/installed.test.ts follows the section',
  'npx --no assay': 'needs the package that the line before installs, as there',
  'assay node plan ': 'needs nodes that can be stopped and changed; test/command/node-upgrade.test.ts types such lines',
  'assay node upgrade ':
    'needs nodes that can be stopped and changed; test/command/node-upgrade.test.ts types such lines',
  'assay node rollback ':
    'needs nodes that can be stopped and changed; test/command/node-upgrade.test.ts types such lines',
  'npm run torture': 'campaigns of minutes to hours; test/campaign/torture.test.ts runs the program itself',
}

/** Why a line is not run; undefined for one that is. */
export function exemption({text}: PageLine): string | undefined {
  return Object.entries(EXEMPT).find(([start]) => text.startsWith(start))?.[1]
}

/** How a command is called, in capitals and brackets, is no line to type. */
export function isUsage({page, text}: PageLine): boolean {
  return page === 'docs/commands.md' && / \[flags\]$| SHELL$| ACCOUNT --host URL$/.test(text)
}

/** Lines whose end is decided by how fast this machine is at the moment. */
export const TIMED: ReadonlySet<string> = new Set([
  'assay benchmark --operation predict --operation score --budget-file budget.json',
  'assay benchmark --provider analytic --operation score --iterations 500 --budget-file budget.json',
  "assay benchmark --provider analytic --threshold 'score: response_ms.p95<250ms' --threshold 'throughput_per_second>=5'",
  "assay benchmark --repeats 5 --baseline 20261121T074233417Z-k3q7xz --threshold 'score: response_ms.p95<=1.1x vs baseline'",
  'assay benchmark --provider analytic --operation score --calibrate',
  'assay run nightly.yaml --set trials=20',
  'assay node check --target node.yaml --baseline latest',
])

/** Lines that take minutes of a busy machine: `npm run deep` types them, `npm test` only reads them. */
export const LONG: ReadonlySet<string> = new Set([
  'assay eval --provider analytic',
  "assay eval --threshold 'closed-loop/env=two-room: spl>=0.7' --threshold 'closed-loop: success_rate>=60%'",
  'assay eval --suite closed-loop --provider zoo.sign-flip --until-decided --max-n 400',
  'assay benchmark --provider analytic --operation score --calibrate',
  "assay benchmark --repeats 5 --baseline 20261121T074233417Z-k3q7xz --threshold 'score: response_ms.p95<=1.1x vs baseline'",
])

/** Lines of which each shows what the others show of their page: that a policy with a checkpoint is judged, that a contract is held, that a job runs, that drills do. */
export const ALIKE: readonly (readonly string[])[] = [
  [
    'assay eval --suite score-ranking --env two-room --provider leworldmodel --translator lewm.json --n 40',
    'assay eval --suite policy --env two-room --provider gr00t --translator gr00t.json --n 100',
    'assay eval --suite policy --env two-room --provider lerobot --translator lerobot.json --n 80',
  ],
  [
    'assay provider contract example --providers providers.yaml',
    'assay provider contract example --providers providers.yaml --live',
  ],
  ['assay run nightly.yaml', 'assay run nightly.yaml --set trials=20 --format junit', 'assay quickstart'],
  ['assay drills --bundle', 'assay drills --tag core --sham', 'assay drills P01 budget-violation'],
]

interface World extends AsyncDisposable {
  readonly given: Given
}

const GOOD = 'assay eval --suite closed-loop --env two-room --n 20 --planner quick'
/** A run that costs next to nothing, for pages that say only that there is one; and one that fails. */
const ANY = 'assay benchmark --iterations 5'
const FAILED =
  'assay benchmark --budget-file fixtures/budgets/impossible.json --provider mock --operation predict --iterations 30'
const FIRST = '20261121T074233417Z-k3q7xz'
const SECOND = '20261121T081502733Z-m2c4da'
const MAIN = 'mkdir -p ../main && cp -r runs ../main/'
const ANALYTIC_BUDGET = '{"budgets": [{"provider": "analytic", "operation": "score", "max_error_count": 0}]}'

const WORLDS: Readonly<Record<string, () => Promise<World>>> = {
  'README.md': async () => {
    const server = await startFaultServer({transport: 'zmq', service: 'gr00t'})
    const files = {'budget.json': fixture('budgets/mock.json')}
    return served({files, env: {GROOT_POLICY_PORT: portOf(server.url)}}, server)
  },
  'docs/benchmark.md': async () =>
    plain({
      files: {'budget.json': ANALYTIC_BUDGET},
      runs: DEEP ? {[FIRST]: 'assay benchmark --repeats 5 --iterations 20'} : {},
    }),
  'docs/bundles.md': async () =>
    plain({
      runs: {'20261121T100556396Z-ddokic': GOOD},
      before: ['assay runs bundle RUN'],
      beforeEach: {'runs bundle RUN': 'rm -rf issue-bundles', 'set -eu': 'cd issue-bundles/20261121T100556396Z-ddokic'},
    }),
  'docs/commands.md': async () => {
    const hooks = await webhookWorld()
    const host = await startSecondHost()
    const accounts = accountsOf(host)
    const given = {
      ...hooks,
      ...accounts,
      standIns: {...hooks.standIns, ...accounts.standIns},
      env: {...hooks.env, ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: host.token},
      files: {
        ...hooks.files,
        'budget.json': ANALYTIC_BUDGET,
        'nightly.yaml': fileOf('docs/jobs.md', 'nightly.yaml'),
        'budget.yaml': ANALYTIC_BUDGET,
        'gate.yaml': fileOf('docs/compare.md', 'gate.yaml'),
        'providers.yaml': fileOf('docs/providers.md', 'providers.yaml'),
        'node.yaml': targetText([host], {checks: {mutate: false, skip: ['page.walk']}}),
        'alerts.yaml': fixture('alerts/hostnode.yaml'),
        'inputs.yaml': fixture('inputs/two-room.yaml'),
        ...OWN_PROVIDERS,
      },
      runs: {'20261101T061502881Z-d2mxw7': ANY, [FIRST]: GOOD, [SECOND]: GOOD},
      before: [MAIN, 'assay keys generate --output ..', 'mkdir ../keys'],
      beforeEach: {
        ...hooks.beforeEach,
        'account remove alice': 'assay node account add --host https://host.example',
        'account use alice': 'assay node account add --host https://host.example',
        'runs bundle': 'rm -rf issue-bundles ../evidence',
        'runs verify issue-bundles': `assay runs bundle ${FIRST} --archive zip --replace`,
        'runs verify ../evidence': `assay runs bundle ${FIRST} --sign ../key.pem --output ../evidence --replace`,
      },
    }
    return served(given, {close: async () => await host[Symbol.asyncDispose]()})
  },
  'docs/compare.md': async () => plain({runs: {[FIRST]: GOOD, [SECOND]: GOOD}, before: [MAIN]}),
  'docs/evaluation.md': async () => {
    const server = await startFaultServer({transport: 'ws', service: 'openpi'})
    return served({env: {OPENPI_BASE_URL: server.url, ASSAY_ALLOW_LOOPBACK: '1'}, runs: {[FIRST]: GOOD}}, server)
  },
  'docs/gr00t-checkpoint.md': async () => {
    const arm = (video: unknown) => chunkByEye((video as {readonly front: Tensor}).front, [1, 16, 5])
    const server = await startZmqServer({act: ({video}) => ({single_arm: arm(video)})}, [])
    const standIns = {'robot.example': '127.0.0.1', 5555: portOf(server.url)}
    return served({standIns, env: {ASSAY_ALLOW_LOOPBACK: '1'}}, server)
  },
  'docs/hosting.md': async () => {
    const ports = await Promise.all(['8080', '9090', '8088'].map(async (port) => [port, String(await freePort())]))
    return plain({standIns: Object.fromEntries(ports)})
  },
  'docs/lerobot-policy.md': async () => plain({standIns: BY_EYE}),
  'docs/lewm-jepa.md': async () => plain({standIns: BY_EYE, before: [ANY]}),
  'docs/pytorch-dynamics.md': async () => plain({env: {PYTHONPATH: join(ROOT, 'test', 'support', 'python')}}),
  'docs/ledger.md': async () =>
    plain({
      runs: {'20261121T105127925Z-yh4abu': ANY, second: FAILED, third: FAILED, '20261121T105132117Z-bx33bn': ANY},
      before: ['assay keys generate --output ..'],
    }),
  'docs/node-accounts.md': async () => {
    const host = await startSecondHost()
    const env = {ASSAY_ALLOW_LOOPBACK: '1'}
    return served({...accountsOf(host), env}, {close: async () => await host[Symbol.asyncDispose]()})
  },
  'docs/openpi-policy.md': async () => {
    const server = await startWsServer({act: (seen) => chunkByEye(seen['observation/image'], [10, 7])}, [])
    return served({standIns: {'ws://robot.example:8000': server.url}, env: {ASSAY_ALLOW_LOOPBACK: '1'}}, server)
  },
  'docs/policy-servers.md': async () => {
    const server = await startFaultServer({transport: 'zmq', service: 'gr00t'})
    const standIns = {'robot.example': '127.0.0.1', 5555: portOf(server.url)}
    return served({standIns, env: {ASSAY_ALLOW_LOOPBACK: '1'}}, server)
  },
  'docs/providers.md': async () => {
    const server = await startFaultServer({transport: 'http', service: 'cosmos'})
    return served({standIns: {'http://127.0.0.1:8000': server.url}, files: OWN_PROVIDERS}, server)
  },
  'docs/webhooks.md': async () => plain(await webhookWorld()),
}

/** A program of ours where a page has a Python with a checkpoint. */
const BY_EYE = {
  '"python3","fixtures/bridge/assay_bridge.py"': JSON.stringify([
    process.execPath,
    join(ROOT, 'test', 'support', 'pages', 'bridge-by-eye.ts'),
  ]).slice(1, -1),
}

/** What a policy with eyes does about a picture, as so many steps of a body of so many joints. */
function chunkByEye(picture: unknown, shape: readonly number[]): Tensor {
  const [steps = 1, size = 2] = shape.slice(-2)
  const way = wayByEye(picture as Tensor, steps)
  return Tensor.of(
    'float32',
    shape,
    way.flatMap((command) => [...command, ...new Array<number>(size - 2).fill(0)]),
  )
}

/** A keyring of its own, and a person who types the token of the host whose pages call it `host.example` and its user alice. */
function accountsOf(host: SecondHost): Pick<Given, 'rig' | 'standIns'> {
  const rig = {ports: {keyring: new MemoryKeyring().open}, askSecret: async () => host.token}
  return {rig, standIns: {'https://host.example': host.url, alice: host.state.owner}}
}

/** The programs that the page of own providers points at, where its file of definitions says they are. */
const OWN_PROVIDERS = {
  'provider.py': read('docs/examples/provider.py'),
  'own.mjs': read('docs/examples/own-provider.mjs'),
}

export async function worldOf(page: string): Promise<World> {
  return (await WORLDS[page]?.()) ?? plain({})
}

function plain(given: Given): World {
  return {given, [Symbol.asyncDispose]: async () => undefined}
}

function served(given: Given, server: {close(): Promise<void>}): World {
  return {given, [Symbol.asyncDispose]: () => server.close()}
}

function portOf(url: string): string {
  return new URL(url.replace('tcp:', 'http:')).port
}

function fixture(name: string): string {
  return read(`fixtures/${name}`)
}

function fileOf(page: string, name: string): string {
  return pageFiles(join(ROOT, page)).find((file) => file.name === name)?.text ?? ''
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
