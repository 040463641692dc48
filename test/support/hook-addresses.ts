/** Every network that a webhook may not call, with addresses of it: first, last and some that mean something. */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  '0/8': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  '10/8': ['10.0.0.0', '10.0.0.1', '10.255.255.255'],
  '100.64/10': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  '127/8': ['127.0.0.0', '127.0.0.1', '127.255.255.255', '127.0.1.1'],
  '168.63.129.16': ['168.63.129.16'],
  '169.254/16': ['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  '172.16/12': ['172.16.0.0', '172.17.0.1', '172.31.255.255'],
  '192.0.0/24': ['192.0.0.0', '192.0.0.192', '192.0.0.255'],
  '192.0.2/24': ['192.0.2.0', '192.0.2.255'],
  '192.88.99/24': ['192.88.99.0', '192.88.99.255'],
  '192.168/16': ['192.168.0.0', '192.168.1.1', '192.168.255.255'],
  '198.18/15': ['198.18.0.0', '198.19.255.255'],
  '198.51.100/24': ['198.51.100.0', '198.51.100.255'],
  '203.0.113/24': ['203.0.113.0', '203.0.113.255'],
  '224/4': ['224.0.0.1', '239.255.255.255'],
  '240/4': ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
  '::/96': ['::', '::1', '::2', '::127.0.0.1', '::8.8.8.8', '::ffff'],
  '64:ff9b::/96': ['64:ff9b::', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b::a9fe:a9fe'],
  '64:ff9b:1::/48': ['64:ff9b:1::', '64:ff9b:1::7f00:1', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  '100::/64': ['100::', '100::1', '100::ffff:ffff:ffff:ffff'],
  '2001::/32': ['2001::', '2001::1', '2001:0:ffff::1'],
  '2001:db8::/32': ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2002::/16': ['2002::', '2002:7f00:1::', '2002:808:808::1', '2002:a9fe:a9fe::1'],
  'fc00::/7': ['fc00::', 'fd00:ec2::254', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'fe80::/10': ['fe80::', 'fe80::1', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'fec0::/10': ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'ff00::/8': ['ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  mapped: ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::ffff:0:0'],
}

export const FORBIDDEN_ADDRESSES: readonly string[] = Object.values(NETWORKS).flat()

/** Public ones beside the borders of those networks. */
export const PUBLIC_ADDRESSES: readonly string[] = [
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ...['192.0.1.0', '192.0.3.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ...['2606:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '2003::1', '::ffff:8.8.8.8'],
]

/** What URL parsers make of 127.0.0.1 and what they leave alone; hosts as they stand in a URL. */
const SPELLINGS: readonly string[] = [
  ...['2130706433', '0x7f000001', '017700000001', '0x7f.0.0.1', '0177.0.0.1', '0x7f.1', '127.1', '127.0.1', '0177.1'],
  ...['0x7f.0x0.0x0.0x1', '00000177.0.0.1', '127.0.0.1.', '0x7F.0.0.01', '127.00.00.01', '0', '0x0', '00'],
  ...['\uff11\uff12\uff17.0.0.1', '127\u3002 0\u30020\u30021'.replace(' ', ''), '\u2460\u2461\u2466.0.0.1', '\u24ff'],
  ...['127%2e0%2e0%2e1', '%31%32%37.0.0.1', '1%32%37.0.0.1', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
  ...['169.254.43518', '169.16689662', '0xa9.0xfe.0xa9.0xfe', '3232235777', '0xc0a80101', '10.1', '0xa.1', '012.0.0.1'],
  ...['[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::ffff:127.1]', '[::FFFF:7F00:0001]', '[0:0:0:0:0:ffff:127.0.0.1]'],
]

/** Names that lead to loopback wherever they are resolved, or that somebody may think do. */
const NAMES: readonly string[] = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'lo\u00adcalhost', '\uff4cocalhost', 'foo.localhost', 'localtest.me'],
  ...['trap.example', 'trap.example.', 'mixed.example', 'rebound.example', 'metadata.google.internal', 'ip6-localhost'],
]

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** Hosts of URLs that lead where no webhook may go. */
export const TRAP_HOSTS: readonly string[] = [...FORBIDDEN_ADDRESSES.map(bracketed), ...SPELLINGS, ...NAMES]
