// The built bundle in memory: read once at the start, a few hundred kilobytes, served as it is.
import { createHash } from 'node:crypto'
import { extname, join } from 'node:path'

import type { Request, Response } from 'express'

import { listFolder, readBytes, readText } from '../io/files.ts'

/** It asks this shop and nobody else, and is never old. */
const WORKER = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
}

export type PageFiles = {
  /** Of the shell: the entry, then what it imports. */
  scripts: readonly string[]
  /** The sentences that every page of a language needs. */
  sentencesOf: (language: string) => readonly string[]
  /** Of these modules and all that they import, without those of the shell. */
  filesOf: (modules: readonly string[]) => readonly string[]
  /** False when there is no such file. */
  send: (request: Request, response: Response) => boolean
}

type File = { type: string; bytes: Buffer; br: Buffer | null; gzip: Buffer | null; etag: string }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}

export async function openPageFiles(clientFolder: string): Promise<PageFiles> {
  const files = new Map<string, File>()
  for (const folder of ['', 'assets'])
    for (const name of await listFolder(join(clientFolder, folder))) {
      const type = types[extname(name)]
      if (type)
        files.set(`/${join(folder, name)}`, await readFile(join(clientFolder, folder, name), type))
    }
  const manifest = await readManifest(clientFolder)
  const scripts = shellScripts(manifest)

  return {
    scripts,
    sentencesOf: (language) => {
      const table = manifest[`lib/text/${language}.ts`]
      return table ? [table.file] : []
    },
    filesOf: (modules) => filesOf(manifest, modules).filter((file) => !scripts.includes(file)),
    send: (request, response) => {
      const file = files.get(request.path)
      if (file) sendFile(file, request, response)
      return file !== undefined
    },
  }
}

async function readFile(path: string, type: string): Promise<File> {
  const bytes = await readBytes(path)
  if (!bytes) throw new Error(`${path} vanished while the bundle was read`)
  const [br, gzip] = await Promise.all([readBytes(`${path}.br`), readBytes(`${path}.gz`)])
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { type, bytes, br, gzip, etag }
}

function sendFile(file: File, request: Request, response: Response): void {
  const isHashed = request.path.startsWith('/assets/')
  response.set({
    'Content-Type': file.type,
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    Vary: 'Accept-Encoding',
    ETag: file.etag,
    ...(request.path === '/sw.js' && WORKER),
  })
  if (request.headers['if-none-match'] === file.etag) {
    response.status(304).end()
    return
  }
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (file.br && /\bbr\b/.test(accepted)) response.set('Content-Encoding', 'br').end(file.br)
  else if (file.gzip && /\bgzip\b/.test(accepted))
    response.set('Content-Encoding', 'gzip').end(file.gzip)
  else response.end(file.bytes)
}

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>

async function readManifest(clientFolder: string): Promise<Manifest> {
  const text = await readText(join(clientFolder, '.vite/manifest.json'))
  if (!text) throw new Error(`${clientFolder} holds no bundle: build the web app first`)
  return JSON.parse(text) as Manifest // written by Vite in the same build
}

function shellScripts(manifest: Manifest): string[] {
  const entries = Object.entries(manifest).filter(([, { isEntry }]) => isEntry)
  return filesOf(
    manifest,
    entries.map(([key]) => key),
  )
}

/** Each before what it imports. */
function filesOf(manifest: Manifest, keys: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  keys.forEach(visit)
  return [...files]
}
