// The OpenAPI 3.1 document, made of the same schemas that parse requests and answers. Nothing in
// it is written by hand twice, so it cannot disagree with what the server does.
import { toJSONSchema } from 'zod/v4/core'
import type * as z from 'zod/mini'

import { uuidPattern } from '#events/kernel/ids.ts'

import { problemsOf } from '../contract/operation.ts'
import type { Answer, Operation, RequestBody } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { problem, problemStatus } from '../contract/problems.ts'
import type { ProblemCode } from '../contract/problems.ts'

export type JsonSchema = { [name: string]: unknown }
export type OpenApiOperation = {
  operationId: string
  parameters?: JsonSchema[]
  requestBody?: JsonSchema
  responses: Record<string, { description: string; content?: Record<string, JsonSchema> }>
}
export type OpenApi = {
  openapi: '3.1.0'
  info: JsonSchema
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: JsonSchema
}

/** Of every operation the shop serves, unless only some are asked for. */
export function openApiDocument(
  publicOrigin: string,
  described: readonly Operation[] = operations,
): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const operation of described) {
    const path = (paths[operation.path] ??= {})
    path[operation.method] = descriptionOf(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Qura',
      version: '1',
      description:
        'Money is text with two decimals in US dollars, times are UTC instants, ticket numbers ' +
        'are text of six digits. Every refusal is `{error, code}`: `error` is for people, ' +
        '`code` for programs.',
    },
    servers: [{ url: publicOrigin }],
    tags: [...new Set(described.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { securitySchemes, schemas: { Problem: jsonSchema(problem, 'output') } },
  }
}

const securitySchemes = {
  customer: { type: 'apiKey', in: 'cookie', name: 'qura_session' },
  staff: { type: 'apiKey', in: 'cookie', name: 'qura_admin' },
}

/** An operation never changes, and neither does what is said of it. */
const descriptions = new WeakMap<Operation, OpenApiOperation>()

function descriptionOf(operation: Operation): OpenApiOperation {
  const known = descriptions.get(operation)
  if (known !== undefined) return known
  const made = describe(operation)
  descriptions.set(operation, made)
  return made
}

function describe(operation: Operation): OpenApiOperation & JsonSchema {
  const { name, tag, summary, who, body } = operation
  const parameters = [
    ...pathParameters(operation),
    ...queryParameters(operation),
    ...headerParameters(operation),
  ]
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: describeBody(body) }),
    responses: { ...describeAnswers(operation), ...describeProblems(operation) },
    ...(who === 'staff' && { security: [{ staff: [] }] }),
    ...((who === 'customer' || who === 'order holder') && { security: [{ customer: [] }] }),
  }
}

function pathParameters({ path, pathPatterns }: Operation): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', pattern: pathPatterns?.[name] ?? uuidPattern.source },
  }))
}

function queryParameters({ query }: Operation): JsonSchema[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(query, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function headerParameters({ requestHeaders = {} }: Operation): JsonSchema[] {
  return Object.entries(requestHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))
}

function describeBody(body: RequestBody): JsonSchema {
  switch (body.kind) {
    case 'json':
      return {
        required: body.isOptional !== true,
        content: { 'application/json': { schema: jsonSchema(body.schema, 'input') } },
      }
    case 'multipart':
      return {
        required: true,
        content: { 'multipart/form-data': { schema: withImage(body) } },
      }
    case 'raw':
      return {
        required: false,
        content: Object.fromEntries(body.contentTypes.map((type) => [type, {}])),
      }
  }
}

function withImage({ schema, image }: Extract<RequestBody, { kind: 'multipart' }>): JsonSchema {
  const form = jsonSchema(schema, 'input')
  const required = Array.isArray(form.required) ? form.required : []
  return {
    ...form,
    properties: {
      ...(form.properties as JsonSchema),
      image: { type: 'string', contentMediaType: 'image/jpeg, image/png, image/webp' },
    },
    required: image === 'required' ? [...required, 'image'] : required,
  }
}

function describeAnswers({ answers }: Operation): OpenApiOperation['responses'] {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      { description: answer.description, ...contentOf(answer) },
    ]),
  )
}

function contentOf({ schema, contentType }: Answer): { content?: Record<string, JsonSchema> } {
  if (schema !== null)
    return { content: { 'application/json': { schema: jsonSchema(schema, 'output') } } }
  return contentType === undefined ? {} : { content: { [contentType]: {} } }
}

function describeProblems(operation: Operation): OpenApiOperation['responses'] {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemsOf(operation)) {
    const status = problemStatus[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const answered = new Set(Object.keys(operation.answers))
  const entries = [...byStatus].filter(([status]) => !answered.has(String(status)))
  return Object.fromEntries(
    entries.map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: withCodes(codes) } },
      },
    ]),
  )
}

function withCodes(codes: readonly ProblemCode[]): JsonSchema {
  return {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', properties: { code: { enum: codes } }, required: ['code'] },
    ],
  }
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const made: JsonSchema = {
    ...toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
    }),
  }
  delete made.$schema // stated once for the whole document
  return made
}
