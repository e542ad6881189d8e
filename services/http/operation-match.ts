// Finds the documented operation a request means. What is not documented is not served.
import type { Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'

export type Match =
  | { kind: 'operation'; operation: Operation }
  | { kind: 'wrong method'; allow: string[] }
  | { kind: 'none' }

type Compiled = { pattern: RegExp; operation: Operation }

const compiled: Compiled[] = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, partOf(operation))}/?$`),
}))

/** One part of the path, unless what it may be has slashes of its own. */
function partOf({ pathPatterns }: Operation) {
  return (_all: string, name: string) =>
    pathPatterns?.[name]?.includes('/') === true ? '.+' : '[^/]+'
}

/** Most specific first: `/api/auth/me` before any `/api/{x}/{y}`. */
compiled.sort((a, b) => parameters(a) - parameters(b))

const methodsByPath = new Map<string, Map<string, Operation>>()
for (const { operation } of compiled) {
  if (operation.path.includes('{')) continue
  const methods = methodsByPath.get(operation.path) ?? new Map<string, Operation>()
  methodsByPath.set(operation.path, methods.set(operation.method, operation))
}

export function matchOperation(method: string, path: string): Match {
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
  const fixed = methodsByPath.get(path)
  const exact = fixed?.get(wanted)
  if (exact !== undefined) return { kind: 'operation', operation: exact }

  const allow: string[] = []
  for (const { pattern, operation } of compiled) {
    if (!pattern.test(path)) continue
    if (operation.method === wanted) return { kind: 'operation', operation }
    allow.push(operation.method.toUpperCase())
  }
  return allow.length === 0 ? { kind: 'none' } : { kind: 'wrong method', allow }
}

function parameters({ operation }: Compiled): number {
  return operation.path.split('{').length - 1
}
