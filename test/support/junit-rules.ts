import {findAll, readXml} from './strict-xml.ts'

/** Attributes by element; the first ones are required. Source: junit-10.xsd of Jenkins' xUnit plugin. */
const KNOWN: Readonly<Record<string, readonly [required: readonly string[], more: readonly string[]]>> = {
  testsuites: [[], ['name', 'time', 'tests', 'failures', 'errors']],
  testsuite: [
    ['name', 'tests', 'failures', 'errors'],
    ['time', 'skipped', 'timestamp', 'hostname', 'id'],
  ],
  testcase: [['name'], ['time', 'classname', 'group']],
  failure: [[], ['type', 'message']],
  error: [[], ['type', 'message']],
  skipped: [[], ['type', 'message']],
  'system-out': [[], []],
  properties: [[], []],
  property: [['name', 'value'], []],
}

/** Which elements stand directly inside which. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  testsuites: ['testsuite'],
  testsuite: ['properties', 'testcase'],
  properties: ['property'],
  testcase: ['skipped', 'error', 'failure', 'system-out'],
}

/** Of suites: three digits behind the point, no sign, no exponent. */
const SUITE_SECONDS = /^\d+(\.\d{1,3})?$/

/** Why the schema of Jenkins' xUnit plugin would refuse a report, as far as reports use it; nothing where it takes it. */
export function junitFaults(text: string): string[] {
  const root = readXml(text)
  if (root.name !== 'testsuites') return [`the root is ${root.name}`]
  const all = [root, ...Object.keys(KNOWN).flatMap((name) => findAll(root, name))]
  return all.flatMap(({name, attributes, children}) => {
    const [required = [], more = []] = KNOWN[name] ?? []
    const given = Object.keys(attributes)
    const {time} = attributes
    const isOfSuites = name === 'testsuites' || name === 'testsuite'
    return [
      ...required.filter((one) => !given.includes(one)).map((one) => `${name} lacks ${one}`),
      ...given.filter((one) => !required.includes(one) && !more.includes(one)).map((one) => `${name} has ${one}`),
      ...children.filter((one) => !INSIDE[name]?.includes(one.name)).map((one) => `${one.name} stands in ${name}`),
      ...(isOfSuites && time !== undefined && !SUITE_SECONDS.test(time) ? [`${name} took ${time}`] : []),
    ]
  })
}
