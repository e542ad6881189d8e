// The little template language of the generic gateway: `{{to}} {{text}} {{ref}} {{sender}}
// {{purpose}}`. Values are escaped for the place they go to and never read as templates again.
export type TemplateValues = {
  to: string
  text: string
  ref: string
  sender: string
  purpose: string
}

export type Escaping = 'json' | 'url' | 'xml' | 'none'

export function fillTemplate(template: string, values: TemplateValues, escaping: Escaping): string {
  return template.replace(/\{\{(to|text|ref|sender|purpose)\}\}/g, (_whole, name) =>
    escapes[escaping](values[name as keyof TemplateValues]),
  ) // the pattern lists exactly the keys of TemplateValues
}

export function escapingFor(contentType: string): Escaping {
  if (contentType.includes('json')) return 'json'
  if (contentType.includes('x-www-form-urlencoded')) return 'url'
  return contentType.includes('xml') ? 'xml' : 'none'
}

const escapes: Readonly<Record<Escaping, (value: string) => string>> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  url: encodeURIComponent,
  xml: (value) => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  none: (value) => value,
}

/** `messages.0.id` in parsed JSON; undefined where the path leads nowhere. */
export function valueAt(json: unknown, path: string): unknown {
  let value = json
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key] // hasOwn has just shown the key
  }
  return value
}
