import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {endOfDriver} from '#upgrade/execute/end-driver'
import {driverLastLines} from '#upgrade/report/driver-last-lines'
import {spec} from '../../support/spec.ts'

const it = spec('ends of drivers')
const full = new AssayError('disk_full', 'the disk is full')
const plan = {environment: 'staging', target: 'eu', strategy: 'blue-green', nodes: [{name: 'n1'}]} as never
const argv = ['node', 'upgrade', '--target', 'node.yaml']

it('a run that cannot be closed does not hide where the upgrade stands', () => {
  const end = (state: 'paused' | 'rolled_back') =>
    endOfDriver(full, {state, told: `State ${state}, next: x`}) as AssayError
  const open = end('paused')
  assert.equal([open.code, open.exit], ['upgrade_halted', 'unsafe-state'])
  assert.match(open.message, 'the disk is full')
  assert.match(open.hint, 'State paused, next: x')
  const over = end('rolled_back')
  assert.equal([over.code, over.message], ['disk_full', 'the disk is full'])
  assert.match(over.hint, 'State rolled_back, next: x')
})

it('what halted the work is told, and not what kept its run from being closed after that', () => {
  const halted = new AssayError('upgrade_halted', 'n1 may stand still')
  assert.is(endOfDriver(full, {thrown: halted}), halted)
  const refused = new AssayError('unauthorized', 'no')
  assert.is(endOfDriver(full, {thrown: refused}), refused)
  assert.is(endOfDriver(full, {}), full)
  const bug = new AssayError('bug', 'ours')
  assert.is(endOfDriver(bug, {state: 'paused', told: 'x'}), bug)
})

it('a new node that was made final is left to be named in the target, and what takes no writes is told', () => {
  const last = (state: 'finalised' | 'paused', fenced: string[]) =>
    driverLastLines({id: 'RUN', plan, state, fenced, restorable: fenced, replaced: [], found: []}, argv)
  assert.match(String(last('finalised', []).at(-1)?.value), /^exchange base_url and green_url of n1 in the target/)
  assert.equal(last('paused', ['n1']), [
    {label: 'Mind', value: 'writes are refused at n1 until that is done'},
    {
      label: 'Mind',
      value: 'putting back restores the data of n1 from the backups, and loses what was written since',
    },
    {label: 'To put back what was done', value: 'assay node upgrade --target node.yaml --abort RUN'},
    {label: 'State paused, next', value: 'assay node upgrade --target node.yaml --resume RUN'},
  ])
})

it.run()
