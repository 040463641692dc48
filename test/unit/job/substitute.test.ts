import * as assert from 'uvu/assert'
import {substitute} from '#job/substitute'
import {spec} from '../../support/spec.ts'

const it = spec('substitution in jobs')
const bindings = {inputs: {n: 20, name: 'door'}, matrix: {seed: 3, strict: true}}

it('a string that is one reference takes the value with its type', () => {
  const {value} = substitute({n: '{inputs.n}', strict: '{matrix.strict}'}, bindings, '')
  assert.equal(value, {n: 20, strict: true})
})
it('within longer text a reference becomes text', () => {
  assert.is(substitute('run-{inputs.name}-{matrix.seed}', bindings, '').value, 'run-door-3')
})
it('an unknown name is an issue at its place and stays as it is', () => {
  const {value, issues} = substitute({argv: ['a', '{inputs.nobody}']}, bindings, '/steps/0/with')
  assert.equal(value, {argv: ['a', '{inputs.nobody}']})
  assert.equal(
    issues.map((issue) => issue.pointer),
    ['/steps/0/with/argv/1'],
  )
})
it('a reference whose word can be no name is an issue as well', () => {
  for (const name of ['N', 'my-name', '7', '_n', 'n_']) {
    const {value, issues} = substitute([`{inputs.${name}}`, `a {matrix.${name}}`], bindings, '')
    assert.equal(value, [`{inputs.${name}}`, `a {matrix.${name}}`])
    assert.is(issues.length, 2, name)
  }
})
it('nothing else is an expression: environment, shell and arithmetic stay text', () => {
  for (const text of ['$HOME', '{env.HOME}', '{inputs.n + 1}', '$(date)', '{inputs.constructor.name}']) {
    assert.is(substitute(text, bindings, '').value, text)
  }
})
it('names of the object prototype are not inputs', () => {
  assert.is(substitute('{inputs.constructor}', bindings, '').issues.length, 1)
})
it.run()
