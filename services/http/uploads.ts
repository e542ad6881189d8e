// Reads a form with at most one picture, in memory, within limits (docs/security.md, K47). Called
// after the route has looked at who is calling: a stranger's upload is not read.
import busboy from 'busboy'
import type { Request } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'

import { imageTypeOf } from '../providers/files/images.ts'
import { requirePlainName } from './body.ts'
import { invalid } from './problem.ts'

export const IMAGE_BYTES_MAX = 5 * 1024 * 1024
const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 48 * 1024
/** The picture, the fields and their headers. */
const FORM_BYTES_MAX = IMAGE_BYTES_MAX + 256 * 1024

export type Form = { fields: Record<string, string>; image: Buffer | null }

export async function readForm(request: Request): Promise<Form> {
  if (request.headers['content-type'] === undefined) return { fields: {}, image: null }
  if (Number(request.headers['content-length'] ?? 0) > FORM_BYTES_MAX) throw tooLarge()
  const form: Form = { fields: {}, image: null }
  const reader = openReader(request)
  const names = new Set<string>()
  const noteName = (name: string) => {
    requirePlainName(name)
    if (names.has(name)) throw invalid(`The field ${name.slice(0, 40)} is given twice.`)
    names.add(name)
  }

  await new Promise<void>((resolve, reject) => {
    const refuse = (error: unknown) => {
      request.unpipe(reader)
      request.resume()
      reject(error)
    }
    const guarded = (act: () => void) => {
      try {
        act()
      } catch (error) {
        refuse(error)
      }
    }
    reader.on('field', (name, value, { nameTruncated, valueTruncated }) =>
      guarded(() => {
        if (nameTruncated || valueTruncated) throw tooLarge()
        noteName(name)
        form.fields[name] = value
      }),
    )
    reader.on('file', (name, stream, { filename }) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () => refuse(tooLarge()))
      stream.on('error', refuse)
      stream.on('end', () =>
        guarded(() => {
          noteName(name)
          form.image = asImage(name, filename, Buffer.concat(chunks))
        }),
      )
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      reader.on(limit, () => refuse(tooLarge()))
    reader.on('error', () => refuse(invalid('The form cannot be read.')))
    reader.on('close', resolve)
    request.on('aborted', () => refuse(invalid('The form ended too early.')))
    // Nobody has to say a length, and what stands before the first part is in no part.
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > FORM_BYTES_MAX) refuse(tooLarge())
    })
    request.pipe(reader)
  })
  return form
}

function openReader(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      limits: {
        files: 1,
        fileSize: IMAGE_BYTES_MAX,
        fields: FIELDS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        fieldNameSize: 100,
        parts: FIELDS_MAX + 1,
        headerPairs: 20,
      },
    })
  } catch {
    throw new Rejection('unsupported_media_type', 'Send multipart/form-data here.')
  }
}

const tooLarge = () => new Rejection('too_large', 'The form or its picture is too large (5 MB).')

const extensions: Readonly<Record<string, string>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
}

/** A browser sends an empty part when no file was chosen. */
function asImage(name: string, filename: string | undefined, bytes: Buffer): Buffer | null {
  if (name !== 'image') throw invalid('A file is only accepted in the field image.')
  if (bytes.length === 0) return null
  const [, extension] = /\.([a-z0-9]+)$/i.exec(filename ?? '') ?? []
  const isHonest =
    extension === undefined || extensions[extension.toLowerCase()] === imageTypeOf(bytes)
  if (!isHonest) {
    const message = 'Please choose a JPEG, PNG or WebP picture.'
    throw new Rejection('unsupported_image', message, { fields: [{ path: 'image', message }] })
  }
  return bytes
}
