// How long a provider is waited for. While a buyer waits (`start`) less than while a job asks.
export type Timeouts = {
  connectMs: number
  /** One call, from the first byte sent to the last received. */
  totalMs: number
  /** The whole of `start`, a second try included: checkout answers within 3 s. */
  startMs: number
}

export const timeoutDefaults: Timeouts = { connectMs: 3_000, totalMs: 8_000, startMs: 2_500 }
