// Pictures as weapons (docs/security.md, K47-K50).
import { readdir } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiClient } from '../api-client.ts'
import { openGuardedShop, timed } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let owner: ApiClient
let path: string
let photo: Buffer
beforeAll(async () => {
  shop = await openGuardedShop()
  owner = await shop.owner()
  const { productId } = await shop.sell({ name: 'Watch', totalTickets: 50 })
  path = `/api/admin/products/${productId}`
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#0a6' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Secret Artist' }, IFD3: { GPSLatitude: '33/1 53/1 0/1' } })
    .toBuffer()
}, 120_000)
afterAll(() => shop.stop())

type Part = { bytes: Buffer; filename: string; field?: string }

function upload(browser: ApiClient, parts: Part[], fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const { bytes, filename, field = 'image' } of parts)
    form.append(field, new Blob([new Uint8Array(bytes)]), filename)
  return browser.put(path, form)
}

const refusal = async (bytes: Buffer, filename: string) =>
  (await upload(owner, [{ bytes, filename }])).body.code

/** One bit a pixel: a few kilobytes of PNG that decode to hundreds of megabytes. */
function pngBomb(width: number, height = width): Buffer {
  const chunk = (type: string, bytes: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), bytes])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(bytes.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('K47 how much', () => {
  it('K47 one file of 5 MB, twenty fields, in the field image', async () => {
    const large = {
      bytes: Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024)]),
      filename: 'a.jpg',
    }
    expect((await upload(owner, [large])).status).toBe(413)
    const two = [
      { bytes: photo, filename: 'a.jpg' },
      { bytes: photo, filename: 'b.jpg' },
    ]
    expect((await upload(owner, two)).status).toBe(413)
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, 'x']))
    expect((await upload(owner, [], many)).status).toBe(413)
    const elsewhere = { bytes: photo, filename: 'a.jpg', field: 'photo' }
    expect((await upload(owner, [elsewhere])).status).toBe(400)
  })

  it('K47 from nobody but staff', async () => {
    const part = { bytes: photo, filename: 'a.jpg' }
    const customer = await shop.customer()
    expect((await upload(shop.browser(), [part])).status).toBe(401)
    expect((await upload(customer.browser, [part])).status).toBe(403)
  })
})

describe('K48, K49 what', () => {
  it('K48 nothing but JPEG, PNG and WebP, by bytes, by name and by decoding', async () => {
    const html = '<html><script>alert(1)</script></html>'
    const png = await sharp(photo).png().toBuffer()
    const signature = png.subarray(0, 8)
    const refused: [string, Buffer][] = [
      ['a.svg', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>`)],
      ['a.png', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>`)],
      ['a.png', Buffer.concat([signature, Buffer.from(html)])],
      ['a.gif', Buffer.from('GIF89a/*\0\0*/=1;alert(1)//')],
      ['a.jpg', Buffer.from('GIF89a/*\0\0*/=1;alert(1)//')],
      ['a.jpg', photo.subarray(0, photo.length >> 1)],
      ['a.jpg', png],
      ['a.php', photo],
      ['a.jpg.html', photo],
    ]
    for (const [name, bytes] of refused)
      expect([name, await refusal(bytes, name)]).toEqual([name, 'unsupported_image'])
  })

  it('K48 what is hidden behind a real picture does not come out again', async () => {
    const polyglot = Buffer.concat([photo, Buffer.from('<script>alert("hidden")</script>')])
    const { status, body } = await upload(owner, [{ bytes: polyglot, filename: 'a.jpg' }])
    expect(status).toBe(200)
    const { bytes } = await shop.browser().get(body.image)
    expect(bytes.includes('hidden')).toBe(false)
    expect((await sharp(bytes).metadata()).format).toBe('webp')
  })

  it('K49 14,000 × 14,000 pixels are refused within a second, undecoded', async () => {
    const bomb = pngBomb(14_000)
    expect(bomb.length).toBeLessThan(100_000)
    const before = process.memoryUsage().rss
    const ms = await timed(async () => {
      expect(await refusal(bomb, 'a.png')).toBe('unsupported_image')
    })
    expect(ms).toBeLessThan(1_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })

  it('K49 25 megapixels are taken, a row more is not', async () => {
    const sent = (height: number) =>
      upload(owner, [{ bytes: pngBomb(5_000, height), filename: 'a.png' }])
    expect((await sent(5_000)).status).toBe(200)
    const { status, body } = await sent(5_001)
    expect([status, body.code]).toEqual([400, 'unsupported_image'])
    expect(body.error).toContain('25 megapixels')
  })

  it('K49 pictures that move are refused', async () => {
    const frames = Buffer.concat([Buffer.alloc(30_000, 1), Buffer.alloc(30_000, 200)])
    const raw = { width: 100, height: 200, channels: 3, pageHeight: 100 } as const
    const moving = await sharp(frames, { raw }).webp({ loop: 0 }).toBuffer()
    expect(await refusal(moving, 'a.webp')).toBe('unsupported_image')
  })
})

describe('K47-K49 every door', () => {
  it('K48 refuses the same picture: raffles, products and variants, new and changed', async () => {
    const { raffleId, productId } = await shop.sell({ name: 'Lira', totalTickets: 50 })
    const variants = `/api/admin/products/${productId}/variants`
    const named = { name: 'Red', sku: 'K48-RED' }
    const { body: variant } = await owner.post(variants, formOf(named, photo))
    const raffle = { name: 'X', description: 'x', prizeInfo: 'x', value: '1', status: 'active' }
    const days = { startsAt: '2026-01-01', endsAt: '2099-01-01' }
    const figures = { totalTickets: '10', minTicketsRequired: '0' }
    const product = { name: 'X', description: 'x', price: '1', tickets: '1', active: '1' }
    const doors = [
      ['post', '/api/admin/raffles', { ...raffle, ...days, ...figures }],
      ['put', `/api/admin/raffles/${raffleId}`, {}],
      ['post', '/api/admin/products', { ...product, totalTickets: '10' }],
      ['put', `/api/admin/products/${productId}`, {}],
      ['post', variants, { name: 'Blue', sku: 'K48-BLUE' }],
      ['put', `${variants}/${variant.id}`, {}],
    ] as const
    const hostile = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const files = await filesKept()
    for (const [method, door, fields] of doors) {
      for (const bytes of [hostile, pngBomb(14_000)]) {
        const { status, body } = await owner[method](door, formOf(fields, bytes, 'a.png'))
        expect([door, status, body.code]).toEqual([door, 400, 'unsupported_image'])
      }
    }
    expect(await filesKept()).toEqual(files)
  })
})

const filesKept = async () =>
  (await readdir(shop.config.filesFolder, { recursive: true })).toSorted()

function formOf(fields: Record<string, string>, bytes: Buffer, filename = 'a.jpg'): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.append('image', new Blob([new Uint8Array(bytes)]), filename)
  return form
}

describe('K50 how it is served', () => {
  it('K50 without EXIF, under a random name, as a picture and nothing else', async () => {
    const { body } = await upload(owner, [{ bytes: photo, filename: '../../evil.jpg' }])
    expect(body.image).toMatch(/^\/images\/[a-f0-9]{32}-1280\.webp$/)
    const { headers, bytes } = await shop.browser().get(body.image)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('Secret Artist')).toBe(false)
    for (const name of ['..%2f..%2fsecret', '%2e%2e/secret', 'x.webp', `${'a'.repeat(32)}-9.webp`])
      expect((await shop.browser().get(`/images/${name}`)).status).toBe(404)
  })
})
