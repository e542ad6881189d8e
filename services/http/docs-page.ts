// The OpenAPI document as one readable page: plain HTML and one style tag, no script.
import type { JsonSchema, OpenApi, OpenApiOperation } from './openapi.ts'

export const docsStyle = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent) }
body { font: 1rem/1.55 system-ui, sans-serif; max-inline-size: 60rem }
body { margin: 2rem auto; padding-inline: 1rem }
code, pre { font: .9rem/1.45 ui-monospace, monospace }
pre { overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem }
nav ul { columns: 2; padding-inline-start: 1.2rem }
article { border-block-start: 1px solid var(--line); padding-block: 1rem }
h3 { margin-block: 0 .25rem } h3 code { overflow-wrap: anywhere }
summary { cursor: pointer; padding-block: .25rem }
.method { text-transform: uppercase; font-weight: 700 }
.who { opacity: .75 }
`

export function docsPage(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = document.tags.map(({ name }) => {
    const mine = operations.filter(({ operation }) => tagOf(operation) === name)
    return `<section><h2>${escape(name)}</h2>${mine.map(article).join('')}</section>`
  })
  return `<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(String(document.info.title))} API</title>
<style>${docsStyle}</style></head>
<body><main><h1>${escape(String(document.info.title))} API</h1>
<p>${escape(String(document.info.description))}</p>
<p>The same for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Calls"><ul>${operations.map(link).join('')}</ul></nav>
${sections.join('\n')}
</main></body></html>`
}

type Listed = { path: string; method: string; operation: OpenApiOperation }

const tagOf = (operation: OpenApiOperation & { tags?: unknown }) =>
  Array.isArray(operation.tags) ? operation.tags[0] : undefined

function link({ path, method, operation }: Listed): string {
  const call = `<span class="method">${escape(method)}</span> ${escape(path)}`
  return `<li><a href="#${escape(operation.operationId)}">${call}</a></li>`
}

function article({ path, method, operation }: Listed): string {
  const { operationId, parameters = [], requestBody, responses } = operation
  const { summary } = operation as { summary?: string }
  return `<article id="${escape(operationId)}">
<h3><code><span class="method">${escape(method)}</span> ${escape(path)}</code></h3>
<p>${escape(summary ?? '')}</p>
${parameters.length === 0 ? '' : block('Parameters', parameters)}
${requestBody === undefined ? '' : block('Request', requestBody)}
${Object.entries(responses).map(answerBlock).join('')}
</article>`
}

function answerBlock([status, answer]: [string, OpenApiOperation['responses'][string]]): string {
  const isProblem = Number(status) >= 400
  const title = `${status} ${answer.description}`
  if (isProblem || answer.content === undefined) return `<p>${escape(title)}</p>`
  return block(title, answer.content)
}

function block(title: string, value: JsonSchema | JsonSchema[]): string {
  const text = escape(JSON.stringify(value, null, 2))
  return `<details><summary>${escape(title)}</summary><pre>${text}</pre></details>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
