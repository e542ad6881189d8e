// Whose call it is, as far as an address can say. Express has already decided (by TRUST_PROXY)
// whether a forwarded address may be believed.
import type { Request } from 'express'

/** One key per IPv4 address or IPv6 /64 (one household or phone may use all of its /64). */
export function clientAddress(request: Request): string {
  const address = (request.ip ?? 'unknown').replace(/^::ffff:/, '')
  // Some proxies name the port too; another port is no other client.
  const [, plain] = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/.exec(address) ?? []
  if (plain !== undefined) return plain
  return address.includes(':') ? network64(address) : address
}

/** The first four groups; `::` stands for as many zero groups as are missing. */
function network64(address: string): string {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
