// Where images live: a key names bytes that never change.
export type StoredFile = { bytes: Buffer; contentType: string; etag: string }

export type FileStore = {
  /** `key`: `[a-z0-9/._-]+`, made of a random id and a size; never a user's file name. */
  put: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  get: (key: string) => Promise<StoredFile | null>
  remove: (key: string) => Promise<void>
}
