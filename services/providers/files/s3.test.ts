import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { openBucket } from '../../testing/bucket.ts'
import type { Bucket } from '../../testing/bucket.ts'
import { fileStoreContract } from './contract-suite.ts'
import { keptFiles } from './kept.ts'
import { s3Files } from './s3.ts'
import { authorization } from './signature-v4.ts'

let bucket: Bucket
beforeAll(async () => {
  bucket = await openBucket()
})
beforeEach(() => bucket.fail(null))
afterAll(() => bucket.stop())

const picture = Buffer.from([0, 255, 10, 13, 128])

describe('files in a bucket', () => {
  fileStoreContract(async () => s3Files(bucket.settings))

  it('keeps every byte, its type, and for how long it may be kept', async () => {
    const files = s3Files(bucket.settings)
    await files.put('images/d.webp', picture, 'image/webp')
    expect((await files.get('images/d.webp'))?.bytes).toEqual(picture)
    expect(bucket.stored.get('images/d.webp')?.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('says in the words of the store what is refused', async () => {
    const wrong = s3Files({ ...bucket.settings, secretAccessKey: 'another' })
    await expect(wrong.put('images/e.webp', picture, 'image/webp')).rejects.toThrow(
      'files PUT: HTTP 403 SignatureDoesNotMatch',
    )
    const late = s3Files({ ...bucket.settings, now: () => new Date(Date.now() - 3_600_000) })
    await expect(late.get('images/e.webp')).rejects.toThrow('RequestTimeTooSkewed')
  })

  it('is an outage when the store is away, and is left alone after some', async () => {
    bucket.fail(503)
    const files = s3Files({ ...bucket.settings, breaker: { callsMin: 2 } })
    for (let tries = 0; tries < 4; tries++)
      await expect(files.get('images/d.webp')).rejects.toMatchObject({ name: 'ProviderOutage' })
    expect(files.breaker.state()).toBe('open')
    const nobody = s3Files({ ...bucket.settings, endpoint: 'http://127.0.0.1:9' })
    await expect(nobody.get('images/d.webp')).rejects.toMatchObject({ outcome: 'not_sent' })
  })
})

describe('files that are kept in memory', () => {
  fileStoreContract(async () => keptFiles(s3Files(bucket.settings), 1_000))

  it('asks once for what it has, again for what it had not, and keeps so many bytes', async () => {
    const files = keptFiles(s3Files(bucket.settings), 2 * picture.length)
    const names = ['f', 'g', 'h'].map((name) => `images/${name}.webp`)
    expect(await files.get('images/f.webp')).toBeNull()
    for (const name of names) await files.put(name, picture, 'image/webp')
    const calls = async (name: string) => {
      const before = bucket.asked()
      expect((await files.get(name))?.bytes).toEqual(picture)
      return bucket.asked() - before
    }
    const [f = '', g = '', h = ''] = names
    expect([await calls(f), await calls(f), await calls(g), await calls(f)]).toEqual([1, 0, 1, 0])
    expect([await calls(h), await calls(f), await calls(g)]).toEqual([1, 0, 1])
  })
})

describe('the examples of the S3 API reference', () => {
  const key = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const host = 'examplebucket.s3.amazonaws.com'
  const at = '20130524T000000Z'
  const signatureOf = (method: string, path: string, headers: Record<string, string>) => {
    const all = { host, 'x-amz-date': at, 'x-amz-content-sha256': empty, ...headers }
    const url = new URL(`https://${host}${path}`)
    return authorization({ method, url, headers: all, body: '' }, key).split('Signature=')[1]
  }

  it('are signed alike', () => {
    expect(signatureOf('GET', '/test.txt', { Range: 'bytes=0-9' })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
    const put = {
      Date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    }
    expect(signatureOf('PUT', '/test%24file.text', put)).toBe(
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    )
    expect(signatureOf('GET', '/?lifecycle', {})).toBe(
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    )
    expect(signatureOf('GET', '/?max-keys=2&prefix=J', {})).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    )
  })
})
