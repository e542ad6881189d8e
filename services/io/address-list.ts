// Addresses and networks from which a call may come.
import { BlockList, isIP } from 'node:net'

export type AddressList = { has: (address: string) => boolean }

/** Null when one of the entries is neither an address nor a network. */
export function readAddressList(entries: readonly string[]): AddressList | null {
  const list = new BlockList()
  for (const entry of entries) if (!add(list, entry)) return null
  return {
    has(address) {
      const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
      const family = isIP(plain)
      return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

function add(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  if (prefix === undefined) {
    list.addAddress(address, kind)
    return true
  }
  const bits = Number(prefix)
  if (!/^\d{1,3}$/.test(prefix) || bits > (family === 6 ? 128 : 32)) return false
  list.addSubnet(address, bits, kind)
  return true
}
