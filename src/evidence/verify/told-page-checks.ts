import {isSameText} from '#audit/same-document'
import type {RunManifest} from '#contract/generated/types'
import {genesis} from '#run/journal'
import {MANIFEST, VERDICT} from '#run/layout'
import type {Oxum} from '../model/bag.ts'
import {ISSUE, LEDGER_PAGE, PAYLOAD, payloadPath, SIGNATURE, SUMMARY, VERIFY_PAGE} from '../model/bundle-layout.ts'
import type {Contents} from '../model/evidence-manifest.ts'
import {earlierIssuePage, issuePage, summaryPage} from '../model/pages.ts'
import {NO_VERDICT, toldVerdict} from '../model/told-verdict.ts'
import {type ReadTree, treeText} from './bag-checks.ts'
import type {CheckBook} from './check-book.ts'
import type {Evidence} from './evidence-checks.ts'
import {readStrictJson} from './strict-json.ts'
import {isVerificationPage} from './verification-page.ts'

const LEFT_OUT = '\n## Left out\n'

/**
 * Draws the pages that people read, post and paste from again, from the content of the bundle, and compares them: a digest alone only shows
 * that a page belongs to the bundle.
 */
export function checkToldPages(evidence: Evidence, run: RunManifest, tree: ReadTree, book: CheckBook): void {
  const contents = contentsIn(evidence, run, tree)
  // Earlier versions showed no rules and no caveats, and described a run without an end as interrupted.
  const bare = {...contents, ...NO_VERDICT}
  const issues = [
    issuePage(contents),
    issuePage(contents, true),
    issuePage(bare),
    issuePage(bare, true),
    earlierIssuePage(contents),
  ]
  const issue = treeText(tree, ISSUE)
  if (issue === undefined || !issues.some((made) => isSameText(issue, made))) fail(ISSUE, book)
  const summary = treeText(tree, SUMMARY)
  // Excluded files are listed in the order of their names in the run, which a bundle may not reveal.
  if (summary === undefined || !isSameText(inOrder(summary), inOrder(summaryPage(contents)))) fail(SUMMARY, book)
  const verify = treeText(tree, VERIFY_PAGE)
  const facts = {runId: evidence.runId, oxum: oxumOf(tree), signature: treeText(tree, SIGNATURE)}
  if (verify === undefined || !isVerificationPage(verify, facts))
    book.fail(
      'reports',
      'report_contradiction',
      'is not the page that Assay writes: paste nothing from it',
      VERIFY_PAGE,
    )
}

function oxumOf({files}: ReadTree): Oxum {
  const payload = [...files.values()].filter(({path}) => path.startsWith(`${PAYLOAD}/`))
  return {files: payload.length, bytes: payload.reduce((sum, {sizeBytes}) => sum + sizeBytes, 0)}
}

function fail(page: string, book: CheckBook): void {
  book.fail('reports', 'report_contradiction', 'does not say what the run came to', page)
}

/** The page with the rows of excluded files sorted by their text. */
function inOrder(page: string): string {
  const [head = '', ...rest] = page.split(LEFT_OUT)
  return [head, ...rest.map((part) => part.split('\n').toSorted().join('\n'))].join(LEFT_OUT)
}

/** The contents that the author of the pages had, reconstructed from the bundle. */
function contentsIn({manifest, runId}: Evidence, run: RunManifest, tree: ReadTree): Contents {
  const {files, incomplete_because: incomplete, redactions, generated_at: generatedAt, generator} = manifest
  const verdict = treeText(tree, payloadPath(runId, VERDICT))
  const sentence = ledgerSentence(tree)
  return {
    run,
    ...(verdict === undefined ? NO_VERDICT : toldVerdict(verdict)),
    runId,
    manifestSha256: tree.files.get(payloadPath(runId, MANIFEST))?.sha256 ?? genesis(runId),
    generatedAt,
    version: generator.version,
    included: files.flatMap((file) => (file.included && file.kind !== 'page' ? [file] : [])),
    excluded: files.flatMap((file) => (file.included ? [] : [file])),
    incomplete,
    redactions,
    namesRedacted: manifest.names_redacted === true,
    ...(sentence !== undefined && {ledgerSentence: sentence}),
  }
}

function ledgerSentence(tree: ReadTree): string | undefined {
  const text = treeText(tree, LEDGER_PAGE)
  const ledger = text === undefined ? undefined : (readStrictJson(text)?.value as {summary?: {sentence?: unknown}})
  const sentence = ledger?.summary?.sentence
  return typeof sentence === 'string' ? sentence : undefined
}
