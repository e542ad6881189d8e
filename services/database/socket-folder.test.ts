import { describe, expect, it } from 'vitest'

import { socketFolderIn } from './socket-folder.ts'

describe('the socket beside a cluster', () => {
  it.skipIf(process.platform === 'win32')('lies in a folder of its own', () => {
    expect(socketFolderIn('/data/postgres')).toBe('/data/postgres/socket')
  })

  it('is done without where its path would be too long for the system, letters or bytes', () => {
    expect(socketFolderIn(`/${'d'.repeat(90)}`)).toBeNull()
    expect(socketFolderIn(`/${'ق'.repeat(45)}`)).toBeNull()
  })
})
