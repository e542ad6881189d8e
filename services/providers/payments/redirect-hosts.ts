// Where a buyer's browser may be sent to pay. An answer that names another host is refused: a
// provider's account taken over, or a man in the middle, must not turn our page into a fishing rod.

export type RedirectHosts = {
  /** `.whish.money` allows `whish.money` and everything below it, over https only. */
  suffix: string
  /** `host` or `host:port`, exactly; http is allowed here, for a sandbox on this machine. */
  exact: readonly string[]
}

/** The address as it may be handed to the browser, or null. */
export function allowedRedirect(address: unknown, hosts: RedirectHosts): string | null {
  if (typeof address !== 'string' || address.length > 2048) return null
  const url = URL.parse(withScheme(address))
  if (url === null || url.username !== '' || url.password !== '') return null
  if (hosts.exact.includes(url.host)) return isWeb(url) ? url.href : null
  const isBelow = url.hostname.endsWith(hosts.suffix) || `.${url.hostname}` === hosts.suffix
  return isBelow && url.protocol === 'https:' && url.port === '' ? url.href : null
}

/** Whish has been seen to leave `https://` out. */
const withScheme = (address: string) =>
  /^[a-z0-9.-]+\//i.test(address) ? `https://${address}` : address

const isWeb = (url: URL) => url.protocol === 'https:' || url.protocol === 'http:'
