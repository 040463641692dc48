import {execFileSync} from 'node:child_process'
import {linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync} from 'node:fs'
import {
  type Attacks,
  added,
  type HostileBundle,
  NOTES,
  smuggled,
  tagged,
  testAttacks,
} from '../../support/hostile-bundle.ts'

const listed = (bundle: HostileBundle, path: string) => {
  bundle.edit('manifest-sha256.txt', (text) => `${text}${'0'.repeat(64)}  ${path}\n`)
  bundle.resealTags()
}

const ATTACKS: Attacks = [
  [
    'a payload file is changed',
    'payload-digests',
    (b) => b.edit(b.inRun(NOTES), (text) => text.replace('good', 'evil')),
  ],
  ['a payload file is missing', 'payload-manifest', (b) => b.remove(b.inRun(NOTES))],
  ['a payload file is added', 'payload-manifest', (b) => added(b, b.inRun('artifacts/more.txt'))],
  ['a payload file is truncated', 'payload-oxum', (b) => b.edit(b.inRun(NOTES), (text) => text.slice(1))],
  [
    'a file line is doubled',
    'payload-manifest',
    tagged((b) => b.edit('manifest-sha256.txt', (text) => `${text}${text.split('\n')[0]}\n`)),
  ],
  [
    'a file is listed with a wrong digest',
    'payload-digests',
    tagged((b) => b.edit('manifest-sha256.txt', (text) => text.replace(/^.{8}/, '00000000'))),
  ],
  ['a summary page is changed', 'tag-digests', (b) => b.edit('summary.md', (text) => text.replace('passed', 'failed'))],
  ['a tag file is missing', 'tag-manifest', (b) => b.remove('issue.md')],
  [
    'the tag manifest leaves a page out',
    'tag-manifest',
    (b) => b.edit('tagmanifest-sha256.txt', (text) => text.replace(/^.*VERIFY\.md\n/m, '')),
  ],
  ['the tag manifest is missing', 'tag-manifest', (b) => b.remove('tagmanifest-sha256.txt')],
  [
    'the payload manifest is truncated',
    'payload-manifest',
    tagged((b) => b.edit('manifest-sha256.txt', (text) => text.slice(0, -30))),
  ],
  [
    'the payload manifest has CRLF',
    'payload-manifest',
    tagged((b) => b.edit('manifest-sha256.txt', (text) => text.replaceAll('\n', '\r\n'))),
  ],
  [
    'the payload manifest has a byte order mark',
    'payload-manifest',
    tagged((b) => b.edit('manifest-sha256.txt', (text) => `\ufeff${text}`)),
  ],
  [
    'the payload manifest has upper-case digests',
    'payload-manifest',
    tagged((b) => b.edit('manifest-sha256.txt', (text) => text.toUpperCase())),
  ],
  [
    'the payload manifest marks a file as binary',
    'payload-manifest',
    tagged((b) => b.edit('manifest-sha256.txt', (text) => text.replace('  data', ' *data'))),
  ],
  [
    'bagit.txt has a byte order mark',
    'bagit-declaration',
    tagged((b) => b.edit('bagit.txt', (text) => `\ufeff${text}`)),
  ],
  [
    'bagit.txt names another version',
    'bagit-declaration',
    tagged((b) => b.edit('bagit.txt', (text) => text.replace('1.0', '0.97'))),
  ],
  ['bagit.txt is missing', 'bagit-declaration', (b) => b.remove('bagit.txt')],
  [
    'Payload-Oxum counts another number of files',
    'payload-oxum',
    tagged((b) => b.edit('bag-info.txt', (text) => text.replace(/\.\d+\n$/, '.1\n'))),
  ],
  [
    'bag-info.txt has a further line',
    'payload-oxum',
    tagged((b) => b.edit('bag-info.txt', (text) => `${text}Contact-Name: x\n`)),
  ],
  [
    'bag-info.txt names another run',
    'manifest-agreement',
    tagged((b) => b.edit('bag-info.txt', (text) => text.replace(b.runId, '20200101T000000000Z-aaaaaa'))),
  ],
  [
    'fetch.txt loads payload from elsewhere',
    'root-files',
    (b) => b.write('fetch.txt', `https://example.com/x 3 ${b.inRun('x')}\n`),
  ],
  ['a second payload manifest stands beside', 'root-files', (b) => b.write('manifest-md5.txt', '')],
  ['a hidden file lies at the root', 'root-files', (b) => b.write('.hidden', '')],
  ['the list climbs out', 'safe-names', (b) => listed(b, 'data/../../etc/passwd')],
  ['the list names an absolute path', 'safe-names', (b) => listed(b, '/etc/hosts')],
  ['the list names a home directory', 'safe-names', (b) => listed(b, '~root/x.txt')],
  ['the list names a network share', 'safe-names', (b) => listed(b, '\\\\server\\share\\x.txt')],
  ['the list names a drive', 'safe-names', (b) => listed(b, 'C:/x.txt')],
  ['the list names a percent escape', 'safe-names', (b) => listed(b, 'data/%2e%2e/x.txt')],
  ['a name has a backslash', 'safe-names', (b) => smuggled(b, b.inRun('artifacts\\notes.txt'))],
  ['a name is a Windows device', 'safe-names', (b) => smuggled(b, b.inRun('artifacts/con.txt'))],
  ['a name ends with a dot', 'safe-names', (b) => smuggled(b, b.inRun('artifacts/notes.'))],
  ['a name turns the reading direction', 'safe-names', (b) => smuggled(b, b.inRun('artifacts/\u202etxt.exe'))],
  ['a name has a line end', 'safe-names', (b) => added(b, b.inRun('artifacts/a\nb.txt'))],
  ['a name is an environment file', 'safe-names', (b) => smuggled(b, b.inRun('artifacts/.env'))],
  ['two names differ by case only', 'safe-names', (b) => smuggled(b, b.inRun('artifacts/Notes.txt'))],
  ['two folders differ by case only', 'safe-names', (b) => smuggled(b, b.inRun('Artifacts/other.txt'))],
  [
    'two names differ by Unicode form only',
    'safe-names',
    (b) => {
      smuggled(b, b.inRun('artifacts/\u00e9.txt'))
      smuggled(b, b.inRun('artifacts/e\u0301.txt'))
    },
  ],
  [
    'two names differ by compatibility form only',
    'safe-names',
    (b) => {
      smuggled(b, b.inRun('artifacts/fi.txt'))
      smuggled(b, b.inRun('artifacts/\ufb01.txt'))
    },
  ],
  [
    'a link stands for a file',
    'regular-files',
    (b) => {
      renameSync(b.at(b.inRun(NOTES)), b.at('../away.txt'))
      symlinkSync(b.at('../away.txt'), b.at(b.inRun(NOTES)))
    },
  ],
  ['a link stands for a folder', 'regular-files', (b) => symlinkSync('/tmp', b.at(b.inRun('artifacts/more')))],
  ['a file has a second name', 'regular-files', (b) => linkSync(b.at(b.inRun(NOTES)), b.at('../second.txt'))],
  [
    'a FIFO waits for a reader',
    'regular-files',
    (b) => void execFileSync('mkfifo', [b.at(b.inRun('artifacts/fifo.txt'))]),
  ],
  ['a file has a name that is no UTF-8', 'regular-files', (b) => writeFileSync(unspelt(b.at('data/')), 'x')],
  [
    'beside a file stands one whose name is read as its own',
    'regular-files',
    (b) => {
      writeFileSync(b.at(b.inRun('artifacts/a\ufffd')), 'x')
      writeFileSync(unspelt(b.at(b.inRun('artifacts/a'))), 'y')
    },
  ],
  ['a link has a name that is no UTF-8', 'regular-files', (b) => symlinkSync('/etc/hosts', unspelt(b.at('data/')))],
  ['a folder has a name that is no UTF-8', 'regular-files', (b) => mkdirSync(unspelt(b.at(b.inRun('artifacts/'))))],
  ['a folder holds nothing', 'regular-files', (b) => mkdirSync(b.at('data/empty'))],
  ['folders go very deep', 'regular-files', (b) => mkdirSync(b.at(`data/${'d/'.repeat(60)}`), {recursive: true})],
]

/** With a byte behind it that is no character. */
function unspelt(path: string): Buffer {
  return Buffer.concat([Buffer.from(path), Buffer.from([0xff])])
}

await testAttacks('hostile bags', ATTACKS)
