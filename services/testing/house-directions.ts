// Who may import whom, and who may touch the world. Each refusal says why.

/** Null: allowed. `target` is a path of the house or the name of a package. */
export function directionOf(path: string, target: string, isTest: boolean): string | null {
  const from = roomOf(path)
  const to = roomOf(target)
  if (to === null) return packageReason(from, target, isTest)
  if (from === null) return null
  return roomReason({ from, to, target, isTest }) ?? insideReason(path, target, isTest)
}

type Room = 'events' | 'projections' | 'migrations' | 'services' | 'web'

function roomOf(path: string): Room | null {
  const match = /^(events|projections|migrations|services|web)\//.exec(path)
  return match === null ? null : (match[1] as Room)
}

type Step = { from: Room; to: Room; target: string; isTest: boolean }

function roomReason({ from, to, target, isTest }: Step): string | null {
  if (from === to) return null
  // A projection's test needs a database and a log to be tested against.
  if (isTest && from !== 'events') return null
  switch (from) {
    case 'events':
      return 'events are pure and know nobody'
    case 'projections':
      return to === 'events' ? null : 'projections know events alone'
    case 'web':
      if (to === 'events' || target.startsWith('services/contract/')) return null
      return 'the web app looks through the contract'
    case 'services':
      return to === 'web' ? 'services do not know pages' : null
    case 'migrations':
      return 'migrations are text'
  }
}

/** Inside the services: main → http, workers → commands → event-store. */
const insideServices: readonly { from: RegExp; to: RegExp; why: string }[] = [
  {
    from: /^services\/http\//,
    to: /^services\/(workers|cli|bench)\//,
    why: 'http and workers never meet',
  },
  {
    from: /^services\/workers\//,
    to: /^services\/(http|cli|bench)\//,
    why: 'http and workers never meet',
  },
  {
    from: /^services\/commands\//,
    to: /^services\/(http|workers|cli|sandbox|bench)\//,
    why: 'commands are called, and call the store',
  },
  {
    from: /^services\/event-store\//,
    to: /^services\/(http|workers|commands|cli|sandbox|bench|providers)\//,
    why: 'the store knows nobody',
  },
  {
    from: /^services\/(http|workers|commands|event-store)\//,
    to: /^services\/providers\/(payments|messages|files|beacon)\/(?!(port|images|whish-callback))/,
    why: 'providers are handed in by main',
  },
  {
    from: /^services\/(?!sandbox\/|demo-area\.ts|cli\/|bench\/|testing\/)/,
    to: /^services\/sandbox\//,
    why: 'the sandbox is the outside world',
  },
  {
    from: /^services\/sandbox\//,
    to: /^services\/(http|workers|commands|event-store)\//,
    why: 'the sandbox is the outside world',
  },
  {
    from: /^services\/io\//,
    to: /^services\/(?!io\/)/,
    why: 'the doors know nobody',
  },
  {
    from: /^services\/(?!demo\/|demo-area\.ts|bench\/|testing\/)/,
    to: /^services\/demo\//,
    why: 'production has no demonstration',
  },
  {
    from: /^services\/contract\//,
    to: /^services\/(?!contract\/)/,
    why: 'the contract is read by browsers',
  },
  {
    from: /^services\/(?!testing\/|cli\/|bench\/)/,
    to: /^services\/(testing|bench)\//,
    why: 'tests are not part of the product',
  },
  {
    from: /^services\/(?!cli\/)/,
    to: /^services\/cli\//,
    why: 'commands of the terminal are not imported',
  },
]

const feature = (path: string) => /^web\/features\/([\w-]+)\//.exec(path)?.[1]

function insideReason(path: string, target: string, isTest: boolean): string | null {
  if (isTest) return null
  if (feature(path) !== undefined && feature(target) !== undefined)
    if (feature(path) !== feature(target)) return 'a feature never imports a feature'
  if (/^web\/(components|lib|features)\//.test(path) && /^web\/(routes|app)\/.*\.tsx$/.test(target))
    return 'routes → features → components, lib'
  if (/^web\/(components|lib)\//.test(path) && feature(target) !== undefined)
    return 'routes → features → components, lib'
  const rule = insideServices.find(({ from, to }) => from.test(path) && to.test(target))
  return rule?.why ?? null
}

/** What only the browser or only the server may load. */
function packageReason(from: Room | null, target: string, isTest: boolean): string | null {
  const isNode = target.startsWith('node:')
  if (isTest) return null
  if (from === 'events')
    return target.startsWith('zod') ? null : 'events run everywhere and need nothing'
  if (from === 'projections')
    return target.startsWith('zod') ? null : 'projections return statements'
  if (from === 'web' && (isNode || /^(pg|pg-boss|express|pino)$/.test(target)))
    return 'pages run in the browser'
  if (from === 'services' && /^(react|react-dom|@chakra-ui)/.test(target))
    return 'services draw nothing'
  return null
}

/** Modules that act on the world; types of them are free. */
const outside =
  /^(node:)?(fs|fs\/promises|http|https|net|tls|dgram|dns|child_process|timers|timers\/promises|pg|undici)$/

export const outsideDoors = {
  mayImport(path: string, from: string): boolean {
    if (!outside.test(from)) return true
    return (
      path.startsWith('services/io/') ||
      // Listening is a door of its own, and so are the process and the cluster we bring along.
      (/^services\/(http|sandbox|main)/.test(path) && /^(node:)?https?$/.test(from)) ||
      path.startsWith('services/database/')
    )
  },
  /** Raw timers and fetch. */
  mayCall: (path: string) =>
    path.startsWith('services/io/') || path.startsWith('services/database/'),
}
