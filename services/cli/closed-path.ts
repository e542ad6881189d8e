// A path that the disk does not open to whoever runs a command. Where in the program that was says
// nothing: what helps is which path it is, and as whom to run it.

/** In words; null: the error is another one. */
export function closedPath(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, path } = error as NodeJS.ErrnoException
  if (path === undefined) return null
  if (code === 'ENOTDIR') return `${path} cannot be read: a file stands where a folder should`
  if (code !== 'EACCES' && code !== 'EPERM') return null
  const user = process.getuid?.()
  return (
    `${path} is closed to this user${user === undefined ? '' : ` (uid ${user})`}: ` +
    'run this as the user of the service, or open it to him'
  )
}
