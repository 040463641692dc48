import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {isHostLack} from '#provider/catalogue/availability'
import {MOCK} from '#provider/catalogue/builtin-profiles'
import type {Provider} from '#provider/model/provider'
import {ProviderTable} from '#provider/registry/provider-table'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('host lack')

/** A provider whose adapter cannot be loaded. */
function loading(load: () => Promise<Provider>) {
  return new ProviderTable().add({profile: MOCK, load}, (own) => own)
}

it('an adapter whose package is not installed is a lack of the host, with the name of the package', async () => {
  const name = '@nobody/no-such-package'
  const error = await throwsCode(() => loading(() => import(name)).provider(), 'runtime_missing')
  assert.match(error.message, 'the package @nobody/no-such-package that provider mock needs')
  assert.ok(isHostLack(error))
})

it('a file of ours that is missing is told without its path', async () => {
  const error = await throwsCode(
    () => loading(() => import('/nowhere/at-all.mjs' as string)).provider(),
    'runtime_missing',
  )
  assert.not.match(error.message, 'nowhere')
})

it('a library that is not for this machine is a lack too; any other failure stays what it is', async () => {
  const broken = Object.assign(new Error('invalid ELF header'), {code: 'ERR_DLOPEN_FAILED'})
  await throwsCode(() => loading(() => Promise.reject(broken)).provider(), 'runtime_missing')
  const bug = new TypeError('x is not a function')
  const kept = await loading(() => Promise.reject(bug))
    .provider()
    .catch((error: unknown) => error)
  assert.is(kept, bug)
  const own = new AssayError('config_invalid', 'no')
  assert.not.ok(isHostLack(own))
})

it.run()
