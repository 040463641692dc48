import type {BundledPackage} from './bundled-packages.ts'

export interface Product {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
}
/** What the lock knows of a package, by its folder. */
export type Locked = Readonly<Record<string, {readonly integrity?: string}>>

/**
 * What is inside dist/ as CycloneDX 1.6. It has neither serial number nor time, which the format leaves out freely: the same
 * packages give the same bytes. Source: the JSON schema of CycloneDX 1.6.
 */
export function sbom(product: Product, packages: readonly BundledPackage[], locked: Locked): object {
  const root = {...described(product), type: 'application', description: product.description}
  // A package may lie in several folders: it is named once.
  const named = [...new Map(packages.toReversed().map((one) => [purl(one), one])).values()].reverse()
  const components = named.map((one) => ({
    ...described(one),
    type: 'library',
    scope: 'required',
    ...hashes(one, locked),
  }))
  const dependsOn = components.map((component) => component['bom-ref'])
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {component: root},
    components,
    dependencies: [
      {ref: root['bom-ref'], dependsOn},
      ...named.map((one) => ({ref: purl(one), dependsOn: inside(one, packages)})),
    ],
  }
}

function described(one: Pick<BundledPackage, 'name' | 'version' | 'license'>) {
  const [, group, name = ''] = /^(?:(@[^/]+)\/)?(.+)$/.exec(one.name) ?? []
  const license = /[ ()]/.test(one.license) ? {expression: one.license} : {license: {id: one.license}}
  return {'bom-ref': purl(one), ...(group && {group}), name, version: one.version, licenses: [license], purl: purl(one)}
}

/** Source: purl-spec, type npm: the scope is a namespace, its @ is percent-encoded. */
function purl({name, version}: Pick<BundledPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** Of the tarball that was unpacked, as the lock has it in base64. */
function hashes({folder}: BundledPackage, locked: Locked) {
  const [, base64] = /^sha512-(\S+)/.exec(locked[folder]?.integrity ?? '') ?? []
  return base64 && {hashes: [{alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex')}]}
}

/** Those it asks for that are inside as well: its own copy where it has one, else the one at the top. */
function inside({folder, asksFor}: BundledPackage, packages: readonly BundledPackage[]): string[] {
  const at = (path: string) => packages.find((one) => one.folder === path)
  const found = asksFor.flatMap((name) => at(`${folder}/node_modules/${name}`) ?? at(`node_modules/${name}`) ?? [])
  return found.map(purl)
}
