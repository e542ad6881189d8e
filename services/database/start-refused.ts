/** The start is refused for a reason that a person can act on: its message is all he needs. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartRefused'
  }
}
