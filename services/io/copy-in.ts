// `copy … from stdin`, which the driver leaves to its users: the rows go out as they are, in one
// message after another, and the server's refusal or count comes back as of any statement.
import type { ClientBase, Connection } from 'pg'

/** What the driver's connection can do beyond its published types. */
type CopyConnection = Connection & {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

/** `chunks` in COPY's text format; each ends with a line. */
export type Copy = { text: string; chunks: readonly string[] }

/** Answers how many rows were taken. */
export function copyIn(client: ClientBase, { text, chunks }: Copy): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0
    client.query({
      // The driver's own time limit wraps it; it is called once, with an error or without.
      callback: (error?: Error | null) => (error ? reject(error) : resolve(rows)),
      submit(connection: Connection) {
        connection.query(text)
      },
      handleCopyInResponse(connection: CopyConnection) {
        for (const chunk of chunks) connection.sendCopyFromChunk(Buffer.from(chunk))
        connection.endCopyFrom()
      },
      handleCommandComplete(message: { text: string }) {
        rows = Number(message.text.split(' ').at(-1)) // `COPY 17`
      },
      handleReadyForQuery() {
        this.callback(null)
      },
      handleError(error: Error) {
        this.callback(error)
      },
    })
  })
}
