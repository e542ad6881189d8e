// The calls only staff make: forms with a picture, changes tied to the version that was read, and
// files. Errors are those of every other call.
import * as z from 'zod/mini'

import { call, problemOf } from '../http.ts'
import { showExported } from './outcome.ts'
import { withProof } from './proof.ts'

type Sent = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** JSON, or a form whose fields are text. */
  body?: FormData | object
  /** The version that was read: a newer one is refused as `edit_conflict`. */
  version?: string | undefined
  headers?: Record<string, string>
}

export function send<Shape extends z.core.$ZodType>(path: string, sent: Sent, shape: Shape) {
  const { method, body, version, headers = {} } = sent
  const isForm = body instanceof FormData
  return withProof(() =>
    call(
      path,
      {
        method,
        headers: {
          ...headers,
          ...(version !== undefined && { 'if-match': `"${version}"` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      },
      shape,
    ),
  )
}

/** A form as the browser sends it; what is undefined is left out, and so is no picture. */
export function formOf(fields: Record<string, string | File | null | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined) form.append(name, value)
  return form
}

/** Fetches a file and hands it to the browser to keep, under the name the shop gave it. */
export async function download(path: string, otherwiseNamed: string): Promise<void> {
  const response = await withProof(async () => {
    const answer = await fetch(path, { credentials: 'include' })
    if (!answer.ok) throw await problemOf(answer)
    return answer
  })
  const name = fileNameIn(response.headers.get('content-disposition'))
  keepFile(await response.blob(), name ?? otherwiseNamed)
}

const REVOKE_AFTER_MS = 60_000

/** Hands a file to the browser to keep, and says so: not every browser does. */
export function keepFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
  showExported()
}

/** RFC 6266: the extended form, where there is one, holds letters of every script. */
export function fileNameIn(disposition: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? null
}
