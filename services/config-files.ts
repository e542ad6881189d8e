// Where pictures lie: in a folder of this machine, or in a bucket that speaks S3. What belongs to a
// bucket is all given or none of it.
import type { Reader } from './config-reader.ts'

export type BucketConfig = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Null: no bucket is named, and pictures lie in FILES_DIR. */
export function readBucket(reader: Reader): BucketConfig | null {
  if (reader.optional('S3_BUCKET') === null) return null
  const bucket = reader.text('S3_BUCKET')
  if (!BUCKET.test(bucket)) reader.gaps.push('S3_BUCKET must be the name of a bucket')
  return {
    endpoint: reader.url('S3_ENDPOINT'),
    region: reader.text('S3_REGION', 'us-east-1'),
    bucket,
    accessKeyId: reader.text('S3_ACCESS_KEY_ID'),
    secretAccessKey: reader.text('S3_SECRET_ACCESS_KEY'),
  }
}

/** As S3 names them; it becomes a part of an address as it stands. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
