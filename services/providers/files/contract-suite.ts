// What every file store must do; each adapter passes this.
import { expect, it } from 'vitest'

import type { FileStore } from './port.ts'

export function fileStoreContract(open: () => Promise<FileStore>): void {
  it('gives back the bytes it was given, with their type', async () => {
    const files = await open()
    await files.put('images/a-320.webp', Buffer.from([1, 2, 3]), 'image/webp')
    const stored = await files.get('images/a-320.webp')
    expect(stored?.bytes).toEqual(Buffer.from([1, 2, 3]))
    expect(stored?.contentType).toBe('image/webp')
    expect(stored?.etag).not.toBe('')
  })

  it('has nothing under a key that was never put', async () => {
    expect(await (await open()).get('images/none.webp')).toBeNull()
  })

  it('puts the same bytes again without harm', async () => {
    const files = await open()
    for (let times = 0; times < 2; times++)
      await files.put('images/b.webp', Buffer.from('b'), 'image/webp')
    expect((await files.get('images/b.webp'))?.bytes.toString()).toBe('b')
  })

  it('forgets what is removed, and removing nothing does nothing', async () => {
    const files = await open()
    await files.put('images/c.webp', Buffer.from('c'), 'image/webp')
    await files.remove('images/c.webp')
    await files.remove('images/c.webp')
    expect(await files.get('images/c.webp')).toBeNull()
  })

  it('takes only plain keys', async () => {
    const files = await open()
    for (const key of ['../secret', '/etc/passwd', 'a/../../b', 'A.webp', 'a b', '', '.hidden'])
      await expect(async () => files.get(key)).rejects.toThrow('a file key has only plain parts')
  })
}
