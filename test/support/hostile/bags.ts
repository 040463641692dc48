/** Bags that the BagIt conformance suite calls bad, as changes of a good bundle: relative path to new content; null takes a file away. */
export const BAD_BAGS: Readonly<
  Record<string, (read: (path: string) => string) => Readonly<Record<string, string | null>>>
> = {
  'no bagit.txt': () => ({'bagit.txt': null}),
  'bagit.txt is empty': () => ({'bagit.txt': ''}),
  'bagit.txt begins with a byte order mark': (read) => ({'bagit.txt': `\ufeff${read('bagit.txt')}`}),
  'bagit.txt has its lines in another order': (read) => ({
    'bagit.txt': read('bagit.txt').trimEnd().split('\n').reverse().join('\n'),
  }),
  'bagit.txt has a space before the colon': (read) => ({'bagit.txt': read('bagit.txt').replaceAll(':', ' :')}),
  'bagit.txt has no version number': (read) => ({'bagit.txt': read('bagit.txt').replace('1.0', 'one')}),
  'bagit.txt names a version of the future': (read) => ({'bagit.txt': read('bagit.txt').replace('1.0', '9.0')}),
  'bagit.txt names an unknown encoding': (read) => ({'bagit.txt': read('bagit.txt').replace('UTF-8', 'WTF-8')}),
  'bagit.txt lacks the encoding': () => ({'bagit.txt': 'BagIt-Version: 1.0\n'}),
  'bagit.txt has a line more': (read) => ({'bagit.txt': `${read('bagit.txt')}X: y\n`}),
  'no payload manifest': () => ({'manifest-sha256.txt': null}),
  'an empty payload manifest': () => ({'manifest-sha256.txt': ''}),
  'only a weak payload manifest': (read) => ({
    'manifest-sha256.txt': null,
    'manifest-md5.txt': read('manifest-sha256.txt'),
  }),
  'two payload manifests that contradict': (read) => ({
    'manifest-sha512.txt': read('manifest-sha256.txt').replaceAll(/^.{64}/gm, '0'.repeat(128)),
  }),
  'the manifest lists a file twice with two digests': (read) => ({
    'manifest-sha256.txt': `${read('manifest-sha256.txt')}${'0'.repeat(64)}${(read('manifest-sha256.txt').split('\n')[0] ?? '').slice(64)}\n`,
  }),
  'the manifest lists a tag file': (read) => ({
    'manifest-sha256.txt': `${read('manifest-sha256.txt')}${'0'.repeat(64)}  bagit.txt\n`,
  }),
  'the manifest begins paths with ./': (read) => ({
    'manifest-sha256.txt': read('manifest-sha256.txt').replaceAll('  data/', '  ./data/'),
  }),
  'the manifest has one space': (read) => ({
    'manifest-sha256.txt': read('manifest-sha256.txt').replaceAll('  data/', ' data/'),
  }),
  'the manifest has tabs': (read) => ({
    'manifest-sha256.txt': read('manifest-sha256.txt').replaceAll('  data/', '\tdata/'),
  }),
  'the manifest has digests of another length': (read) => ({
    'manifest-sha256.txt': read('manifest-sha256.txt').replaceAll(/^.{24}/gm, ''),
  }),
  'the manifest has backslashes': (read) => ({
    'manifest-sha256.txt': read('manifest-sha256.txt').replaceAll('/', '\\'),
  }),
  'the manifest goes up and back': (read) => ({
    'manifest-sha256.txt': read('manifest-sha256.txt').replaceAll('  data/', '  data/../data/'),
  }),
  'the manifest names a home': (read) => ({
    'manifest-sha256.txt': read('manifest-sha256.txt').replace('  data/', '  ~/data/'),
  }),
  'the manifest names a file in another case': (read) => ({
    'manifest-sha256.txt': read('manifest-sha256.txt').replace('  data/', '  DATA/'),
  }),
  'the manifest escapes a name': (read) => ({
    'manifest-sha256.txt': read('manifest-sha256.txt').replace('notes', '%6eotes'),
  }),
  'the manifest is UTF-16 in disguise': (read) => ({
    'manifest-sha256.txt': [...read('manifest-sha256.txt')].join('\0'),
  }),
  'no payload': (read) =>
    Object.fromEntries(
      read('manifest-sha256.txt')
        .trimEnd()
        .split('\n')
        .map((line) => [line.slice(66), null]),
    ),
  'a file of the payload is missing': () => ({'@notes': null}),
  'a file of the payload is not listed': () => ({'data/unlisted.txt': 'x'}),
  'a holey bag': () => ({'@notes': null, 'fetch.txt': 'https://example.com/notes.txt 9 data/notes.txt\n'}),
  'a holey bag that fetches from the disk': () => ({'fetch.txt': 'file:///etc/passwd - data/passwd.txt\n'}),
  'fetch.txt climbs out': () => ({'fetch.txt': 'https://example.com/x - data/../../x\n'}),
  'no tag manifest': () => ({'tagmanifest-sha256.txt': null}),
  'the tag manifest lists itself': (read) => ({
    'tagmanifest-sha256.txt': `${read('tagmanifest-sha256.txt')}${'0'.repeat(64)}  tagmanifest-sha256.txt\n`,
  }),
  'the tag manifest lists payload': (read) => ({
    'tagmanifest-sha256.txt': `${read('tagmanifest-sha256.txt')}${read('manifest-sha256.txt')}`,
  }),
  'no bag-info.txt': () => ({'bag-info.txt': null}),
  'two Payload-Oxum': (read) => ({'bag-info.txt': `${read('bag-info.txt')}Payload-Oxum: 1.1\n`}),
  'Payload-Oxum without files': (read) => ({'bag-info.txt': read('bag-info.txt').replace(/\.\d+\n$/, '\n')}),
  'Payload-Oxum is negative': (read) => ({'bag-info.txt': read('bag-info.txt').replace('Oxum: ', 'Oxum: -')}),
  'Payload-Oxum beyond all': (read) => ({
    'bag-info.txt': read('bag-info.txt').replace('Oxum: ', `Oxum: ${'9'.repeat(400)}`),
  }),
  'bag-info.txt folds a line': (read) => ({'bag-info.txt': read('bag-info.txt').replace(': ', ':\n  ')}),
  'a bag in the bag': (read) => ({'data/bag/bagit.txt': read('bagit.txt')}),
  'a file of the system lies around': () => ({'Thumbs.db': 'x'}),
  'the payload lies in another folder': () => ({'payload/x.txt': 'x'}),
}
