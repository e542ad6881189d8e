// The shop when there is no network. One page is kept, with what it is made of: it shows the
// customer's own tickets, which the browser keeps. Nothing else is ever answered from here, so no
// old price and no old count is shown.
const CACHE = 'offline-1'
const language = new URL(location.href).searchParams.get('lang') ?? 'en'
const page = `/offline?lang=${language}`

addEventListener('install', (event) => event.waitUntil(keep().then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(begin()))
addEventListener('message', (event) => event.waitUntil(renew(event.data?.build)))

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(visit(event))
  else if (pathname.startsWith('/assets/') && isForOfflinePage(request))
    event.respondWith(asset(request))
})

/** Other pages fetch their files as if nobody stood between. */
function isForOfflinePage({ referrer }) {
  return !navigator.onLine || new URL(referrer || location.origin).pathname === '/offline'
}

async function begin() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  await registration.navigationPreload?.enable()
  await clients.claim()
}

/** From the network as always; without one the page that says so, which knows what was wanted. */
async function visit({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const { pathname, search } = new URL(request.url)
    if (pathname !== '/offline')
      return Response.redirect(`/offline?from=${encodeURIComponent(pathname + search)}`)
    return (await caches.match(page)) ?? Response.error()
  }
}

async function asset(request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** The page as it is now, and every file it names. */
async function keep() {
  const answer = await fetch(page, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`the offline page answered ${answer.status}`)
  const files = new Set((await answer.clone().text()).match(/\/assets\/[\w.-]+/g))
  const cache = await caches.open(CACHE)
  await cache.addAll([...files])
  await cache.put(page, answer)
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url)
    if (pathname + search !== page && !files.has(pathname)) await cache.delete(url)
  }
}

/** `build`: a file of the build that the visited page belongs to. */
async function renew(build) {
  if (typeof build === 'string' && !(await caches.match(build))) await keep()
}
