import type {BundledPackage} from './bundled-packages.ts'

const RULE = '-'.repeat(80)

/** The notices that licences of bundled packages ask to be passed on. */
export function thirdPartyNotices(packages: readonly BundledPackage[]): string {
  const head = `The files of this folder contain code of ${packages.length} packages, under the licences below.`
  return `${[head, ...packages.map(notice)].join(`\n\n${RULE}\n`)}\n`
}

function notice({name, version, license, texts}: BundledPackage): string {
  const title = `${name} ${version} (${license})`
  const none = 'The package ships no text of its licence.'
  return [title, ...(texts.length > 0 ? texts.map(({text}) => text) : [none])].join('\n\n')
}
