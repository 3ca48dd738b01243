import { BlockList, isIPv6 } from 'node:net'

const inner = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  add(inner, range, 'ipv4')
}
/** Parts of the global range that map to IPv4 addresses or are unassigned. */
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(inner, range, 'ipv6')

const global = new BlockList()
add(global, '2000::/3', 'ipv6')

/**
 * Returns whether an IP address belongs to this machine, its network or no host: loopback, private, link-local (where clouds serve
 * metadata), shared, multicast, reserved, and addresses that embed such an IPv4 address.
 */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return inner.check(plain, 'ipv4')
  return !global.check(plain, 'ipv6') || inner.check(plain, 'ipv6')
}

function add(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', bits = '0'] = range.split('/')
  list.addSubnet(network, Number(bits), family)
}
