// A stranger's client of a public log, for tests: it knows the specifications and HTTP, and uses
// nothing of ours. It fetches the checkpoint, every entry and every tile, and believes only what it
// has computed itself.
import { createHash, createPublicKey, verify } from 'node:crypto'

export type ReadLog = {
  origin: string
  size: number
  root: string
  /** Names of the keys whose signatures hold. */
  signedBy: string[]
  entries: string[]
  /** How many full and partial tiles were compared. */
  tiles: number
}

/** `base`: where the origin is reached; `keys`: verifier keys to trust. */
export async function readWholeLog(base: string, keys: readonly string[]): Promise<ReadLog> {
  const note = await fetchText(`${base}/checkpoint`)
  const { origin, size, root, signedBy } = openNote(note, keys)
  const entries = await fetchEntries(base, size)
  const leaves = entries.map((entry) => sha256(Buffer.concat([Buffer.of(0), Buffer.from(entry)])))
  const computed = treeRoot(leaves).toString('base64')
  if (computed !== root)
    throw new Error(`the entries make ${computed}, the checkpoint says ${root}`)
  return { origin, size, root, signedBy, entries, tiles: await compareTiles(base, leaves) }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

async function fetchBytes(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

const fetchText = async (url: string) => (await fetchBytes(url)).toString('utf8')

function openNote(note: string, keys: readonly string[]) {
  const split = note.lastIndexOf('\n\n')
  const body = note.slice(0, split + 1)
  const [origin = '', size = '', root = ''] = body.split('\n')
  const signedBy: string[] = []
  for (const line of note
    .slice(split + 2)
    .trimEnd()
    .split('\n')) {
    const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const signed = Buffer.from(base64, 'base64')
    for (const key of keys) {
      const [keyName = '', keyId = '', typed = ''] = key.split('+', 2).concat(afterTwo(key))
      if (keyName !== name || signed.subarray(0, 4).toString('hex') !== keyId) continue
      if (isTrue(Buffer.from(typed, 'base64'), signed.subarray(4), body)) signedBy.push(name)
      else throw new Error(`${name} has not signed this`)
    }
  }
  return { origin, size: Number(size), root, signedBy }
}

/** Base64 may hold plus signs of its own. */
const afterTwo = (key: string) => key.split('+').slice(2).join('+')

function isTrue(typed: Buffer, signature: Buffer, body: string): boolean {
  const publicKey = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), typed.subarray(1)]),
    format: 'der',
    type: 'spki',
  })
  if (typed[0] === 1) return verify(null, Buffer.from(body), publicKey, signature)
  const time = signature.readBigUInt64BE(0)
  const message = Buffer.from(`cosignature/v1\ntime ${time}\n${body}`)
  return verify(null, message, publicKey, signature.subarray(8))
}

/** RFC 6962, 2.1, word for word. */
function treeRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256(Buffer.alloc(0))
  if (leaves.length === 1) return leaves[0]!
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  const [left, right] = [treeRoot(leaves.slice(0, split)), treeRoot(leaves.slice(split))]
  return sha256(Buffer.concat([Buffer.of(1), left, right]))
}

async function fetchEntries(base: string, size: number): Promise<string[]> {
  const entries: string[] = []
  for (let at = 0; at < size; at += 256) {
    const width = Math.min(256, size - at)
    const bytes = await fetchBytes(`${base}/tile/entries/${place(at / 256, width)}`)
    for (let from = 0; from < bytes.length;) {
      const length = bytes.readUInt16BE(from)
      entries.push(bytes.subarray(from + 2, from + 2 + length).toString('utf8'))
      from += 2 + length
    }
  }
  return entries
}

async function compareTiles(base: string, leaves: readonly Buffer[]): Promise<number> {
  let tiles = 0
  let row = [...leaves]
  for (let level = 0; row.length > 0; level += 1) {
    const above: Buffer[] = []
    for (let at = 0; at < row.length; at += 256) {
      const hashes = row.slice(at, at + 256)
      const bytes = await fetchBytes(`${base}/tile/${level}/${place(at / 256, hashes.length)}`)
      if (!bytes.equals(Buffer.concat(hashes))) throw new Error(`tile ${level}/${at / 256} differs`)
      if (hashes.length === 256) above.push(treeRoot(hashes))
      tiles += 1
    }
    row = above
  }
  return tiles
}

function place(index: number, width: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
  const groups = digits
    .match(/.{3}/g)!
    .map((group, at, all) => (at < all.length - 1 ? 'x' : '') + group)
  return groups.join('/') + (width < 256 ? `.p/${width}` : '')
}
