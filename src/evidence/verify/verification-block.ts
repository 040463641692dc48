import {
  BAG_INFO,
  EVIDENCE_MANIFEST,
  LEDGER_PAGE,
  PAYLOAD,
  PAYLOAD_MANIFEST,
  SIGNATURE,
  TAG_FILES,
  TAG_MANIFEST,
} from '../model/bundle-layout.ts'
import {PAYLOAD_TYPE} from '../sign/envelope.ts'
import {PUBLIC_KEY_FILE} from '../sign/key.ts'

const HEX = '[0-9a-f]\\{64\\}'

/**
 * What checks a bundle with ordinary tools, in its folder: the same text for every bundle, so that nobody has to take it from the bundle
 * itself. A subshell, so that pasting it ends no shell; whatever goes wrong in it ends in BAD.
 */
export const VERIFICATION_BLOCK = [
  '(',
  'set -eu',
  'LC_ALL=C; export LC_ALL',
  `key=\${key:-../${PUBLIC_KEY_FILE}}`,
  'end=BAD why="a command failed"; t=$(mktemp -d)',
  `trap 'rm -rf "$t"; if [ "$end" = GOOD ]; then echo GOOD; else echo "BAD: $why"; exit 1; fi' EXIT`,
  'bad() { why=$*; exit 1; }',
  '# Every file is listed once and as it was published; nothing else is there.',
  `! grep -v '^${HEX}  ${PAYLOAD}/' ${PAYLOAD_MANIFEST} > "$t/odd" || bad 'a line of ${PAYLOAD_MANIFEST} is none'`,
  `! grep -v '^${HEX}  [A-Za-z_][A-Za-z0-9_.-]*$' ${TAG_MANIFEST} > "$t/odd" || bad 'a line of ${TAG_MANIFEST} is none'`,
  `cut -c 67- ${TAG_MANIFEST} | grep -vx ${LEDGER_PAGE} | sort > "$t/tags"`,
  `printf '%s\\n' ${TAG_FILES.join(' ')} | sort | cmp -s - "$t/tags" || bad '${TAG_MANIFEST} does not list what a bundle has'`,
  `{ cut -c 67- ${PAYLOAD_MANIFEST} ${TAG_MANIFEST}; echo ${TAG_MANIFEST}; } > "$t/list"`,
  `if [ -e ${SIGNATURE} ]; then echo ${SIGNATURE} >> "$t/list"; fi`,
  'find . ! -type d | cut -c 3- | sort > "$t/found"',
  `[ -z "$(sort "$t/list" | uniq -d)" ] || bad 'a file is listed twice'`,
  `[ "$(find . ! -type d -exec printf x \\; | wc -c)" -eq "$(grep -c '' "$t/found")" ] || bad 'the name of a file holds a line break'`,
  `sort "$t/list" | cmp -s - "$t/found" || bad 'files are missing, or there are more than are listed'`,
  `[ -z "$(find . ! -type d ! -type f)" ] || bad 'there is a link, a pipe or another thing that is no file'`,
  `[ -z "$(find . -type d -empty)" ] || bad 'there is an empty folder'`,
  `sha256sum -c --strict --quiet ${PAYLOAD_MANIFEST} ${TAG_MANIFEST} < /dev/null > "$t/odd" 2>&1 || bad 'a file was changed'`,
  '# What it says of the run, from the files that were just checked.',
  `run=$(sed -n 's/^External-Identifier: //p' ${BAG_INFO}); home=${PAYLOAD}/runs/$run`,
  `told() { sed -n "$2" "$1" | head -n 1; }`,
  `[ "$run" = "$(told ${EVIDENCE_MANIFEST} 's/^  "run_id": "\\(.*\\)",$/\\1/p')" ] || bad 'two files name different runs'`,
  `! grep -v "  $home/" ${PAYLOAD_MANIFEST} > "$t/odd" || bad 'there are files of another run'`,
  `verdict=$(told "$home/run_manifest.json" 's/^    "verdict": "\\(.*\\)",$/\\1/p')`,
  `code=$(told "$home/run_manifest.json" 's/^    "exit_code": \\([0-9]*\\),$/\\1/p')`,
  `[ "$verdict" = "$(told ${EVIDENCE_MANIFEST} 's/^        "verdict": "\\(.*\\)",$/\\1/p')" ] || bad 'two files tell different verdicts'`,
  `case "$run$verdict$code" in *[!0-9A-Za-z-]*) bad 'it names its run or its verdict in no form that Assay writes';; esac`,
  '# Who signed it.',
  `signer='not signed: it is whole, who made it is not known'`,
  `if [ -e ${SIGNATURE} ] || [ -e "$key" ]; then`,
  `  [ -e ${SIGNATURE} ] || bad "it is not signed, though there is a key at $key"`,
  `  [ -e "$key" ] || bad "there is no public key at $key; set key=FILE and try again"`,
  `  jq -er .dsseEnvelope.payload ${SIGNATURE} | base64 -d > "$t/body" || bad 'the signature cannot be read'`,
  `  jq -er '.dsseEnvelope.signatures | select(length == 1) | .[0].sig' ${SIGNATURE} | base64 -d > "$t/sig" || bad 'the signature cannot be read'`,
  `  (printf 'DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} %d ' "$(wc -c < "$t/body")"; cat "$t/body") > "$t/pae"`,
  `  openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in "$t/pae" -sigfile "$t/sig" > "$t/odd" 2>&1 || bad 'it was not signed with this key'`,
  `  [ "$(jq -r '.subject[0].name' "$t/body")" = ${TAG_MANIFEST} ] || bad 'the signature is about something else'`,
  `  [ "$(jq -r '.subject[0].digest.sha256' "$t/body")" = "$(sha256sum < ${TAG_MANIFEST} | cut -c 1-64)" ] || bad 'the signature is about another bundle'`,
  `  signer="signed with $key"`,
  'fi',
  `echo "run $run: verdict \${verdict:-none}, exit \${code:-none}; $signer"`,
  'end=GOOD',
  ')',
].join('\n')
